extension MarbleDiagram: CustomStringConvertible {
  /// The rows as marble strings, aligned by time, with the operators between them.
  public var description: String {
    var names = MarbleNames<String>()
    let written = streams.map { $0.written(with: &names) }
    let aligned = AlignedMarbles(written, frame: max(1, frame.wholeNanoseconds), until: length.wholeNanoseconds)
    let indent = (streams.map(\.name.count).max() ?? 0) + 1
    var rows = aligned.rows.makeIterator()
    var text = lines.map { line in
      switch line {
      case .stream(let stream):
        stream.name + String(repeating: " ", count: indent - stream.name.count) + (rows.next() ?? "")
      case .step(let caption): String(repeating: " ", count: indent) + caption
      }
    }
    let legend = MarbleValues(names.legend.map { ($0.name, $0.value) }).legend { $0 }
    if !legend.isEmpty { text.append(legend) }
    return text.joined(separator: "\n")
  }
}
