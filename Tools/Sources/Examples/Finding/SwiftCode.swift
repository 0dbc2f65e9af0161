import Foundation
import Highlighting
import Markdown

/// The tokens of an example's code, each with its place. Blanks are left out.
struct SwiftCode {
  struct Token: Equatable {
    var kind: TokenKind
    var text: String
    /// The index of the line in the example, and the number of bytes before the token.
    var line: Int
    var offset: Int
    /// How many braces, parentheses and brackets are open before it, in this order of the array.
    var depth: Int
    /// How many braces are open before it.
    var braces: Int

    var isComment: Bool { kind == .comment }
    /// Whether it is a word of the code, and not text in a string or a comment.
    func isWord(_ word: String) -> Bool { text == word && kind != .string && kind != .comment }
  }

  private(set) var tokens: [Token] = []
  /// The tokens that are not comments.
  private(set) var code: [Token] = []
  /// The statements at the top level, as ranges of `code`. A condition such as `#if` is one with all that depends on it.
  private(set) var statements: [Range<Int>] = []

  init(_ lines: [CodeLine]) {
    var bytes: [UInt8] = []
    var starts: [Int] = []
    for line in lines {
      starts.append(bytes.count)
      bytes += Array(line.text.utf8) + [UInt8(ascii: "\n")]
    }
    self.init(bytes, lineStarts: starts)
  }

  init(_ source: Source) { self.init(source.bytes, lineStarts: source.lineStarts) }

  private init(_ bytes: [UInt8], lineStarts starts: [Int]) {
    var line = 0
    var (depth, braces) = (0, 0)
    bytes.withUnsafeBufferPointer { buffer in
      SwiftLexer.tokenize(buffer) { kind, range in
        let text = buffer[range]
        if kind == .plain, text.allSatisfy({ " \t\r\n".utf8.contains($0) }) { return }
        while line + 1 < starts.count, starts[line + 1] <= range.lowerBound { line += 1 }
        tokens.append(
          Token(
            kind: kind, text: String(decoding: text, as: UTF8.self), line: line,
            offset: range.lowerBound - starts[line],
            depth: depth, braces: braces))
        guard kind == .plain, text.count == 1, let byte = text.first else { return }
        if "{([".utf8.contains(byte) { depth += 1 }
        if "})]".utf8.contains(byte) { depth -= 1 }
        if byte == UInt8(ascii: "{") { braces += 1 }
        if byte == UInt8(ascii: "}") { braces -= 1 }
      }
    }
    code = tokens.filter { !$0.isComment }
    statements = findStatements()
  }

  init(_ example: Example) { self.init(example.code) }

  /// Every module that the code imports, also where it says what of it.
  var imports: Set<String> {
    let kinds: Set = ["struct", "class", "enum", "protocol", "func", "let", "var", "typealias"]
    var modules: Set<String> = []
    for index in code.indices where code[index].isWord("import") {
      var next = index + 1
      while next < code.count, kinds.contains(code[next].text) { next += 1 }
      if next < code.count { modules.insert(code[next].text.trimming("`")) }
    }
    return modules
  }

  /// Whether the code says where the program starts.
  var hasMain: Bool { code.contains { $0.kind == .attribute && $0.text == "@main" } }
}

extension SwiftCode {
  private func findStatements() -> [Range<Int>] {
    var starts: [Int] = []
    var conditions = 0
    for (index, token) in code.enumerated() {
      defer {
        if token.text == "#if" { conditions += 1 }
        if token.text == "#endif" { conditions -= 1 }
      }
      guard token.depth == 0, conditions == 0, index == 0 || code[index - 1].lastLine < token.line else { continue }
      if index == 0 || token.text == "#if"
        || token.startsStatement && code[index - 1].endsStatement && !isAttribute(before: index)
      {
        starts.append(index)
      }
    }
    return starts.indices.map { starts[$0]..<($0 + 1 < starts.count ? starts[$0 + 1] : code.count) }
  }

  /// Whether the arguments of an attribute end before the token at `index`, so that a declaration goes on there.
  private func isAttribute(before index: Int) -> Bool {
    let last = code[index - 1]
    guard last.text == ")", last.kind != .string else { return false }
    let open = code[..<(index - 1)].lastIndex { $0.text == "(" && $0.depth == last.depth - 1 }
    return open.map { $0 > 0 && code[$0 - 1].kind == .attribute } ?? false
  }
}

extension [CodeLine] {
  /// The lines of the document that the statement at the top level has which `line` is part of.
  func statement(at line: Int) -> Set<Int> {
    let code = SwiftCode(self)
    let statement = code.statements.last { self[code.code[$0.lowerBound].line].number <= line }
    guard let statement, let last = code.code[statement].last else { return [line] }
    return Set(self[code.code[statement.lowerBound].line...last.lastLine].map(\.number))
  }

  /// Whether readers do not see `line`, and it is no part of a declaration or a closure in a variable, which lines that
  /// they see may use.
  func runsHidden(_ line: Int) -> Bool {
    let code = SwiftCode(self)
    guard contains(where: { $0.number == line && $0.isHidden }) else { return false }
    let statement = code.statements.last { self[code.code[$0.lowerBound].line].number <= line }
    guard let tokens = statement.map({ code.code[$0] }) else { return true }
    let isClosure = ["let", "var"].contains(tokens.first?.text) && tokens.contains { $0.text == "{" }
    return !tokens.isDeclaration && !isClosure
  }

  /// The lines of the document between the innermost braces around `line`, theirs included, or else those of its statement.
  func block(at line: Int) -> Set<Int> {
    var open: [Int] = []
    for token in SwiftCode(self).code where token.kind == .plain {
      if token.text == "{" { open.append(token.line) }
      guard token.text == "}", let first = open.popLast() else { continue }
      let lines = Set(self[first...token.line].map(\.number))
      if lines.contains(line) { return lines }
    }
    return statement(at: line)
  }

  /// The lines of that statement, if there is no other in it, or `line` alone.
  func simpleStatement(at line: Int) -> Set<Int> {
    let lines = statement(at: line)
    return contains { lines.contains($0.number) && $0.text.contains("{") } ? [line] : lines
  }
}

extension ArraySlice<SwiftCode.Token> {
  private static let modifiers: Set = [
    "final", "fileprivate", "indirect", "infix", "internal", "nonisolated", "open", "package", "postfix", "prefix",
    "private", "public", "static", "override", "mutating", "convenience", "required",
  ]
  private static let declarations: Set = [
    "actor", "class", "enum", "extension", "func", "import", "macro", "operator", "precedencegroup", "protocol",
    "struct",
    "typealias",
  ]

  /// Whether they start with a declaration, also of a variable or of what only a type has.
  var startsDeclaration: Bool {
    let others = ["let", "var", "case", "init", "deinit", "subscript", "associatedtype", "lazy", "weak", "unowned"]
    guard let first else { return false }
    return isDeclaration || first.kind == .attribute || Self.modifiers.contains(first.text)
      || others.contains(first.text)
  }

  /// Whether these are the tokens of a declaration that runs nothing: of all but variables. A condition with such a
  /// declaration in it is one.
  var isDeclaration: Bool {
    let start = first?.depth
    if first?.text == "#if" { return contains { $0.depth == start && Self.declarations.contains($0.text) } }
    let words = drop {
      $0.kind == .attribute || $0.depth != start || "()".contains($0.text) || Self.modifiers.contains($0.text)
    }
    guard let word = words.first, word.kind != .string, Self.declarations.contains(word.text) else { return false }
    // `actor` and `macro` may also be the names of variables.
    return !["actor", "macro"].contains(word.text) || words.dropFirst().first?.text.first?.isLetter ?? false
  }
}

extension SwiftCode.Token {
  /// Whether a statement may start with it at the start of a line.
  var startsStatement: Bool {
    if kind == .directive, text.hasPrefix("#") { return false }
    if ["else", "catch", "where", "import", "is", "as", "in"].contains(text) { return text == "import" }
    guard let first = text.utf8.first else { return false }
    return first >= 0x80 || "_@\"([$".utf8.contains(first) || first >= UInt8(ascii: "0") && first <= UInt8(ascii: "9")
      || first | 0x20 >= UInt8(ascii: "a") && first | 0x20 <= UInt8(ascii: "z")
  }

  /// Whether a statement may end with it at the end of a line.
  var endsStatement: Bool {
    if kind == .attribute { return false }
    guard kind == .plain || kind == .keyword else { return true }
    let open: Set = [
      "async", "await", "class", "else", "final", "fileprivate", "func", "in", "indirect", "internal", "lazy", "let",
      "nonisolated", "open", "package", "private", "public", "return", "static", "throw", "try", "var", "where",
    ]
    if open.contains(text) { return false }
    return !(text.count == 1 && "=+-*/%&|^<>.,:?~@".contains(text))
  }
}

/// Something in an example's code that it does not mean to be, and that the compiler does not report.
struct CodeProblem: Equatable {
  var token: SwiftCode.Token
  var message: String
  var hint: String
}

extension String {
  /// Without `mark` at both ends.
  func trimming(_ mark: Character) -> String { String(drop { $0 == mark }.reversed().drop { $0 == mark }.reversed()) }
}

extension Source {
  /// Whether it has one of `words` in it: most files need not be read further.
  func mentions(_ words: [String]) -> Bool {
    let text = Data(bytes)
    return words.contains { text.range(of: Data($0.utf8)) != nil }
  }
}

extension StringProtocol {
  /// Whether the text contains `words`, and not as part of longer words.
  func containsWords(_ words: some StringProtocol) -> Bool {
    func isInWord(_ neighbours: Character?...) -> Bool {
      neighbours.allSatisfy { $0.map { $0.isLetter || $0.isNumber } ?? false }
    }
    return ranges(of: words).contains { range in
      !isInWord(self[..<range.lowerBound].last, words.first) && !isInWord(words.last, self[range.upperBound...].first)
    }
  }

  /// Whether the text contains `part`, byte for byte.
  ///
  /// For lines of which few mention it: it is asked before a regular expression, which takes a millisecond to be made.
  func mentions(_ part: String) -> Bool { strstr(String(self), part) != nil }
}
