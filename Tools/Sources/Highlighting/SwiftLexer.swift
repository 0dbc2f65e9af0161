/// The kind of a piece of code.
public enum TokenKind: UInt8, Sendable {
  case plain, keyword, type, call, attribute, directive, string, number, comment
}

/// Cuts Swift into tokens, fast and without judging: any bytes give some tokens, and all of them are covered.
///
/// It reads ahead one line's worth at most, but for the end of an extended regular expression, and for that once if there is
/// none. So its time is linear in the code.
public struct SwiftLexer {
  let code: UnsafeBufferPointer<UInt8>
  var position = 0
  /// The strings around the current position, each inside an interpolation of the one before.
  var strings: [StringState] = []
  /// The last byte that was not space or comment, and the word before the position if that was one.
  var lastSignificant: UInt8 = UInt8(ascii: "\n")
  private var lastWord: Range<Int> = 0..<0
  /// The numbers of `#` with which no regular expression ends from here on, as far as one was looked for.
  var openRegexes: Set<Int> = []

  struct StringState {
    let pounds: Int
    let isMultiline: Bool
    /// How many parentheses are open in the interpolation; 0 while in the text itself.
    var parentheses = 0
  }

  init(_ code: UnsafeBufferPointer<UInt8>) {
    self.code = code
  }

  /// Calls `body` with every stretch of `code` in order, each with its kind.
  public static func tokenize(_ code: UnsafeBufferPointer<UInt8>, _ body: (TokenKind, Range<Int>) -> Void) {
    var lexer = SwiftLexer(code)
    while lexer.position < code.count {
      let start = lexer.position
      let kind = lexer.next()
      body(kind, start..<lexer.position)
    }
  }

  func byte(_ offset: Int = 0) -> UInt8 {
    let index = position + offset
    return index < code.count ? code[index] : 0
  }

  private mutating func next() -> TokenKind {
    if let string = strings.last, string.parentheses == 0 { return stringText(string) }
    let first = code[position]
    switch first {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      while position < code.count, code[position].isSpace { position += 1 }
      return .plain
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
      while position < code.count, code[position] != UInt8(ascii: "\n") { position += 1 }
      return .comment
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"):
      blockComment()
      return .comment
    case UInt8(ascii: "/") where regexLiteral():
      lastSignificant = UInt8(ascii: "/")
      return .string
    case UInt8(ascii: "\""):
      openString(pounds: 0)
      return stringText(strings[strings.count - 1])
    case UInt8(ascii: "#"):
      return pound()
    case UInt8(ascii: "@"):
      position += 1
      skipWord()
      while byte() == UInt8(ascii: "."), byte(1).startsWord {
        position += 1
        skipWord()
      }
      lastSignificant = UInt8(ascii: "@")
      return .attribute
    case UInt8(ascii: "`"):
      let start = position
      position += 1
      while position < code.count, ![UInt8(ascii: "`"), UInt8(ascii: "\n")].contains(code[position]) { position += 1 }
      if byte() == UInt8(ascii: "`") { position += 1 }
      note(word: start..<position)
      return .plain
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      return number()
    case UInt8(ascii: "$"):
      position += 1
      skipWord()
      lastSignificant = UInt8(ascii: "$")
      return .plain
    case _ where first.startsWord:
      return word()
    default:
      return punctuation(first)
    }
  }

  private mutating func punctuation(_ first: UInt8) -> TokenKind {
    position += 1
    lastSignificant = first
    if let depth = strings.last?.parentheses {
      if first == UInt8(ascii: "(") { strings[strings.count - 1].parentheses = depth + 1 }
      if first == UInt8(ascii: ")") {
        strings[strings.count - 1].parentheses = depth - 1
        // The parenthesis that ends an interpolation is as much string as the one that began it.
        if depth == 1 { return .string }
      }
    }
    return .plain
  }

  private mutating func blockComment() {
    var depth = 0
    while position < code.count {
      if byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        depth += 1
        position += 2
      } else if byte() == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        depth -= 1
        position += 2
        if depth == 0 { return }
      } else {
        position += 1
      }
    }
  }

  private mutating func skipWord() {
    while position < code.count, code[position].continuesWord { position += 1 }
  }

  private mutating func note(word: Range<Int>) {
    lastWord = word
    lastSignificant = UInt8(ascii: "a")
  }

  private mutating func number() -> TokenKind {
    let isHexadecimal = byte() == UInt8(ascii: "0") && byte(1) == UInt8(ascii: "x")
    let exponents = isHexadecimal ? [UInt8(ascii: "p"), UInt8(ascii: "P")] : [UInt8(ascii: "e"), UInt8(ascii: "E")]
    var seenPoint = lastSignificant == UInt8(ascii: ".")
    while position < code.count {
      let current = code[position]
      if current == UInt8(ascii: "."), !seenPoint, byte(1).isDigit || (isHexadecimal && byte(1).isHexadecimalDigit) {
        seenPoint = true
      } else if [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(current), exponents.contains(code[position - 1]),
        byte(1).isDigit
      {
        // Part of the exponent.
      } else if !current.isDigit, !current.continuesWord || current >= 0x80 {
        break
      }
      position += 1
    }
    lastSignificant = UInt8(ascii: "0")
    return .number
  }

  private mutating func pound() -> TokenKind {
    var pounds = 0
    while byte(pounds) == UInt8(ascii: "#") { pounds += 1 }
    if byte(pounds) == UInt8(ascii: "\"") {
      position += pounds
      openString(pounds: pounds)
      return stringText(strings[strings.count - 1])
    }
    if byte(pounds) == UInt8(ascii: "/") {
      let end = extendedRegexEnd(pounds: pounds)
      if end > position {
        position = end
        lastSignificant = UInt8(ascii: "/")
        return .string
      }
    }
    position += pounds
    skipWord()
    lastSignificant = UInt8(ascii: "#")
    return .directive
  }

  private mutating func word() -> TokenKind {
    let start = position
    skipWord()
    let range = start..<position
    defer { note(word: range) }
    return WordClass(
      word: text(range), after: lastSignificant,
      previous: lastSignificant == UInt8(ascii: "a") ? text(lastWord) : text(0..<0),
      rest: UnsafeBufferPointer(rebasing: code[position...])
    ).kind
  }

  private func text(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: code[range])
  }
}

extension UInt8 {
  var isSpace: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\n") || self == UInt8(ascii: "\t") || self == UInt8(ascii: "\r")
  }

  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  var isHexadecimalDigit: Bool {
    isDigit || (self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "f"))
  }

  var startsWord: Bool {
    (self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "z")) || self == UInt8(ascii: "_") || self >= 0x80
  }

  var continuesWord: Bool { startsWord || isDigit }
}
