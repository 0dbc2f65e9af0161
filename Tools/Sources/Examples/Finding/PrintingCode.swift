/// Which code prints, as far as its own text tells.
struct PrintingCode {
  private let code: [SwiftCode.Token]
  private let statements: [Range<Int>]

  init(_ code: SwiftCode) {
    self.code = code.code
    statements = code.statements
  }

  /// Whether the line that ends with `comment` prints, or the call does that ends on it.
  func prints(onLineOf comment: SwiftCode.Token) -> Bool {
    let end = code.firstIndex { $0.isAfter(comment) } ?? code.count
    var start = end
    while start > 0, code[start - 1].line == comment.line { start -= 1 }
    // The closing parenthesis of a call is on a line of its own.
    if start < end, code[start].text == ")" {
      while start > 0, code[start].line == code[start - 1].line || code[start].depth > comment.depth { start -= 1 }
    }
    return code[start..<end].contains(where: \.isPrint)
  }

  /// Whether the statement that ends before `comment` prints. A declaration does not.
  func prints(before comment: SwiftCode.Token) -> Bool {
    guard comment.depth == 0 else { return false }
    let end = code.firstIndex { $0.isAfter(comment) } ?? code.count
    guard end > 0, code[end - 1].lastLine == comment.line - 1,
      let statement = statements.last(where: { $0.lowerBound < end })
    else { return false }
    let tokens = code[statement.lowerBound..<end]
    return !tokens.isDeclaration && tokens.contains(where: \.isPrint)
  }

  /// Whether it prints anywhere, in declarations too.
  var prints: Bool { code.contains(where: \.isPrint) }

  /// Whether the program may print something: it calls, awaits or loops over something outside of declarations.
  var mayPrint: Bool {
    statements.contains { statement in
      let tokens = code[statement]
      return !tokens.isDeclaration && tokens.contains { $0.text == "(" || $0.text == "{" } || tokens.declaresTests
        || tokens.contains { $0.kind == .attribute && $0.text == "@main" }
    }
  }
}

extension SwiftCode.Token {
  fileprivate func isAfter(_ other: SwiftCode.Token) -> Bool { (line, offset) > (other.line, other.offset) }

  /// The index of the line that it ends on.
  var lastLine: Int { line + text.utf8.count { $0 == UInt8(ascii: "\n") } }

  fileprivate var isPrint: Bool {
    kind != .string && !isComment
      && ["print", "debugPrint", "dump", "puts", "putchar", "printf", "fputs", "NSLog"].contains(text)
  }
}

extension ArraySlice<SwiftCode.Token> {
  /// Whether these are the tokens of a declaration that runs nothing: of a function, a type or an import.
  var isDeclaration: Bool {
    let head = prefix { $0.text != "{" && $0.text != "=" }
    return head.contains { token in
      Self.declaring.contains { token.isWord($0) }
    }
  }

  /// Whether one of them makes the declaration a test, or a class of tests.
  var declaresTests: Bool {
    contains { $0.kind == .attribute && $0.text == "@Test" || $0.isWord("XCTestCase") }
  }

  private static let declaring = [
    "func", "struct", "class", "enum", "protocol", "extension", "actor", "import", "typealias", "macro", "operator",
    "precedencegroup",
  ]
}
