/// What of a recording has been looked at.
struct Consumption {
  /// The index of the first event that has not been.
  var next = 0
  /// Whether the end has been, although values before it may not.
  var hasConsumedEnd = false
  /// Whether it matters.
  var isExhaustive = true

  /// The first `events` have been looked at, and perhaps the end, although values before it may not have been.
  mutating func consume(through events: Int, end: Bool = false) {
    next = max(next, events)
    if end { hasConsumedEnd = true }
  }

  /// What has not been looked at. O(n).
  func rest<Output, Failure>(of events: RecordedEvents<Output, Failure>) -> [Recorded<Output, Failure>] {
    events.recorded(from: next).filter { counts($0.event) }
  }

  /// The first that has not been looked at. O(1) where what is before it has been.
  func first<Output, Failure>(of events: RecordedEvents<Output, Failure>) -> Recorded<Output, Failure>? {
    events.all.indices.dropFirst(next).first { counts(events.all[$0]) }.map { events.recorded(at: $0) }
  }

  private func counts<Output, Failure>(_ event: StreamEvent<Output, Failure>) -> Bool {
    switch event {
    case .subscription, .cancellation: false
    case .value: true
    case .completion: !hasConsumedEnd
    }
  }
}
