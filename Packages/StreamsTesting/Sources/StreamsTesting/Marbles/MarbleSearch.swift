/// Searches for the smallest string for which a property fails. Returns the strings to try, and receives the results.
struct MarbleSearch {
  private let seed: UInt64
  private let generator: RandomMarbles
  /// The random strings and, after a failure, those smaller than the last one that failed.
  private var untried: ArraySlice<String>
  private var attempts = 0
  private var current = ""
  /// The strings that failed, each smaller than the one before.
  private var failed: [(marbles: String, failure: MarbleFailure)] = []

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

  /// Records the result: the failure, or nil if the property holds.
  mutating func note(_ failure: MarbleFailure?) {
    guard let failure else { return }
    failed.append((current, failure))
    untried = generator.smaller(than: current)[...]
  }

  func report(at place: CallPlace) -> String? {
    guard let first = failed.first, let (smallest, failure) = failed.last else { return nil }
    let issue = (failure.issue ?? "").split(separator: "\n").map { "\n  \($0)" }.joined()
    place.report(
      """
      The property fails for the marbles "\(smallest)": \(failure.reason).
        found as "\(first.marbles)", string \(attempts) of seed \(seed), shrunk \(failed.count - 1) times\(issue)
      """)
    return smallest
  }
}

struct MarbleFailure {
  let reason: String
  /// The issue reported meanwhile.
  let issue: String?
}
