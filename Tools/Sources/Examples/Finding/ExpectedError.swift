import Markdown

/// An error that a comment announces: `// Error` or `// error: the compiler's words` behind code, or a sentence such as
/// `this reports a compile-time error`.
///
/// The lines of it are left out of what is run. Where the compiler accepts them, the program must trap there.
public struct ExpectedError: Sendable, Equatable {
  /// The lines of the document that may have it: the comment's own or, where that is alone, those of the statement that
  /// ends on the line before it, else the first one after it.
  public var lines: Set<Int>
  /// The line directly below a comment that is directly below a statement, of which it may be, too.
  var below: Int?
  /// The line of the comment, and its text.
  public var line: Int
  public var comment: String
  /// Part of the compiler's message; nil when any will do.
  public var text: String?
  /// Whether the compiler or a run must report it. Otherwise, either may.
  public var isCertain: Bool

  /// The errors that the comments of `code` announce.
  static func all(in lines: [CodeLine]) -> [ExpectedError] {
    let marks = ["rror", "RROR", "compile", "rap", "rash", "EXC_BAD", "recondition fail"] + signs.map(String.init)
    guard lines.contains(where: { line in marks.contains(where: line.text.mentions) }) else { return [] }
    let code = SwiftCode(lines)
    return code.tokens.filter(\.isComment).compactMap { comment in
      let text = OutputComments.text(of: comment).drop { "/* \t".contains($0) }
      let end = code.end(before: comment)
      let isBehind = end > 0 && code.code[end - 1].lastLine == comment.line
      if end < code.code.count, code.code[end].line == comment.lastLine { return nil }
      guard let isCertain = isCertain(in: text, isBehind: isBehind) ?? (isShort(text, comment, code) ? true : nil),
        !code.isDocumentation(comment), !code.writesStart(of: text, beside: comment)
      else { return nil }
      let isAhead = text.trimmingTrailingBlanks().hasSuffix(":")
      let indices = isBehind ? [comment.line] : around(comment, code, isAhead: isAhead)
      if indices.isEmpty { return nil }
      let isBetween = !isBehind && indices.contains { $0 < comment.line }
      let isAbove = end < code.code.count && code.code[end].line == comment.line + 1
      let words = withoutSign(text)
      return ExpectedError(
        lines: Set(indices.map { lines[$0].number }),
        below: isBetween && isAbove ? lines[comment.line + 1].number : nil, line: lines[comment.line].number,
        comment: text.trimmingTrailingBlanks(),
        text: words.hasPrefix("error: ") ? words.dropFirst(7).trimmingBlanks() : nil,
        isCertain: isCertain && !(words.lowercased().hasPrefix("error") && code.handlesError(beside: comment)))
    }
  }

  /// Signs of an error behind code, also without its words. Only the first is that of an error alone: a line that compiles
  /// may have the others because it is bad.
  private static let signs: [Unicode.Scalar] = ["🛑", "❌", "🚫", "⛔"]

  /// Whether there must be the error that a comment with `text` announces, or only may be; nil if it announces none. A sign
  /// alone does only behind code.
  static func isCertain(in text: some StringProtocol, isBehind: Bool) -> Bool? {
    let sign = isBehind ? text.unicodeScalars.first { !$0.properties.isWhitespace } : nil
    let text = withoutSign(text.lowercased().replacing("’", with: "'"))
    if text.hasPrefix("note:") { return nil }
    if sign == signs[0] && !text.hasPrefix("stop") || text.contains(start) { return true }
    let found = phrases.compactMap { text.firstRange(of: $0) }.filter {
      !text[..<$0.lowerBound].contains(denial) && !text[$0.upperBound...].hasPrefix(" into ")
    }
    if found.isEmpty { return sign.map(signs.dropFirst().contains) ?? false ? false : nil }
    // A condition may hold here or not, unless a colon says that it does.
    return text.last == ":"
      || found.contains {
        !text[$0.upperBound...].hasPrefix(" if ") && !text[..<$0.lowerBound].contains(/\b(if|unless|without)\b/)
      }
  }

  /// What takes back the words after it: that they are in commented-out code, or a negation.
  nonisolated(unsafe) private static let denial =
    /(^|[^:])\/\/|(\bno|not|never|n't|(instead|rather) (of|than)|into|\bavoid[a-z]*)( an?| any| the)? $/

  /// The text after a sign, such as a cross or an arrow to the line above.
  private static func withoutSign<Text: StringProtocol>(_ text: Text) -> Text.SubSequence {
    text.drop { $0.isWhitespace || $0 == "^" || $0.isSymbol && !$0.isMathSymbol && !$0.isASCII }
  }

  /// An error at the start, and not the start of a sentence such as `error handling`.
  nonisolated(unsafe) private static let start =
    /^(this is an |thread \d+: )?(compiler? |compilation |(build|fatal|swift) )?error([.!]? *$|:|, (since|because|as) | +[\(\p{Pd}])/

  /// A few words that may also name a value.
  nonisolated(unsafe) private static let short =
    /^((<-|←|\() *error\)?[.!]? *$|fatal error,|expected-error \{|exc_bad_|precondition fail|((this )?w(ill|ould) (crash|trap)|crashes|traps)[.!]? *$)/

  /// Whether `text` is of a short form, and names no value: it is in no list, and beside no `case` or code with its word.
  static func isShort(_ text: some StringProtocol, _ comment: SwiftCode.Token, _ code: SwiftCode) -> Bool {
    let text = text.lowercased()
    let words = ["error", "crash", "trap", "precondition"].filter(text.contains)
    return text.contains(short) && comment.depth == comment.braces
      && !code.line(before: comment, closing: ")").contains { token in
        token.isWord("case") || words.contains(where: token.text.lowercased().contains)
      }
  }

  private static let phrases = [
    "compile-time error", "compile time error", "compile-time failure", "runtime error", "will report an error",
    "would report an error", "reports an error", "cause an error", "causes an error", "does not compile",
    "doesn't compile", "won't compile", "will not compile", "cannot compile", "can't compile", "fails to compile",
    "these do not compile", "lines do not compile", "they do not compile", "these don't compile", "lines don't compile",
    "they don't compile",
  ]

  /// The lines of the statement before a comment, or the first after it, or of the braces in which it is alone. One with a
  /// colon at its end is about the next line, which may be a comment, too.
  private static func around(_ comment: SwiftCode.Token, _ code: SwiftCode, isAhead: Bool) -> [Int] {
    let tokens = code.code
    let next = code.end(before: comment)
    if isAhead { return next < tokens.count && tokens[next].line == comment.line + 1 ? [tokens[next].line] : [] }
    if next > 0, next < tokens.count, tokens[next - 1].text == "{", tokens[next].text == "}" {
      return [tokens[next - 1].line, tokens[next].line]
    }
    guard next > 0, tokens[next - 1].text != "{", tokens[next - 1].lastLine == comment.line - 1 else {
      return next < tokens.count ? [tokens[next].line] : []
    }
    let last = tokens[next - 1].lastLine
    let statement = comment.depth == 0 ? code.statements.last { $0.lowerBound < next } : nil
    return Array((statement.map { tokens[$0.lowerBound].line } ?? last)...last)
  }
}
