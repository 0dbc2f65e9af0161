/// What of a recording has been looked at.
struct Consumption {
  /// The index of the first event that has not been.
  var next = 0
  /// Whether the end has been, although values before it may not.
  var hasConsumedEnd = false
  /// Whether it matters.
  var isExhaustive = true

  /// Everything has been looked at.
  mutating func consume(through end: Int) { next = max(next, end) }

  /// What the error of a failed expectation shows has been looked at.
  mutating func consume(_ shown: Shown) {
    consume(through: shown.events)
    if shown.end { hasConsumedEnd = true }
  }

  /// What the error of an expectation that cannot be met any more shows.
  struct Shown {
    /// So many events, from the first on.
    var events = 0
    /// The end, although values before it may not be shown.
    var end = false
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
