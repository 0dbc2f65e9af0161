extension Tree {
  /// Turns addresses of the web in text into links: from `http://` or `https://` to the next blank, without the marks that
  /// end a sentence.
  mutating func findAutolinks() {
    for index in nodes.indices where nodes[index].kind == .text {
      guard Self.address(in: bytes(nodes[index].literal)) != nil,
        !ancestors(of: Int32(index)).contains(where: { [.link, .image].contains(nodes[Int($0)].kind) })
      else { continue }
      var current = Int32(index)
      while let address = Self.address(in: bytes(nodes[Int(current)].literal)) {
        let (text, before) = (nodes[Int(current)], Int(current))
        let start = address.lowerBound - Int(text.literal.start)
        var link = piece(of: text, from: start, count: address.count)
        let label = append(link)
        link.kind = .link
        let linkIndex = insert(link, after: current)
        adopt(label, by: linkIndex)
        let end = start + address.count
        current = insert(piece(of: text, from: end, count: Int(text.literal.count) - end), after: linkIndex)
        nodes[before].literal.count = Int32(start)
      }
    }
  }

  private static func address(in text: ArraySlice<UInt8>) -> Range<Int>? {
    var rest = text
    while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      rest = text[(colon + 1)...]
      let scheme = text[..<colon].reversed().prefix { $0.isLetterOrDigit }.count
      let start = colon - scheme
      guard rest.starts(with: "//".utf8),
        ["http", "https"].contains(String(decoding: text[start..<colon], as: UTF8.self)),
        start == text.startIndex || " \t*_~(".utf8.contains(text[start - 1])
      else { continue }
      var address = text[start..<(rest.firstIndex { " \t<".utf8.contains($0) } ?? text.endIndex)]
      // A parenthesis around it is none of it.
      var surplus = address.reduce(0) { $0 + ($1 == UInt8(ascii: ")") ? 1 : $1 == UInt8(ascii: "(") ? -1 : 0) }
      while let last = address.last, "?!.,:*_~'\"".utf8.contains(last) || last == UInt8(ascii: ")") && surplus > 0 {
        if last == UInt8(ascii: ")") { surplus -= 1 }
        address.removeLast()
      }
      if address.dropFirst(scheme + 3).contains(UInt8(ascii: ".")) { return address.indices }
    }
    return nil
  }
}

extension UInt8 {
  var isLetterOrDigit: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
  }
}
