/// The positions of the instants of a page, from left to right.
struct PageLayout {
  static let margin = 24.0
  static let step = 26.0

  private(set) var starts: [Int64: Double] = [:]
  let instants: [Int64]
  /// The times that are drawn shortened.
  private(set) var gaps: [(x: Double, length: Int64)] = []
  private(set) var width = margin

  init(_ lanes: [TimelinePage.Lane]) {
    // An instant is as wide as the lane with the most events at it.
    var widest: [Int64: Int] = [:]
    for lane in lanes {
      var counts: [Int64: Int] = [:]
      for event in lane.events { counts[event.time, default: 0] += 1 }
      widest.merge(counts, uniquingKeysWith: max)
    }
    instants = widest.keys.sorted()
    let lengths = zip(instants, instants.dropFirst()).map { $1 - $0 }.sorted()
    let usual = max(1, lengths.isEmpty ? 1 : lengths[lengths.count / 2])
    for (index, instant) in instants.enumerated() {
      starts[instant] = width
      width += Self.step * Double(widest[instant] ?? 1)
      guard index + 1 < instants.count else { continue }
      let length = instants[index + 1] - instant
      let times = Double(length) / Double(usual)
      if times > 4 { gaps.append((width + Self.step * 1.5, length)) }
      width += Self.step * (times > 4 ? 3 : max(0.5, times * 0.75))
    }
    width += Self.margin
  }
}
