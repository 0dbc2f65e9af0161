/// Searches for a string for which a property fails, and then for the smallest one. It returns the strings to try, and
/// receives the results.
struct MarbleSearch {
  private struct Found {
    let first: String
    let attempt: Int
    var smallest: String
    var failure: MarbleFailure
    var steps = 0
    /// Strings smaller than the smallest one, not tried yet.
    var candidates: ArraySlice<String>
  }

  private let seed: UInt64
  private let count: Int
  private var generator: RandomMarbles
  private var attempt = 0
  private var current: String?
  private var found: Found?

  init(count: Int, seed: UInt64, letters: String, endings: String) {
    self.seed = seed
    self.count = max(1, count)
    generator = RandomMarbles(seed: seed, letters: letters, endings: endings)
  }

  /// Returns the next string to try, or nil at the end.
  mutating func next() -> String? {
    if found != nil {
      current = found?.candidates.popFirst()
    } else {
      current = attempt < count ? generator.next() : nil
      attempt += 1
    }
    return current
  }

  /// Records the result: the failure, or nil if the property holds.
  mutating func note(_ failure: MarbleFailure?) {
    guard let failure, let current else { return }
    let candidates = generator.smaller(than: current)[...]
    if var found {
      (found.smallest, found.failure, found.candidates) = (current, failure, candidates)
      found.steps += 1
      self.found = found
    } else {
      found = Found(first: current, attempt: attempt, smallest: current, failure: failure, candidates: candidates)
    }
  }

  /// Reports the smallest failing string at `place`, and returns it, or nil if there is none.
  func report(at place: CallPlace) -> String? {
    guard let found else { return nil }
    let issue = (found.failure.issue ?? "").split(separator: "\n").map { "\n  \($0)" }.joined()
    place.report(
      """
      The property fails for the marbles "\(found.smallest)": \(found.failure.reason).
        found as "\(found.first)", string \(found.attempt) of seed \(seed), shrunk \(found.steps) times\(issue)
      """)
    return found.smallest
  }
}

/// The reason why a property fails for a string.
struct MarbleFailure {
  let reason: String
  /// The issue reported meanwhile.
  let issue: String?
}
