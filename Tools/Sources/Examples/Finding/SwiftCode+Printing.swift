/// Which code prints, as far as its own text tells.
extension SwiftCode {
  /// Whether the line that ends with `comment` prints, or the call does that ends on it.
  func prints(onLineOf comment: Token) -> Bool {
    // The closing parenthesis of a call, or the brace of a statement, is on a line of its own.
    if line(before: comment, closing: ")").prints { return true }
    let statement = line(before: comment, closing: ")}")
    return statement.prints && statement.runsBlock && !statement.isNamed(in: comment)
  }

  /// Whether the line that ends with `comment` is a call, and not a declaration or an assignment.
  func calls(onLineOf comment: Token) -> Bool {
    let line = line(before: comment, closing: ")")
    let others = ["=", "let", "var", "func", "init", "case"]
    return line.last?.text == ")" && !line.contains { token in others.contains { token.isWord($0) } }
  }

  /// Whether `comment` is behind the start of code for an error or another case, or above a case.
  func handlesError(beside comment: Token) -> Bool {
    let end = end(before: comment)
    let line = code[..<end].reversed().prefix { $0.lastLine == comment.line }
    guard let last = line.first else {
      return end < code.count && code[end].line == comment.line + 1 && code[end].isWord("case")
    }
    return last.text == ":" || line.contains { $0.isWord("catch") || $0.isWord("guard") }
  }

  /// Whether `comment` is the documentation of a declaration directly below it.
  func isDocumentation(_ comment: Token) -> Bool {
    guard comment.text.hasPrefix("///") || comment.text.hasPrefix("/**") else { return false }
    let end = end(before: comment)
    guard end < code.count, end == 0 || code[end - 1].lastLine < comment.line else { return false }
    let comments = tokens[self.end(before: comment, in: tokens)...].prefix(while: \.isComment)
    let last = comments.reduce(comment.lastLine) { $1.line == $0 + 1 ? $1.lastLine : $0 }
    return code[end].line == last + 1 && code[end...].startsDeclaration
  }

  /// The index of the first token after `comment` in the code, or in `list`.
  func end(before comment: Token, in list: [Token]? = nil) -> Int {
    let list = list ?? code
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if list[middle].isAfter(comment) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The last line of the code that ends before `comment`, or all of what one of `marks` at its start closes.
  func line(before comment: Token, closing marks: String) -> ArraySlice<Token> {
    let end = end(before: comment)
    var start = end
    while start > 0, code[start - 1].line == code[end - 1].lastLine { start -= 1 }
    guard start < end, marks.contains(code[start].text) else { return code[start..<end] }
    while start > 0, code[start].line == code[start - 1].line || code[start].depth > comment.depth { start -= 1 }
    return code[start..<end]
  }

  /// Whether the code that `comment` is beside prints, and has a string with the first words of `text`, as far as a
  /// colon: the code on its line or, for a comment alone, the lines above that no other comment explains.
  func writesStart(of text: some StringProtocol, beside comment: Token) -> Bool {
    let end = end(before: comment)
    guard end > 0 else { return false }
    let last = code[end - 1]
    var start = line(before: comment, closing: ")}").startIndex
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
      guard code[start..<end].prints else { return false }
      let other = comments.last { code[start].isAfter($0) }
      while start > 0, other.map(code[start - 1].isAfter) ?? true { start -= 1 }
    }
    let text = text.trimmingBlanks()
    let words = text.firstIndex(of: ":").map { text[...$0] } ?? text[...]
    return code[start..<end].prints
      && code[start..<end].contains { $0.kind == .string && $0.text.contains(words) }
  }

  /// Whether the statement that ends on the line before `comment` prints. A declaration does not.
  func prints(before comment: Token) -> Bool {
    let end = end(before: comment)
    guard comment.depth == 0, end > 0, code[end - 1].lastLine == comment.line - 1,
      let statement = statements.last(where: { $0.lowerBound < end })
    else { return false }
    let tokens = code[statement.lowerBound..<end]
    return !tokens.isDeclaration && tokens.prints
  }

  /// The comments beside a line with one print, outside of braces, if the code prints whole lines only.
  var commentsBesideSinglePrints: [Token] {
    if code.contains(where: { ["terminator", "putchar", "printf", "fputs"].contains($0.text) }) { return [] }
    return tokens.filter { comment in
      comment.isComment && line(before: comment, closing: ")").filter(\.isPrint).map(\.braces) == [0]
    }
  }

  /// Whether the program probably prints: it prints anywhere, in declarations too, or calls, awaits or loops over something
  /// outside of them.
  var mayPrint: Bool {
    code[...].prints
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
      && ["print", "debugPrint", "dump", "puts", "putchar", "printf", "fputs"].contains(text)
  }
}

extension ArraySlice<SwiftCode.Token> {
  /// Whether it has a call that prints, and not to something else than standard output.
  fileprivate var prints: Bool {
    indices.contains { index in
      guard self[index].isPrint else { return false }
      let inner = self[index...].dropFirst(2).prefix { $0.depth > self[index].depth }
      if self[index].text == "fputs" { return inner.contains { $0.isWord("stdout") } }
      return !zip(inner, inner.dropFirst()).contains {
        $0.text == "to" && $1.text == ":" && $0.depth == self[index].depth + 1
      }
    }
  }

  /// Whether it is a statement that runs the code between its braces, as far as its own words tell: one that assigns a
  /// closure does not.
  fileprivate var runsBlock: Bool {
    guard let first else { return false }
    if ["for", "while", "repeat", "do", "if", "guard", "switch"].contains(first.text) { return true }
    let others = ["=", "let", "var", "Task"]
    return first.depth == 0 && !isDeclaration && !contains { $0.depth == 0 && others.contains($0.text) }
  }

  /// Whether `comment` behind its brace says what ends there: it has words of the code, or begins with `end`, or is a
  /// sentence without marks and numbers.
  fileprivate func isNamed(in comment: SwiftCode.Token) -> Bool {
    let text = comment.text.dropFirst(2)
    let words = text.split { !$0.isLetter && !$0.isNumber }
    guard let first = words.first(where: { $0.contains(where: \.isLetter) }) else { return false }
    if ["end", "loop"].contains(first.lowercased()) { return true }
    if words.count > 1, text.allSatisfy({ $0.isLetter || $0 == " " }) { return true }
    return words.allSatisfy { word in contains { $0.isWord(String(word)) } }
  }

  /// Whether one of them makes the declaration a test, or a class of tests.
  var declaresTests: Bool { contains { $0.kind == .attribute && $0.text == "@Test" || $0.isWord("XCTestCase") } }
}
