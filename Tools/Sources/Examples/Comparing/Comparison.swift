/// The output of an example, compared with its document.
struct Comparison {
  /// The line of the document at which they part; nil when they agree.
  var line: Int?
  /// The difference as a unified diff, the document's lines under their own numbers.
  var difference = ""
  /// What the document would have to say. What matches is as it was written.
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
      ? Alignment(unordered: patterns, actual: printed)
      : isPaired ? Alignment(paired: patterns, actual: printed) : Alignment(expected: patterns, actual: printed)
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
}

extension Alignment {
  /// Compares each line with the one at its position.
  init(paired expected: [OutputPattern], actual: [String]) {
    self.init(
      steps: expected.indices.flatMap { index -> [Step] in
        expected[index].matches(actual[index])
          ? [.same(expected: index, actual: index)] : [.missing(expected: index), .extra(actual: index)]
      })
  }

  /// Pairs lines at any positions: exact ones first, then each pattern with a line that matches it, for as many as can be.
  init(unordered expected: [OutputPattern], actual: [String]) {
    var partner = [Int?](repeating: nil, count: expected.count)
    var places: [[UInt8]: [Int]] = [:]
    for (index, line) in actual.enumerated().reversed() { places[Array(line.utf8), default: []].append(index) }
    for (index, pattern) in expected.enumerated() {
      if case .exact(let text) = pattern { partner[index] = places[Array(text.utf8)]?.popLast() }
    }
    var rest = Set(actual.indices).subtracting(partner.compactMap(\.self)).sorted()
    let free = rest
    var owners: [Int: Int] = [:]
    /// Finds a line for the pattern at `index` among `lines`; the patterns that have one may take others.
    ///
    /// Removes the lines that it has tried. If it finds none, no later search needs these.
    func pair(_ index: Int, _ lines: inout [Int]) -> Bool {
      var takers: [Int: Int] = [:]
      var searching = [index]
      while let pattern = searching.popLast(), !Task.isCancelled {
        let matching = lines.filter { expected[pattern].matches(actual[$0]) }
        for place in matching { takers[place] = pattern }
        guard var place = matching.first(where: { owners[$0] == nil }) else {
          lines.removeAll { takers[$0] != nil }
          searching += matching.compactMap { owners[$0] }
          continue
        }
        while let taker = takers[place] {
          let old = partner[taker]
          (owners[place], partner[taker]) = (taker, place)
          guard let old else { return true }
          place = old
        }
      }
      return false
    }
    let patterns = expected.indices.filter { if case .parts = expected[$0] { true } else { false } }
    for index in patterns {
      guard let place = rest.firstIndex(where: { expected[index].matches(actual[$0]) }) else { continue }
      let line = rest.remove(at: place)
      (owners[line], partner[index]) = (index, line)
    }
    var lines = free
    for index in patterns where partner[index] == nil && !rest.isEmpty {
      guard pair(index, &lines) else { continue }
      lines = free
      rest = free.filter { owners[$0] == nil }
    }
    let gap = expected.firstIndex(of: .anyLines)
    self.init(
      steps: expected.indices.map { index in
        if expected[index] == .anyLines { return .gap(expected: index) }
        return partner[index].map { .same(expected: index, actual: $0) } ?? .missing(expected: index)
      } + rest.map { place in gap.map { .skipped(expected: $0, actual: place) } ?? .extra(actual: place) })
  }
}
