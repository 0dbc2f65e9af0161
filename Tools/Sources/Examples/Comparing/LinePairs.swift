/// How the lines that a document expects and the lines that an example printed go together.
struct LinePairs {
  /// An expected line, a printed one, or one that is both.
  struct Step: Equatable {
    /// Nil for a printed line that is not expected, or that `...` stands for.
    var expected: Int?
    /// Nil for an expected line that was not printed, and for `...` itself.
    var actual: Int?
    var isRight = false
  }

  private(set) var steps: [Step]

  /// Whether everything expected was printed and nothing else.
  var isMatch: Bool { steps.allSatisfy(\.isRight) }

  /// The largest product of two counts of lines that is worth looking at line by line.
  private static let limit = 20_000_000

  /// Pairs lines in their order, with the fewest changes.
  ///
  /// Takes time and memory in proportion to the product of the two counts, past what is equal at the start. Where that
  /// is more than anybody documents, nothing past it counts as equal.
  init(expected: [OutputPattern], actual: [String]) {
    var start = 0
    while start < expected.count, start < actual.count, expected[start] == .exact(Array(actual[start].utf8)) {
      start += 1
    }
    steps = (0..<start).map { Step(expected: $0, actual: $0, isRight: true) }
    let (rows, columns) = (expected.count - start, actual.count - start)
    guard rows * columns <= LinePairs.limit else {
      steps += (start..<expected.count).map { Step(expected: $0) } + (start..<actual.count).map { Step(actual: $0) }
      return
    }
    let width = columns + 1
    // The cost of matching all that follows from (row, column).
    var costs = [Int32](repeating: 0, count: (rows + 1) * width)
    for row in stride(from: rows, through: 0, by: -1) {
      let pattern = row < rows ? expected[start + row] : nil
      let step: Int32 = pattern == .anyLines ? 0 : 1
      for column in stride(from: columns, through: 0, by: -1) where row < rows || column < columns {
        var cost = Int32.max
        if row < rows { cost = costs[(row + 1) * width + column] + step }
        if column < columns { cost = min(cost, costs[row * width + column + 1] + step) }
        if let pattern, column < columns, pattern.matches(actual[start + column]) {
          cost = min(cost, costs[(row + 1) * width + column + 1])
        }
        costs[row * width + column] = cost
      }
    }
    var (row, column) = (0, 0)
    while row < rows || column < columns {
      let cost = costs[row * width + column]
      let pattern = row < rows ? expected[start + row] : nil
      let isGap = pattern == .anyLines
      if let pattern, !isGap, column < columns, cost == costs[(row + 1) * width + column + 1],
        pattern.matches(actual[start + column])
      {
        steps.append(Step(expected: start + row, actual: start + column, isRight: true))
        (row, column) = (row + 1, column + 1)
      } else if row < rows, cost == costs[(row + 1) * width + column] + (isGap ? 0 : 1) {
        steps.append(Step(expected: start + row, isRight: isGap))
        row += 1
      } else {
        steps.append(Step(actual: start + column, isRight: isGap))
        column += 1
      }
    }
  }

  /// Compares each line with the one at its position.
  init(paired expected: [OutputPattern], actual: [String]) {
    steps = expected.indices.flatMap { index -> [Step] in
      expected[index].matches(actual[index])
        ? [Step(expected: index, actual: index, isRight: true)] : [Step(expected: index), Step(actual: index)]
    }
  }

  /// Pairs lines at any positions: exact ones first, then each pattern with the first free line that matches it. Patterns
  /// with more text choose first.
  init(unordered expected: [OutputPattern], actual: [String]) {
    var places: [[UInt8]: [Int]] = [:]
    for (index, line) in actual.enumerated().reversed() { places[Array(line.utf8), default: []].append(index) }
    var partner = expected.map { pattern in
      if case .exact(let text) = pattern { places[text]?.popLast() } else { nil as Int? }
    }
    var open = Set(actual.indices).subtracting(partner.compactMap(\.self)).sorted()
    let patterns = expected.indices.compactMap { index in
      if case .parts(let parts) = expected[index] { (index, parts.joined().count) } else { nil as (Int, Int)? }
    }
    for (index, _) in patterns.sorted(by: { $0.1 > $1.1 }) {
      guard let place = open.firstIndex(where: { expected[index].matches(actual[$0]) }) else { continue }
      partner[index] = open.remove(at: place)
    }
    let hasGap = expected.contains(.anyLines)
    steps = expected.indices.map { index in
      Step(
        expected: index, actual: partner[index], isRight: partner[index] != nil || expected[index] == .anyLines)
    }
    steps += open.map { Step(actual: $0, isRight: hasGap) }
  }
}
