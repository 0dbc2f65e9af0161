/// Tells which parts of a text were written as escapes or entities, which libcmark does not.
enum EscapedText {
  struct Part {
    /// The part of the text, counted from its start.
    var text: Range<Int>
    /// The part of what was written, counted from its start.
    var written: Range<Int>
    var isEscaped: Bool
  }

  /// Matches `text` with the source that was `written` for it; nil if they do not match.
  static func parts(of text: ArraySlice<UInt8>, written: ArraySlice<UInt8>) -> [Part]? {
    let (text, written) = (Array(text), Array(written))
    var parts: [Part] = []
    var (position, source) = (0, 0)
    var (plainText, plainSource) = (0, 0)
    func endPlain() {
      guard position > plainText else { return }
      parts.append(Part(text: plainText..<position, written: plainSource..<source, isEscaped: false))
    }
    while source < written.count {
      let (textLength, sourceLength): (Int, Int)
      if written[source] == UInt8(ascii: "\\"), source + 1 < written.count, written[source + 1].isPunctuation,
        position < text.count, text[position] == written[source + 1]
      {
        (textLength, sourceLength) = (1, 2)
      } else if let entity = entity(in: written, at: source, text: text, position: position) {
        (textLength, sourceLength) = entity
      } else {
        guard position < text.count, text[position] == written[source] else { return nil }
        position += 1
        source += 1
        continue
      }
      endPlain()
      parts.append(
        Part(
          text: position..<(position + textLength), written: source..<(source + sourceLength), isEscaped: true))
      position += textLength
      source += sourceLength
      (plainText, plainSource) = (position, source)
    }
    endPlain()
    return position == text.count && !parts.isEmpty ? parts : nil
  }

  /// The lengths of an entity's text and of the entity itself; nil when none starts here.
  private static func entity(
    in written: [UInt8], at start: Int, text: [UInt8], position: Int
  ) -> (text: Int, written: Int)? {
    guard written[start] == UInt8(ascii: "&"), position < text.count,
      let end = written[start...].prefix(34).firstIndex(of: UInt8(ascii: ";"))
    else { return nil }
    // Text that is not the name of an entity stays as it was written.
    if text[position...].starts(with: written[start...end]) { return nil }
    var length = 0
    for _ in 1...2 {
      guard position + length < text.count else { return nil }
      length += 1
      while position + length < text.count, text[position + length] & 0xC0 == 0x80 { length += 1 }
      let isEnd = end + 1 == written.count && position + length == text.count
      if isEnd { return (length, end + 1 - start) }
      guard end + 1 < written.count, position + length < text.count else { continue }
      let next = written[end + 1]
      if next == text[position + length] || next == UInt8(ascii: "&") || next == UInt8(ascii: "\\") {
        return (length, end + 1 - start)
      }
    }
    return nil
  }
}

extension UInt8 {
  /// Whether a backslash before this byte escapes it.
  fileprivate var isPunctuation: Bool {
    switch self {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }
}
