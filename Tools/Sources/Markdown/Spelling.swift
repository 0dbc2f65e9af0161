/// Finds the word that the author probably intended.
public enum Spelling {
  /// The candidate that differs least from `word`, if any is near enough to be worth suggesting.
  public static func nearest(to word: String, in candidates: some Sequence<String>) -> String? {
    let wanted = Array(word.lowercased().utf8)
    // A word is never that long, and comparing takes time in proportion to the square of the length.
    guard wanted.count <= 200 else { return nil }
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let limit = best.map { $0.distance - 1 } ?? max(2, min(wanted.count, candidate.utf8.count) * 2 / 5)
      let other = Array(candidate.lowercased().utf8)
      guard abs(other.count - wanted.count) <= limit, limit >= 0 else { continue }
      let distance = distance(wanted, other)
      if distance <= limit { best = (candidate, distance) }
    }
    return best?.candidate
  }

  /// How many letters must be added, dropped, changed or swapped with their neighbour.
  private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for row in 1...max(one.count, 1) where row <= one.count {
      var current = [row]
      for column in 1...max(other.count, 1) where column <= other.count {
        var best = min(last[column] + 1, current[column - 1] + 1)
        best = min(best, last[column - 1] + (one[row - 1] == other[column - 1] ? 0 : 1))
        if row > 1, column > 1, one[row - 1] == other[column - 2], one[row - 2] == other[column - 1] {
          best = min(best, beforeLast[column - 2] + 1)
        }
        current.append(best)
      }
      (beforeLast, last) = (last, current)
    }
    return last[other.count]
  }
}
