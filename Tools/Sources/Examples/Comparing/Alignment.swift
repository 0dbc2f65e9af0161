/// How the lines that a document expects and the lines that an example printed go together, in the fewest changes.
struct Alignment {
  enum Step: Equatable {
    /// An expected line and a printed one that matches it.
    case same(expected: Int, actual: Int)
    /// An expected line that was not printed.
    case missing(expected: Int)
    /// A printed line that is not expected.
    case extra(actual: Int)
    /// A printed line that is matched by `...`.
    case skipped(expected: Int, actual: Int)
    /// The end of the lines matched by a `...`.
    case gap(expected: Int)
  }

  private(set) var steps: [Step] = []

  /// Whether everything expected was printed and nothing else.
  var isMatch: Bool {
    steps.allSatisfy { step in
      switch step {
      case .same, .skipped, .gap: true
      case .missing, .extra: false
      }
    }
  }

  init(steps: [Step]) {
    self.steps = steps
  }

  /// The largest product of two counts of lines that is worth looking at line by line.
  private static let limit = 20_000_000

  /// Takes time and memory in proportion to the product of the two counts, past what is equal at the start. Where that
  /// is more than anybody documents, nothing past it counts as equal.
  init(expected: [OutputPattern], actual: [String]) {
    var start = 0
    while start < expected.count, start < actual.count, expected[start] == .exact(actual[start]) { start += 1 }
    let (rows, columns) = (expected.count - start, actual.count - start)
    guard rows * columns <= Alignment.limit else {
      steps = (0..<start).map { .same(expected: $0, actual: $0) }
      steps += (start..<expected.count).map { .missing(expected: $0) }
      steps += (start..<actual.count).map { .extra(actual: $0) }
      return
    }
    let width = columns + 1
    // The cost of matching all that follows from (row, column).
    var costs = [Int32](repeating: 0, count: (rows + 1) * width)
    for row in stride(from: rows, through: 0, by: -1) {
      let pattern = row < rows ? expected[start + row] : nil
      let isGap = pattern == .anyLines
      for column in stride(from: columns, through: 0, by: -1) where row < rows || column < columns {
        var cost = Int32.max
        if row < rows { cost = costs[(row + 1) * width + column] + (isGap ? 0 : 1) }
        if column < columns { cost = min(cost, costs[row * width + column + 1] + (isGap ? 0 : 1)) }
        if let pattern, column < columns, pattern.matches(actual[start + column]) {
          cost = min(cost, costs[(row + 1) * width + column + 1])
        }
        costs[row * width + column] = cost
      }
    }
    steps = (0..<start).map { .same(expected: $0, actual: $0) }
    var (row, column) = (0, 0)
    while row < rows || column < columns {
      let cost = costs[row * width + column]
      let pattern = row < rows ? expected[start + row] : nil
      if let pattern, column < columns, pattern != .anyLines, pattern.matches(actual[start + column]),
        cost == costs[(row + 1) * width + column + 1]
      {
        steps.append(.same(expected: start + row, actual: start + column))
        (row, column) = (row + 1, column + 1)
      } else if pattern == .anyLines {
        if cost == costs[(row + 1) * width + column] {
          steps.append(.gap(expected: start + row))
          row += 1
        } else {
          steps.append(.skipped(expected: start + row, actual: start + column))
          column += 1
        }
      } else if row < rows, cost == costs[(row + 1) * width + column] + 1 {
        steps.append(.missing(expected: start + row))
        row += 1
      } else {
        steps.append(.extra(actual: start + column))
        column += 1
      }
    }
  }
}
