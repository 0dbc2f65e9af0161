/// The consumed part of a recording.
struct Consumption {
  /// The index of the first event that has not been consumed.
  var next = 0
  /// Whether the completion has been consumed, even if values before it have not.
  var hasConsumedEnd = false
  /// Whether remaining events are reported.
  var isExhaustive = true

  /// Consumes the first `events` events. With `end`, also consumes the completion, even if values before it remain.
  mutating func consume(through events: Int, end: Bool = false) {
    next = max(next, events)
    if end { hasConsumedEnd = true }
  }

  /// Returns the events that have not been consumed. O(n).
  func rest<Output, Failure>(of events: RecordedEvents<Output, Failure>) -> [Recorded<Output, Failure>] {
    events.recorded(from: next).filter { counts($0.event) }
  }

  /// Returns the first event that has not been consumed. O(1) if all events before it are consumed.
  func first<Output, Failure>(of events: RecordedEvents<Output, Failure>) -> Recorded<Output, Failure>? {
    events.all.indices.dropFirst(next).first { counts(events.all[$0]) }.map { events.recorded(at: $0) }
  }

  private func counts<Output, Failure>(_ event: StreamEvent<Output, Failure>) -> Bool {
    event.completion == nil ? event.value != nil : !hasConsumedEnd
  }
}
