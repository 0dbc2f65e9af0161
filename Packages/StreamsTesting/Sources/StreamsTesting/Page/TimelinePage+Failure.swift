import Testing

extension TimelinePage {
  /// Creates the page of a failure: what was expected, what arrived, and the difference in words, above the timeline.
  ///
  /// - Parameter subscriber: The subscriber that recorded the actual events, which have no second row.
  fileprivate init(
    _ message: String, at place: SourcePlace, on timeline: Timeline?, except subscriber: ObjectIdentifier?,
    expected: [Event], actual: Lane, differences: [Event]
  ) {
    let compared = [
      ("expected", "", expected), (actual.name, "actual", actual.events), ("difference", "", differences),
    ].map { name, note, events in
      Lane(name: name, heading: "Expected and actual", note: note, events: events)
    }
    self.init(
      title: Test.current.map { $0.displayName ?? $0.name } ?? actual.name, message: message, place: place,
      now: timeline?.now.nanoseconds,
      lanes: compared + (timeline?.lanes(except: subscriber) ?? []))
  }
}

extension RecordingSubscriber {
  /// Returns the page of a failure. The expectation is at the time of the event that arrived instead, or now.
  func page(
    of message: String, at place: SourcePlace, wanted: String, difference: String,
    insteadCame first: Recorded<Input, Failure>?
  ) -> TimelinePage {
    var actual = recording.lane
    let unwanted = first.map { TimelinePage.Event($0) }
    if let index = actual.events.firstIndex(where: { $0 == unwanted }) { actual.events[index].isDifference = true }
    let time = unwanted?.time ?? timeline?.now.nanoseconds ?? actual.events.last?.time ?? 0
    return TimelinePage(
      message, at: place, on: timeline, except: ObjectIdentifier(self),
      expected: [TimelinePage.Event(time: time, kind: .wish, label: wanted, isDifference: true)], actual: actual,
      differences: [TimelinePage.Event(time: time, kind: .words, label: difference)])
  }
}

extension ComparedEvents {
  /// Returns the page of a failure with these differences between two recordings.
  func page(
    of message: String, at place: SourcePlace, expected: Recording<Output, any Error>,
    actual: Recording<Output, Failure>, by subscriber: RecordingSubscriber<Output, Failure>
  ) -> TimelinePage {
    var (wanted, found) = (expected.shifted(by: .nanoseconds(start)).lane, actual.lane)
    wanted.markDifferences(differences.compactMap(\.expected))
    found.markDifferences(differences.compactMap(\.actual))
    return TimelinePage(
      message, at: place, on: subscriber.timeline, except: ObjectIdentifier(subscriber), expected: wanted.events,
      actual: found,
      differences: differences.map { TimelinePage.Event(time: onTimeline($0.time), kind: .words, label: $0.text) })
  }
}

extension TimelinePage.Lane {
  /// Marks values and completions, by their numbers among these.
  fileprivate mutating func markDifferences(_ numbers: [Int]) {
    let outcomes = events.indices.filter { [.value, .finished, .failure].contains(events[$0].kind) }
    for number in numbers { events[outcomes[number]].isDifference = true }
  }
}
