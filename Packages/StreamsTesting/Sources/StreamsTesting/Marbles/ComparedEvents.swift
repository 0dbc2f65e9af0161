/// Expected and actual events, paired by their times, with their differences in words.
struct ComparedEvents<Output: Equatable, Failure: Error> {
  /// Each with the index of the expected event and of the actual one, if there are such.
  private(set) var differences: [(time: Timeline.Instant, text: String, expected: Int?, actual: Int?)] = []
  /// The differing lines of the first five values of several lines.
  private(set) var diffs: [String] = []
  /// The time on the timeline from which the times count.
  let start: Int64

  /// - Parameter same: The number of events at the start that are known to be equal.
  init(
    _ wanted: [Recorded<Output, any Error>], _ found: [Recorded<Output, Failure>], sameUpTo same: Int, start: Int64
  ) {
    self.start = start
    var (wantedRest, foundRest) = (wanted[same...], found[same...])
    while true {
      let (expectedIndex, actualIndex) = (wantedRest.startIndex, foundRest.startIndex)
      switch (wantedRest.first, foundRest.first) {
      case (nil, nil): return
      case (let want?, let got?) where want.time == got.time:
        wantedRest.removeFirst()
        foundRest.removeFirst()
        if accepts(got.event, as: want.event) { continue }
        let (a, b) = ("\(want.event)", "\(got.event)")
        let text = "expected \(a.excerpt(against: b)), got \(b.excerpt(against: a))"
        differences.append((got.time, text, expectedIndex, actualIndex))
        guard diffs.count < 5, let a = want.event.value, let b = got.event.value else { continue }
        if let diff = valueDiff(a, b) { diffs.append(diff) }
      case (let want?, let got) where got.map { want.time < $0.time } ?? true:
        wantedRest.removeFirst()
        let next = got.map { "nothing until \($0.event) at \(shortTime(onTimeline($0.time)))" } ?? "nothing more"
        differences.append((want.time, "expected \(want.event), got \(next)", expectedIndex, nil))
      case (let want, let got?):
        foundRest.removeFirst()
        let next = want.map { "nothing until \(shortTime(onTimeline($0.time)))" } ?? "nothing more"
        differences.append((got.time, "expected \(next), got \(got.event)", nil, actualIndex))
      case (.some, nil): return
      }
    }
  }

  /// Returns a time on the timeline, as messages and pages show it.
  func onTimeline(_ time: Timeline.Instant) -> Int64 { time.advanced(by: .nanoseconds(start)).nanoseconds }
}

/// Whether an event matches the expected one. ``FailureText/any`` matches any failure.
@inline(__always) func accepts<Output: Equatable, Failure: Error>(
  _ event: StreamEvent<Output, Failure>, as expected: StreamEvent<Output, any Error>
) -> Bool {
  switch (expected, event) {
  case (.value(let a), .value(let b)): a == b
  case (.completion(.finished), .completion(.finished)), (.subscription, .subscription): true
  case (.cancellation, .cancellation): true
  case (.completion(.failure(let a)), .completion(.failure(let b))): a as? FailureText == .any || sameError(a, b)
  default: false
  }
}
