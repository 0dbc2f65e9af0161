extension Tree {
  /// Marks quotes whose first line is `[!NOTE]`, `[!TIP]`, `[!IMPORTANT]`, `[!WARNING]` or `[!CAUTION]`, and
  /// removes that line from the text. The text beside the kind is the admonition's title.
  mutating func findAdmonitions(in source: Source) {
    for index in nodes.indices where nodes[index].kind == .blockQuote {
      let paragraph = nodes[index].firstChild
      guard paragraph >= 0, nodes[Int(paragraph)].kind == .paragraph else { continue }
      let first = nodes[Int(paragraph)].firstChild
      guard first >= 0, nodes[Int(first)].kind == .text else { continue }
      let content = bytes(nodes[Int(first)].literal)
      guard content.starts(with: "[!".utf8), source.isWritten(content.prefix(2), at: nodes[Int(first)]),
        let close = content.firstIndex(of: UInt8(ascii: "]"))
      else { continue }
      let after = nodes[Int(first)].next
      guard after < 0 || nodes[Int(after)].kind == .softBreak else { continue }

      let label = content[(content.startIndex + 2)..<close]
      let word = label.prefix { $0 != UInt8(ascii: " ") }
      let name = String(decoding: word, as: UTF8.self).lowercased()
      guard let kind = Node.Admonition.allCases.first(where: { "\($0)" == name }) else { continue }
      let inside = label.dropFirst(word.count).drop { $0 == UInt8(ascii: " ") }
      let beside = content[(close + 1)...].drop { $0 == UInt8(ascii: " ") }
      let title = inside.isEmpty ? beside : inside

      nodes[index].number = kind.rawValue
      nodes[index].detail = Node.Span(start: Int32(title.startIndex), count: Int32(title.count))
      let rest = after < 0 ? -1 : nodes[Int(after)].next
      if rest < 0 {
        nodes[index].firstChild = nodes[Int(paragraph)].next
        if nodes[index].firstChild < 0 { nodes[index].lastChild = -1 }
      } else {
        nodes[Int(paragraph)].firstChild = rest
      }
    }
  }
}
