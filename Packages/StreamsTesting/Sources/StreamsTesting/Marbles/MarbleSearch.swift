/// Searches for the smallest string for which a property fails. Returns the strings to try, and receives the results.
struct MarbleSearch {
  private let seed: UInt64
  private let generator: RandomMarbles
  /// The random strings and, after a failure, those smaller than the last one that failed.
  private var untried: ArraySlice<String>
  private var attempts = 0
  private var current = ""
  /// The strings that failed, each smaller than the one before.
  private var failed: [(marbles: String, reason: String, issue: String?)] = []

  init(count: Int, seed: UInt64, letters: String, endings: String) {
    var generator = RandomMarbles(seed: seed, letters: letters, endings: endings)
    self.seed = seed
    untried = (0..<max(1, count)).map { _ in generator.next() }[...]
    self.generator = generator
  }

  mutating func next() -> String? {
    guard let next = untried.popFirst() else { return nil }
    if failed.isEmpty { attempts += 1 }
    current = next
    return next
  }

  /// Records the result of the property, and the issue reported meanwhile.
  mutating func note(_ result: Result<Bool, any Error>, _ issue: String?) {
    switch result {
    case .failure(let error): failed.append((current, "it throws \(error)", issue))
    case .success(false): failed.append((current, "it returns false", issue))
    case .success(true):
      guard issue != nil else { return }
      failed.append((current, "it reports an issue", issue))
    }
    untried = generator.smaller(than: current)[...]
  }

  func report(at place: SourcePlace) -> String? {
    guard let first = failed.first, let (smallest, reason, issue) = failed.last else { return nil }
    let lines = (issue ?? "").split(separator: "\n").map { "\n  \($0)" }.joined()
    place.report(
      """
      The property fails for the marbles "\(smallest)": \(reason).
        found as "\(first.marbles)", string \(attempts) of seed \(seed), shrunk \(failed.count - 1) times\(lines)
      """)
    return smallest
  }
}
