/// One tag, comment or other mark in raw HTML.
enum HTMLMark: Sendable {
  struct Attribute: Sendable {
    let name: String
    /// The value as written, entities and all; nil when there is none.
    let value: ArraySlice<UInt8>?
  }

  case start(name: String, attributes: [Attribute])
  case end(name: String)
  case comment
  /// A declaration, a processing instruction or a CDATA section.
  case other

  /// How marks other than tags start and end.
  private static let others: [(start: String, end: String, mark: HTMLMark)] = [
    ("<!--", "-->", .comment), ("<?", "?>", .other), ("<![CDATA[", "]]>", .other), ("<!", ">", .other),
  ]

  /// Reads the mark at the start of `text`, which starts with `<`; nil when that is only a character.
  static func read(_ text: ArraySlice<UInt8>) -> (mark: HTMLMark, end: Int)? {
    for other in others where text.starts(with: other.start.utf8) {
      return (other.mark, text.firstRange(of: other.end.utf8)?.upperBound ?? text.endIndex)
    }
    var rest = text.dropFirst()
    return tag(&rest).map { ($0, rest.startIndex) }
  }

  private static func tag(_ rest: inout ArraySlice<UInt8>) -> HTMLMark? {
    let isEnd = rest.first == UInt8(ascii: "/")
    if isEnd { rest.removeFirst() }
    guard let first = rest.first, isLetter(first) else { return nil }
    let name = word(&rest) { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
    var attributes: [Attribute] = []
    while true {
      rest = rest.drop(while: isSpace)
      switch rest.first {
      case UInt8(ascii: ">"):
        rest.removeFirst()
        return isEnd ? .end(name: name) : .start(name: name, attributes: attributes)
      case UInt8(ascii: "/"): rest.removeFirst()
      default:
        let name = word(&rest) { !isSpace($0) && !"\"'<>/=\0".utf8.contains($0) }
        guard !name.isEmpty else { return nil }
        let value = rest.drop(while: isSpace)
        guard value.first == UInt8(ascii: "=") else {
          attributes.append(Attribute(name: name, value: nil))
          continue
        }
        rest = value.dropFirst().drop(while: isSpace)
        guard let value = Self.value(&rest) else { return nil }
        attributes.append(Attribute(name: name, value: value))
      }
    }
  }

  private static func value(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      rest.removeFirst()
      guard let end = rest.firstIndex(of: quote) else { return nil }
      defer { rest = rest[(end + 1)...] }
      return rest[..<end]
    }
    let value = rest.prefix { !isSpace($0) && !"\"'<>=`".utf8.contains($0) }
    rest = rest[value.endIndex...]
    return value.isEmpty ? nil : value
  }

  private static func word(_ rest: inout ArraySlice<UInt8>, _ belongs: (UInt8) -> Bool) -> String {
    let word = rest.prefix(while: belongs)
    rest = rest[word.endIndex...]
    return String(decoding: word, as: UTF8.self).lowercased()
  }

  private static func isSpace(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }
}

func isLetter(_ byte: UInt8) -> Bool {
  byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
}

func isDigit(_ byte: UInt8) -> Bool {
  byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
}
