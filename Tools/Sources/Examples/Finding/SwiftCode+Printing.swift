/// Which code prints, as far as its own text tells.
extension SwiftCode {
  /// Whether the line that ends with `comment` prints, or the call does that ends on it.
  func prints(onLineOf comment: Token) -> Bool {
    let end = end(before: comment)
    // The closing parenthesis of a call is on a line of its own.
    let line = code[start(ofLineBefore: comment, end, closing: ")")..<end]
    if line.contains(where: \.isPrint) { return true }
    // So is the brace of a statement, which may assign code that is not run there.
    return line.map(\.text) == ["}"]
      && printingStatement(before: comment).map { !["let", "var"].contains($0) } ?? false
  }

  /// The index of the first token after `comment`.
  func end(before comment: Token) -> Int {
    var (low, high) = (0, code.count)
    while low < high {
      let middle = (low + high) / 2
      if code[middle].isAfter(comment) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The start of the last line of the code that ends before `comment`, or of what one of `marks` at its start closes.
  private func start(ofLineBefore comment: Token, _ end: Int, closing marks: String) -> Int {
    guard end > 0 else { return 0 }
    let line = code[end - 1].lastLine
    var start = end
    while start > 0, code[start - 1].line == line { start -= 1 }
    guard start < end, marks.contains(code[start].text) else { return start }
    while start > 0, code[start].line == code[start - 1].line || code[start].depth > comment.depth { start -= 1 }
    return start
  }

  /// Whether the code that `comment` is beside prints, and has a string with the first words of `text`, as far as a
  /// colon: the code on its line or, for a comment alone, the lines above that no other comment explains.
  func writesStart(of text: some StringProtocol, beside comment: Token) -> Bool {
    let end = end(before: comment)
    guard end > 0 else { return false }
    let last = code[end - 1]
    var start = start(ofLineBefore: comment, end, closing: ")}")
    if last.lastLine < comment.line {
      let comments = tokens.filter(\.isComment)
      guard let index = comments.firstIndex(where: { $0.line == comment.line && $0.offset == comment.offset }) else {
        return false
      }
      // The comments between this one and the code are of its block.
      let above = comments[...index].reversed().prefix { $0.isAfter(last) && $0.line > last.lastLine }
      guard last.lastLine + above.count == comment.line else { return false }
      if comment.depth == 0, let statement = statements.last(where: { $0.lowerBound < end }) {
        start = statement.lowerBound
        guard !code[start..<end].isDeclaration else { return false }
      }
      guard code[start..<end].contains(where: \.isPrint) else { return false }
      let other = comments.last { code[start].isAfter($0) }
      while start > 0, other.map(code[start - 1].isAfter) ?? true { start -= 1 }
    }
    let text = text.trimmingBlanks()
    let words = text.firstIndex(of: ":").map { text[...$0] } ?? text[...]
    return code[start..<end].contains(where: \.isPrint)
      && code[start..<end].contains { $0.kind == .string && $0.text.contains(words) }
  }

  /// Whether the statement that ends on the line before `comment` prints. A declaration does not.
  func prints(before comment: Token) -> Bool {
    let end = end(before: comment)
    return end > 0 && code[end - 1].lastLine == comment.line - 1 && printingStatement(before: comment) != nil
  }

  /// The first word of the statement that ends before `comment`, if that prints.
  private func printingStatement(before comment: Token) -> String? {
    let end = end(before: comment)
    guard comment.depth == 0, let statement = statements.last(where: { $0.lowerBound < end }) else { return nil }
    let tokens = code[statement.lowerBound..<end]
    return !tokens.isDeclaration && tokens.contains(where: \.isPrint) ? tokens.first?.text : nil
  }

  /// Whether the program probably prints: it prints anywhere, in declarations too, or calls, awaits or loops over something
  /// outside of them.
  var mayPrint: Bool {
    code.contains(where: \.isPrint)
      || statements.contains { statement in
        let tokens = code[statement]
        return !tokens.isDeclaration && tokens.contains { $0.text == "(" || $0.text == "{" } || tokens.declaresTests
          || tokens.contains { $0.kind == .attribute && $0.text == "@main" }
      }
  }
}

extension SwiftCode.Token {
  func isAfter(_ other: SwiftCode.Token) -> Bool { (line, offset) > (other.line, other.offset) }

  /// The index of the line that it ends on.
  var lastLine: Int { line + text.utf8.count { $0 == UInt8(ascii: "\n") } }

  fileprivate var isPrint: Bool {
    kind != .string && !isComment
      && ["print", "debugPrint", "dump", "puts", "putchar", "printf", "fputs", "NSLog"].contains(text)
  }
}

extension ArraySlice<SwiftCode.Token> {
  /// Whether one of them makes the declaration a test, or a class of tests.
  var declaresTests: Bool {
    contains { $0.kind == .attribute && $0.text == "@Test" || $0.isWord("XCTestCase") }
  }
}
