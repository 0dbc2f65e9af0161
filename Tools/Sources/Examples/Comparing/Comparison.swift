/// The output of an example, compared with its document.
struct Comparison {
  /// The line of the document at which they part; nil when they agree.
  var line: Int?
  /// The difference as a unified diff, the document's lines under their own numbers.
  var difference = ""
  /// What the document would have to say, by the index of the section that differs: in place of each of its lines, or
  /// after it. What matches is as it was written.
  var corrected: [Int: [ExpectedOutput.Line]] = [:]

  /// Compares line by line, without blanks at line ends and without empty lines at the end. Each section is held
  /// against what its part of a group printed, or against the issues.
  init(
    _ expected: ExpectedOutput, with parts: [Substring], issues: String = "", isUnordered: Bool,
    filters: [OutputFilter], file: String
  ) {
    for (index, section) in expected.sections.enumerated() {
      let written = Comparison.trimmed(section.lines) { $0.text.trimmingTrailingBlanks().isEmpty }
      let part = section.part < parts.count ? parts[section.part] : ""
      let printed = Comparison.lines(of: section.isIssue ? issues[...] : part)
      let patterns = written.map { OutputPattern(Comparison.filtered($0.text, filters)) }
      let actual = printed.map { Comparison.filtered($0, filters) }
      let alignment =
        isUnordered
        ? Alignment(unordered: patterns, actual: actual) : Alignment(expected: patterns, actual: actual)
      guard !alignment.isMatch else { continue }
      corrected[index] = Comparison.corrected(alignment.steps, expected: written, actual: printed)
      let diff = UnifiedDiff(
        steps: alignment.steps, expected: written, actual: printed, file: file, start: section.contentLine)
      line = line ?? diff.firstLine
      difference += diff.text
    }
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

extension ExpectedOutput.Section {
  /// The line of the document that has, or would have, the first line of output.
  var contentLine: Int {
    if let line = lines.first { return line.number }
    if case .fence(let fence) = form { return fence.line + 1 }
    return 1
  }
}

extension Alignment {
  /// Pairs lines at any positions, so that as many as possible have a partner: exact ones first, then patterns.
  ///
  /// Takes time in proportion to the number of patterns, their square at worst, times the number of lines.
  init(unordered expected: [OutputPattern], actual: [String]) {
    var owner = [Int?](repeating: nil, count: actual.count)
    var partner = [Int?](repeating: nil, count: expected.count)
    var places: [[UInt8]: [Int]] = [:]
    for (index, line) in actual.enumerated().reversed() { places[Array(line.utf8), default: []].append(index) }
    for (index, pattern) in expected.enumerated() {
      guard case .exact(let text) = pattern, let place = places[Array(text.utf8)]?.popLast() else { continue }
      partner[index] = place
      owner[place] = index
    }
    /// Gives the pattern at `index` a line, and those that had it another, if that can be.
    func place(_ index: Int, _ seen: inout Set<Int>) -> Bool {
      for line in actual.indices where expected[index].matches(actual[line]) {
        if let other = owner[line], case .exact = expected[other] { continue }
        guard seen.insert(line).inserted else { continue }
        guard owner[line].map({ place($0, &seen) }) ?? true else { continue }
        owner[line] = index
        partner[index] = line
        return true
      }
      return false
    }
    for (index, pattern) in expected.enumerated() {
      guard case .parts = pattern else { continue }
      var seen: Set<Int> = []
      _ = place(index, &seen)
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
    for index in actual.indices where owner[index] == nil {
      steps.append(gap.map { .skipped(expected: $0, actual: index) } ?? .extra(actual: index))
    }
    self.init(steps: steps)
  }
}
