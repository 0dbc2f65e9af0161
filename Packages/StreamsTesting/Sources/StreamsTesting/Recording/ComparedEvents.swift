/// Expected and actual events, paired by their times, with their differences in words.
struct ComparedEvents<Output: Equatable, Failure: Error> {
  private(set) var differences: [(time: Int64, text: String)] = []
  /// The differing lines of values of several lines.
  private(set) var diffs: [String] = []
  private var expected: [TimelinePage.Event]
  /// The indices of the actual events that differ.
  private var actual: Set<Int> = []

  /// - Parameters:
  ///   - tolerance: How much earlier or later each event may arrive.
  ///   - same: The number of events at the start that are known to be equal.
  init(
    _ wanted: [Recorded<Output, any Error>], _ found: [Recorded<Output, Failure>], tolerance: Duration = .zero,
    sameUpTo same: Int = 0
  ) {
    expected = wanted.map { TimelinePage.Event($0) }
    var (wantedRest, foundRest) = (wanted[same...], found[same...])
    while true {
      let (expectedIndex, actualIndex) = (wantedRest.startIndex, foundRest.startIndex)
      switch (wantedRest.first, foundRest.first) {
      case (nil, nil): return
      case (let want?, let got?) where want.time.distance(to: got.time) <= tolerance:
        wantedRest.removeFirst()
        foundRest.removeFirst()
        if accepts(got.event, as: want.event) { continue }
        add(got.time, "expected \(want.event), got \(got.event)", expectedIndex, actualIndex)
        if let a = want.event.value, let b = got.event.value, let diff = valueDiff(a, b) { diffs.append(diff) }
      case (let want?, let got) where got.map { want.time < $0.time } ?? true:
        wantedRest.removeFirst()
        let next = got.map { "nothing until \($0.event) at \(shortTime($0.time.nanoseconds))" } ?? "nothing more"
        add(want.time, "expected \(want.event), got \(next)", expectedIndex, nil)
      case (let want, let got?):
        foundRest.removeFirst()
        let next = want.map { "nothing until \(shortTime($0.time.nanoseconds))" } ?? "nothing more"
        add(got.time, "expected \(next), got \(got.event)", nil, actualIndex)
      case (.some, nil): return
      }
    }
  }

  private mutating func add(_ time: Timeline.Instant, _ text: String, _ expectedIndex: Int?, _ actualIndex: Int?) {
    differences.append((time.nanoseconds, text))
    if let expectedIndex { expected[expectedIndex].isDifference = true }
    if let actualIndex { actual.insert(actualIndex) }
  }

  /// The lines of the differences, for messages.
  var lines: [String] { differences.map { "at \(shortTime($0.time)): \($0.text)" } }

  /// Returns a failure with the differences of `recording`, whose times begin `start` nanoseconds after those of the
  /// compared events.
  func failed(
    _ message: String, of recording: Recording<Output, Failure>, by subscriber: ObjectIdentifier?,
    on timeline: Timeline?, start: Int64 = 0
  ) -> FailedExpectation {
    var lane = recording.lane
    var index = -1
    for position in lane.events.indices where lane.events[position].kind.isOutcome {
      index += 1
      lane.events[position].isDifference = actual.contains(index)
    }
    var failed = FailedExpectation(
      message, of: recording.name, on: timeline,
      expected: expected.map { event in
        var event = event
        event.time += start
        return event
      }, actual: lane, differences: differences.map { ($0.time + start, $0.text) })
    failed.subscriber = subscriber
    if start != 0 { failed.hint = "starts at \(shortTime(start))" }
    return failed
  }
}

/// Whether an event matches the expected one. ``FailureText/any`` matches any failure.
@inlinable func accepts<Output: Equatable, Failure: Error>(
  _ event: StreamEvent<Output, Failure>, as expected: StreamEvent<Output, any Error>
) -> Bool {
  switch (expected, event) {
  case (.value(let a), .value(let b)): a == b
  case (.completion(.finished), .completion(.finished)): true
  case (.completion(.failure(let a)), .completion(.failure(let b))): a as? FailureText == .any || sameError(a, b)
  default: false
  }
}

extension Timeline.Instant {
  /// The length of the time between both.
  fileprivate func distance(to other: Timeline.Instant) -> Duration {
    self < other ? duration(to: other) : other.duration(to: self)
  }
}

extension TimelinePage.Event.Kind {
  fileprivate var isOutcome: Bool { self == .value || self == .finished || self == .failure }
}
