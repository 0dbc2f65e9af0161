/// Literals that hold text: strings with their interpolations, and regular expressions.
extension SwiftLexer {
  mutating func openString(pounds: Int) {
    let isMultiline = byte() == UInt8(ascii: "\"") && byte(1) == UInt8(ascii: "\"") && byte(2) == UInt8(ascii: "\"")
    strings.append(StringState(pounds: pounds, isMultiline: isMultiline))
    position += isMultiline ? 3 : 1
  }

  /// From inside a string to its end or to the start of an interpolation.
  mutating func stringText(_ string: StringState) -> TokenKind {
    while position < code.count {
      switch code[position] {
      case UInt8(ascii: "\\") where hasPounds(string.pounds, at: position + 1):
        position = min(position + 1 + string.pounds, code.count)
        if byte() == UInt8(ascii: "(") {
          position += 1
          strings[strings.count - 1].parentheses = 1
          lastSignificant = UInt8(ascii: "(")
          return .string
        }
        position = min(position + 1, code.count)
      case UInt8(ascii: "\"") where closes(string):
        position += (string.isMultiline ? 3 : 1) + string.pounds
        strings.removeLast()
        lastSignificant = UInt8(ascii: "\"")
        return .string
      case UInt8(ascii: "\n") where !string.isMultiline:
        // Not closed: the line's end ends it, and the interpolations it is in.
        strings.removeAll { !$0.isMultiline }
        return .string
      default:
        position += 1
      }
    }
    return .string
  }

  private func closes(_ string: StringState) -> Bool {
    guard string.isMultiline else { return hasPounds(string.pounds, at: position + 1) }
    return byte(1) == UInt8(ascii: "\"") && byte(2) == UInt8(ascii: "\"") && hasPounds(string.pounds, at: position + 3)
  }

  private func hasPounds(_ count: Int, at start: Int) -> Bool {
    guard start + count <= code.count else { return false }
    return (start..<(start + count)).allSatisfy { code[$0] == UInt8(ascii: "#") }
  }

  /// Steps over a `/regex/` literal if one starts here: where a value is allowed, and closed on the same line.
  mutating func regexLiteral() -> Bool {
    guard !byte(1).isSpace, byte(1) != 0, "=(,:[{;!&|\n".utf8.contains(lastSignificant) else { return false }
    var index = position + 1
    var inClass = false
    while index < code.count, code[index] != UInt8(ascii: "\n") {
      switch code[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "["): inClass = true
      case UInt8(ascii: "]"): inClass = false
      case UInt8(ascii: "/") where !inClass:
        guard !code[index - 1].isSpace else { return false }
        position = index + 1
        return true
      default: break
      }
      index += 1
    }
    return false
  }

  mutating func extendedRegexEnd(pounds: Int) -> Int {
    if openRegexes.contains(pounds) { return position }
    var index = position + pounds + 1
    while index < code.count {
      if code[index] == UInt8(ascii: "/"), hasPounds(pounds, at: index + 1) { return index + 1 + pounds }
      index += 1
    }
    openRegexes.insert(pounds)
    return position
  }
}
