/// One tag, comment or other mark in raw HTML.
enum HTMLMark {
  struct Attribute {
    let name: String
    /// The value as written, entities and all; nil when there is none.
    let value: ArraySlice<UInt8>?
  }

  case start(name: String, attributes: [Attribute])
  case end(name: String)
  case comment
  /// A declaration, a processing instruction or a CDATA section.
  case other

  /// Reads the mark at the start of `text`, which starts with `<`; nil when that is only a character.
  static func read(_ text: ArraySlice<UInt8>) -> (mark: HTMLMark, end: Int)? {
    if text.starts(with: "<!--".utf8) {
      return (.comment, end(of: "-->", in: text) ?? text.endIndex)
    }
    if text.starts(with: "<?".utf8) { return (.other, end(of: "?>", in: text) ?? text.endIndex) }
    if text.starts(with: "<![CDATA[".utf8) { return (.other, end(of: "]]>", in: text) ?? text.endIndex) }
    if text.starts(with: "<!".utf8) { return (.other, end(of: ">", in: text) ?? text.endIndex) }
    var reader = TagReader(text: text, position: text.startIndex + 1)
    return reader.read().map { ($0, reader.position) }
  }

  private static func end(of mark: String, in text: ArraySlice<UInt8>) -> Int? {
    text.firstRange(of: mark.utf8)?.upperBound
  }
}

private struct TagReader {
  let text: ArraySlice<UInt8>
  var position: Int

  private var current: UInt8 { position < text.endIndex ? text[position] : 0 }

  mutating func read() -> HTMLMark? {
    let isEnd = current == UInt8(ascii: "/")
    if isEnd { position += 1 }
    guard isLetter(current) else { return nil }
    let name = word { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
    var attributes: [HTMLMark.Attribute] = []
    while true {
      skipSpace()
      switch current {
      case UInt8(ascii: ">"):
        position += 1
        return isEnd ? .end(name: name) : .start(name: name, attributes: attributes)
      case UInt8(ascii: "/"): position += 1
      case UInt8(ascii: "<"), 0: return nil
      default:
        guard let attribute = attribute() else { return nil }
        attributes.append(attribute)
      }
    }
  }

  private mutating func attribute() -> HTMLMark.Attribute? {
    let name = word { !" \t\r\n\"'<>/=".utf8.contains($0) && $0 != 0 }
    guard !name.isEmpty else { return nil }
    let afterName = position
    skipSpace()
    guard current == UInt8(ascii: "=") else {
      position = afterName
      return HTMLMark.Attribute(name: name, value: nil)
    }
    position += 1
    skipSpace()
    let quote = current
    let start: Int
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      position += 1
      start = position
      while position < text.endIndex, text[position] != quote { position += 1 }
      guard position < text.endIndex else { return nil }
      position += 1
      return HTMLMark.Attribute(name: name, value: text[start..<(position - 1)])
    }
    start = position
    while position < text.endIndex, !" \t\r\n\"'<>=`".utf8.contains(text[position]) { position += 1 }
    return start == position ? nil : HTMLMark.Attribute(name: name, value: text[start..<position])
  }

  private mutating func word(_ belongs: (UInt8) -> Bool) -> String {
    let start = position
    while position < text.endIndex, belongs(text[position]) { position += 1 }
    return String(decoding: text[start..<position], as: UTF8.self).lowercased()
  }

  private mutating func skipSpace() {
    while position < text.endIndex, " \t\r\n".utf8.contains(text[position]) { position += 1 }
  }
}

func isLetter(_ byte: UInt8) -> Bool {
  byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
}

func isDigit(_ byte: UInt8) -> Bool {
  byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
}
