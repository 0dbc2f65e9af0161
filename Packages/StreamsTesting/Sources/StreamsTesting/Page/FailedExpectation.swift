import Testing

/// A failed expectation: its message, and what its page shows.
struct FailedExpectation {
  /// The name of the stream: the title of the page outside tests.
  let stream: String
  let message: String
  let timeline: Timeline?
  /// The recorder's subscriber, which has no second row.
  var subscriber: ObjectIdentifier?
  /// What must be known to read the expected events.
  var hint = ""
  /// The row of what was expected, and the row of what arrived.
  let expected: [TimelinePage.Event]
  let actual: TimelinePage.Lane
  /// The differences, in words.
  let differences: [TimelinePage.Event]

  /// - Parameters:
  ///   - wanted: What was expected, at the time of the failure.
  ///   - first: The event that arrived instead, if known.
  init<Output, Failure>(
    _ message: String, of recording: Recording<Output, Failure>, on timeline: Timeline?, wanted: String,
    difference: String, at time: Timeline.Instant? = nil, insteadCame first: Recorded<Output, Failure>? = nil
  ) {
    let time = (time ?? timeline?.now ?? recording.events.last?.time ?? .beginning).nanoseconds
    var actual = recording.lane
    let event = first.map { TimelinePage.Event($0) }
    if let index = actual.events.firstIndex(where: { $0 == event }) { actual.events[index].isDifference = true }
    self.init(
      message, of: recording.name, on: timeline,
      expected: [TimelinePage.Event(time: time, kind: .wish, label: wanted, isDifference: true)], actual: actual,
      differences: [(time, difference)])
  }

  init(
    _ message: String, of stream: String, on timeline: Timeline?, expected: [TimelinePage.Event],
    actual: TimelinePage.Lane, differences: [(time: Int64, text: String)]
  ) {
    self.stream = stream
    self.message = message
    self.timeline = timeline
    self.expected = expected
    self.actual = actual
    self.differences = differences.map { TimelinePage.Event(time: $0.time, kind: .words, label: $0.text) }
  }

  func page(at place: SourcePlace) -> TimelinePage {
    let compared = [
      ("expected", hint, expected), (stream, "actual", actual.events), ("difference", "", differences),
    ].map { name, note, events in
      TimelinePage.Lane(name: name, heading: "Expected and actual", note: note, events: events)
    }
    return TimelinePage(
      title: Test.current?.title ?? stream, message: message, place: "\(place)", now: timeline?.now.nanoseconds,
      lanes: compared + (timeline?.lanes(except: subscriber) ?? []))
  }
}
