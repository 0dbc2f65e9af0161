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
      // How many letters must be added or dropped.
      let distance = wanted.difference(from: other).count
      if distance <= limit { best = (candidate, distance) }
    }
    return best?.candidate
  }
}
