/// The output of an example, compared with its document.
struct Comparison {
  /// The line of the document at which they part; nil when they agree.
  var line: Int?
  /// The difference as a unified diff, the document's lines under their own numbers.
  var difference = ""
  /// The right text of the document. Matching text stays as it was written.
  var corrected: [ExpectedOutput.Line] = []

  /// Compares line by line, without blanks at line ends and without empty lines at the end.
  init(_ expected: ExpectedOutput, with output: some StringProtocol, isUnordered: Bool, file: String) {
    let written = Comparison.trimmed(expected.lines) { $0.text.trimmingTrailingBlanks().isEmpty }
    let printed = Comparison.lines(of: output)
    let patterns = written.map { OutputPattern($0.text.trimmingTrailingBlanks()) }
    // As many comments as printed lines are beside what prints them.
    let isPaired = expected.fence == nil && patterns.count == printed.count && !patterns.contains(.anyLines)
    let alignment =
      isUnordered
      ? LinePairs(unordered: patterns, actual: printed)
      : isPaired ? LinePairs(paired: patterns, actual: printed) : LinePairs(expected: patterns, actual: printed)
    guard !alignment.isMatch else { return }
    corrected = Comparison.corrected(alignment.steps, expected: written, actual: printed)
    // The line of the document that has, or would have, the first line of output.
    let start = expected.lines.first?.number ?? expected.fence.map { $0.line + 1 } ?? 1
    let diff = UnifiedDiff(steps: alignment.steps, expected: written, actual: printed, file: file, start: start)
    line = diff.firstLine
    difference = diff.text
  }

  /// The lines of an output, without blanks at line ends and without empty lines at the end.
  ///
  /// Only a line feed ends a line, with or without a carriage return before it.
  static func lines(of output: some StringProtocol) -> [String] {
    let lines = output.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    return trimmed(lines.map { $0.trimmingTrailingBlanks() }, isEmpty: \.isEmpty)
  }

  /// An added line has the number of the line that it comes after.
  private static func corrected(
    _ steps: [LinePairs.Step], expected: [ExpectedOutput.Line], actual: [String]
  ) -> [ExpectedOutput.Line] {
    var lines: [ExpectedOutput.Line] = []
    var number = expected.first?.number ?? 0
    for step in steps {
      if let index = step.expected {
        number = expected[index].number
        if step.isRight { lines.append(expected[index]) }
      } else if let place = step.actual, !step.isRight {
        lines.append(ExpectedOutput.Line(number: number, text: actual[place]))
      }
    }
    return lines
  }

  private static func trimmed<Line>(_ lines: [Line], isEmpty: (Line) -> Bool) -> [Line] {
    var lines = lines
    while let last = lines.last, isEmpty(last) { lines.removeLast() }
    return lines
  }
}
