extension Tree {
  /// Takes `{#id}` off the end of headings and keeps the id as the heading's `detail`.
  mutating func findHeadingIDs(in source: Source) {
    for index in nodes.indices where nodes[index].kind == .heading {
      let last = nodes[index].lastChild
      guard last >= 0, nodes[Int(last)].kind == .text else { continue }
      let content = bytes(nodes[Int(last)].literal)
      guard content.last == UInt8(ascii: "}"), let open = content.lastIndex(of: UInt8(ascii: "{")),
        open + 2 < content.endIndex - 1, content[open + 1] == UInt8(ascii: "#")
      else { continue }
      let id = content[(open + 2)..<(content.endIndex - 1)]
      let written = source.line(Int(nodes[Int(last)].startLine)).prefix(Int(nodes[Int(last)].endColumn))
      guard id.allSatisfy({ $0.isIDByte }), written.suffix(id.count + 3).elementsEqual(content[open...]),
        written.dropLast(id.count + 3).last != UInt8(ascii: "\\")
      else { continue }
      nodes[index].detail = Node.Span(start: Int32(id.startIndex), count: Int32(id.count))
      var kept = content[..<open]
      while kept.last == UInt8(ascii: " ") || kept.last == UInt8(ascii: "\t") { kept.removeLast() }
      nodes[Int(last)] = piece(of: nodes[Int(last)], from: 0, count: kept.count)
    }
  }
}

extension UInt8 {
  /// Whether an explicit id may hold this byte: letters, digits, `-`, `_`, `.`, `:` and everything beyond ASCII.
  fileprivate var isIDByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
      UInt8(ascii: ":"), 0x80...:
      true
    default: false
    }
  }
}
