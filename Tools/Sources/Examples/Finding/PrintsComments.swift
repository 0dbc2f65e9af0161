/// Output written in the code itself, in comments that start with `Prints:`.
///
/// The text after the colon is one line of output. If the comment is alone on its line, the comment lines that
/// follow it are more lines of output. All such comments of an example, read from top to bottom, are its output.
struct PrintsComments {
  /// A comment that is almost one of these.
  struct Slip: Equatable {
    var line: Int
    var column: Int
    var message: String
  }

  private(set) var output: ExpectedOutput?
  private(set) var slips: [Slip] = []

  init(_ lines: [CodeLine]) {
    guard lines.contains(where: { line in Self.hints.contains { line.text.mentions($0) } }) else { return }
    let code = SwiftCode(lines)
    var found: [ExpectedOutput.Line] = []
    var isFound = false
    /// The line on which a comment would be more output.
    var next: Int?
    var occupied: Set<Int> = []
    for token in code.tokens {
      defer {
        for line in token.line...token.line + token.text.utf8.count(where: { $0 == 10 }) { occupied.insert(line) }
      }
      let line = lines[token.line]
      guard token.isComment, !line.isHidden else { continue }
      let column = line.indentation.utf8.count + token.offset + 1
      guard token.text.hasPrefix("//") else {
        let text = token.text.dropFirst(2).dropLast(token.text.hasSuffix("*/") ? 2 : 0)
        if PrintsComments.rest(of: text) != nil || PrintsComments.slip(text) != nil {
          let message = "this comment is not compared"
          slips.append(Slip(line: line.number, column: column, message: message))
        }
        continue
      }
      let isAlone = !occupied.contains(token.line)
      let isPrinted = ["print(", "debugPrint(", "dump("].contains { line.text.drop { $0 == " " }.hasPrefix($0) }
      let text = token.text.drop { $0 == "/" }
      if let rest = PrintsComments.rest(of: text) {
        isFound = true
        next = isAlone ? token.line + 1 : nil
        if !rest.isEmpty || !isAlone { found.append(ExpectedOutput.Line(number: line.number, text: rest)) }
      } else if isAlone, next == token.line {
        next = token.line + 1
        let text = token.text.dropFirst(2)
        found.append(
          ExpectedOutput.Line(
            number: line.number, text: (text.hasPrefix(" ") ? text.dropFirst() : text).trimmingTrailingBlanks()))
      } else if let message = PrintsComments.slip(isPrinted ? "=> \(text)" : text) ?? PrintsComments.slip(text) {
        slips.append(Slip(line: line.number, column: column, message: message))
      }
    }
    if isFound { output = ExpectedOutput(sections: [ExpectedOutput.Section(form: .comments, lines: found)]) }
  }

  /// The text after `Prints:`; nil if the comment does not start with it.
  private static func rest(of comment: Substring) -> String? {
    let text = comment.drop { $0 == " " || $0 == "\t" }
    return text.hasPrefix("Prints:") ? text.dropFirst(7).trimmingBlanks() : nil
  }

  /// The text after `Prints:` on a line that is a comment or ends with one.
  static func text(after line: String) -> String? {
    PrintsComments([CodeLine(number: 1, text: line)]).output.map { $0.lines.first?.text ?? "" }
  }

  /// The parts of a line that may have output in a comment, correctly written or not.
  private static let hints: [StaticString] = ["rint", "RINT", "utput", "UTPUT", "dump(", "=>", "->", "→", "⇒"]

  /// The problem of a comment that almost starts like output; nil for other comments.
  private static func slip(_ comment: Substring) -> String? {
    let words = comment.split { $0 == " " || $0 == "\t" || $0 == "\r" }
    guard let first = words.first else { return nil }
    let word = first.lowercased()
    let isColon = first.hasSuffix(":") || (words.count > 1 && words[1].hasPrefix(":"))
    let markers = ["prints", "print", "printed", "output", "outputs"]
    if words.count == 1, markers.contains(word) { return "'\(first)' does not start output; did you mean 'Prints:'?" }
    if isColon, markers.contains(word) || markers.contains(String(word.dropLast())) {
      return "'\(first)' does not start output; did you mean 'Prints:'?"
    }
    let isArrow = ["=>", "==>", "->", "-->", "→", "⇒"].contains(word)
    guard isArrow || ["prints", "printed"].contains(word), words.count > 1, let start = words[1].first else {
      return nil
    }
    let value = words[1...].joined(separator: " ")
    let isLiteral = start.isNumber || "-+".contains(start) || ["true", "false", "nil"].contains(words[1])
    let opens =
      isArrow
      ? [("\"", "\""), ("[", "]")].contains { value.hasPrefix($0) && value.hasSuffix($1) } : "\"'`[(".contains(start)
    guard isLiteral && words.count == 2 || opens else { return nil }
    return "this output is not compared; did you mean 'Prints: \(value)'?"
  }
}

extension StringProtocol {
  /// Without the blanks at both ends.
  func trimmingBlanks() -> String {
    String(drop { $0 == " " || $0 == "\t" }).trimmingTrailingBlanks()
  }

  /// Without the blanks at the end.
  func trimmingTrailingBlanks() -> String {
    var rest = self[...]
    while let last = rest.last, last == " " || last == "\t" || last == "\r" { rest = rest.dropLast() }
    return String(rest)
  }
}
