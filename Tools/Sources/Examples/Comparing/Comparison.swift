/// What an example printed, held against what its document says.
struct Comparison {
  /// The line of the document at which they part; nil when they agree.
  var line: Int?
  /// The difference as a unified diff, the document's lines under their own numbers.
  var difference = ""
  /// What the document would have to say, in place of each of its lines or after it. What matches is as it was written.
  var corrected: [ExpectedOutput.Line] = []

  /// Compares line by line, without blanks at line ends and without empty lines at the end.
  init(_ expected: ExpectedOutput, with output: String, isUnordered: Bool, filters: [OutputFilter], file: String) {
    let written = Comparison.trimmed(expected.lines) { $0.text.trimmingTrailingBlanks().isEmpty }
    let printed = Comparison.lines(of: output)
    let patterns = written.map { OutputPattern(Comparison.filtered($0.text, filters)) }
    let actual = printed.map { Comparison.filtered($0, filters) }
    let alignment =
      isUnordered
      ? Alignment(unordered: patterns, actual: actual) : Alignment(expected: patterns, actual: actual)
    guard !alignment.isMatch else { return }
    corrected = Comparison.corrected(alignment.steps, expected: written, actual: printed)
    let diff = UnifiedDiff(
      steps: alignment.steps, expected: written, actual: printed, file: file, start: expected.contentLine)
    line = diff.firstLine
    difference = diff.text
  }

  /// The lines of an output, without blanks at line ends and without empty lines at the end.
  static func lines(of output: String) -> [String] {
    let lines = output.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return trimmed(lines.map { $0.trimmingTrailingBlanks() }, isEmpty: \.isEmpty)
  }

  /// An added line has the number of the line that it comes after.
  private static func corrected(
    _ steps: [Alignment.Step], expected: [ExpectedOutput.Line], actual: [String]
  ) -> [ExpectedOutput.Line] {
    var lines: [ExpectedOutput.Line] = []
    var number = expected.first?.number ?? 0
    for step in steps {
      switch step {
      case .same(let index, _), .gap(let index):
        number = expected[index].number
        lines.append(expected[index])
      case .missing(let index): number = expected[index].number
      case .extra(let place): lines.append(ExpectedOutput.Line(number: number, text: actual[place]))
      case .skipped: break
      }
    }
    return lines
  }

  private static func trimmed<Line>(_ lines: [Line], isEmpty: (Line) -> Bool) -> [Line] {
    var lines = lines
    while let last = lines.last, isEmpty(last) { lines.removeLast() }
    return lines
  }

  private static func filtered(_ line: String, _ filters: [OutputFilter]) -> String {
    filters.reduce(line.trimmingTrailingBlanks()) { $1.apply(to: $0) }
  }
}

extension ExpectedOutput {
  /// The line of the document on which the first line of output stands or would stand.
  var contentLine: Int {
    if let line = lines.first { return line.number }
    if case .fences(let fences) = form, let fence = fences.first { return fence.line + 1 }
    return 1
  }
}

extension Alignment {
  /// Pairs lines wherever they stand: exact ones first, then patterns, each with the first line that it matches.
  init(unordered expected: [OutputPattern], actual: [String]) {
    var free = [Bool](repeating: true, count: actual.count)
    var partner = [Int?](repeating: nil, count: expected.count)
    var places: [String: [Int]] = [:]
    for (index, line) in actual.enumerated().reversed() { places[line, default: []].append(index) }
    for (index, pattern) in expected.enumerated() {
      guard case .exact(let text) = pattern, let place = places[text]?.popLast() else { continue }
      partner[index] = place
      free[place] = false
    }
    for (index, pattern) in expected.enumerated() {
      guard case .parts = pattern else { continue }
      guard let place = actual.indices.first(where: { free[$0] && pattern.matches(actual[$0]) }) else { continue }
      partner[index] = place
      free[place] = false
    }
    let gap = expected.firstIndex(of: .anyLines)
    var steps: [Step] = []
    for index in expected.indices {
      guard expected[index] != .anyLines else {
        steps.append(.gap(expected: index))
        continue
      }
      steps.append(partner[index].map { .same(expected: index, actual: $0) } ?? .missing(expected: index))
    }
    for index in actual.indices where free[index] {
      steps.append(gap.map { .skipped(expected: $0, actual: index) } ?? .extra(actual: index))
    }
    self.init(steps: steps)
  }
}
