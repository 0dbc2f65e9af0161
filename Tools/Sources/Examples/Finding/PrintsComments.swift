/// Output written in the code itself, in comments that start with `Prints:`.
///
/// The text after the colon is one line of output. Where the comment stands alone on its line, the comment lines that
/// follow it are more lines of output. All such comments of an example, read from top to bottom, are its output.
enum PrintsComments {
  static func output(of code: [CodeLine]) -> ExpectedOutput? {
    var lines: [ExpectedOutput.Line] = []
    var isFound = false
    var isContinued = false
    for line in code where !line.isHidden {
      let trimmed = line.text.drop { $0 == " " || $0 == "\t" }
      if let text = text(after: line.text) {
        isFound = true
        isContinued = trimmed.hasPrefix("//")
        if !text.isEmpty || !isContinued { lines.append(ExpectedOutput.Line(number: line.number, text: text)) }
      } else if isContinued, trimmed.hasPrefix("//") {
        let text = trimmed.dropFirst(trimmed.hasPrefix("// ") ? 3 : 2)
        lines.append(ExpectedOutput.Line(number: line.number, text: String(text)))
      } else {
        isContinued = false
      }
    }
    return isFound ? ExpectedOutput(form: .comments, lines: lines) : nil
  }

  /// What stands after `// Prints:`, or nil where that is not on the line.
  static func text(after line: String) -> String? {
    guard line.mentions("Prints:"), let range = line.firstRange(of: /\/\/[ \t]*Prints:/) else { return nil }
    return line[range.upperBound...].trimmingBlanks()
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
