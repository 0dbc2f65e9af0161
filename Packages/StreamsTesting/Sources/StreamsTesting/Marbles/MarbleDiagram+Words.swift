extension MarbleDiagram {
  var spokenTitle: String {
    if !title.isEmpty { return "Marble diagram: \(title)" }
    let steps = lines.compactMap { if case .step(let caption) = $0 { caption } else { nil } }
    return steps.isEmpty ? "Marble diagram" : "Marble diagram: \(steps.joined(separator: ", "))"
  }

  var spoken: String {
    lines.map { line in
      switch line {
      case .step(let caption): "Operator \(caption)."
      case .stream(let stream): "\(stream.name.isEmpty ? "stream" : stream.name): \(stream.spoken)."
      }
    }.joined(separator: " ")
  }

  /// Identifies this diagram on a page; always the same for equal diagrams.
  var fingerprint: String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in "\(spokenTitle)\n\(spoken)\n\(length)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    return String(hash, radix: 36)
  }
}

extension Recording<String, FailureText> {
  fileprivate var spoken: String {
    guard !events.isEmpty else { return "nothing happens" }
    return events.map { "\($0.event.value ?? $0.event.description) at \(shortTime($0.time.nanoseconds))" }
      .joined(separator: ", ")
  }
}
