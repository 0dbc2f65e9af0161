import Testing

extension RecordingSubscriber {
  /// Returns the page of a failure. The expectation is at the time of the event that arrived instead, or now.
  func page(wanted: String, difference: String, found: String?, insteadCame first: Recorded<Input, Failure>?)
    -> TimelinePage
  {
    var actual = recording.lane
    let unwanted = first.map { TimelinePage.Event($0) }
    if let index = actual.events.firstIndex(where: { $0 == unwanted }) { actual.events[index].other = "" }
    let time = unwanted?.time ?? timeline?.now.nanoseconds ?? actual.events.last?.time ?? 0
    let got = found.map { _ in "got \(wanted)" }
    return page(
      expected: [TimelinePage.Event(time: time, kind: .wish, label: wanted, other: found ?? "")], actual: actual,
      differences: [TimelinePage.Event(time: time, kind: .words, label: difference, other: got)])
  }

  /// Returns the page of a failure: what was expected, what arrived, and the difference in words, above the rest of the
  /// timeline.
  fileprivate func page(
    expected: [TimelinePage.Event], actual: TimelinePage.Lane, differences: [TimelinePage.Event]
  ) -> TimelinePage {
    let compared = [
      ("expected", "", expected), (actual.name, "actual", actual.events), ("difference", "", differences),
    ].map { name, note, events in
      TimelinePage.Lane(name: name, heading: "Expected and actual", note: note, events: events)
    }
    return TimelinePage(
      title: Test.current.map { $0.displayName ?? $0.name } ?? actual.name, now: timeline?.now.nanoseconds,
      lanes: compared + (timeline?.lanes(except: ObjectIdentifier(self)) ?? []))
  }
}

extension ComparedEvents {
  /// Returns the page of a failure with these differences between two recordings.
  func page(
    expected: Recording<Output, any Error>, actual: Recording<Output, Failure>,
    by subscriber: RecordingSubscriber<Output, Failure>
  ) -> TimelinePage {
    let (wanted, found) = (expected.shifted(by: .nanoseconds(start)).lane, actual.lane)
    return subscriber.page(
      expected: wanted.marked(differences.map { ($0.expected, $0.actual) }, in: found).events,
      actual: found.marked(differences.map { ($0.actual, $0.expected) }, in: wanted),
      differences: differences.map { TimelinePage.Event(time: onTimeline($0.time), kind: .words, label: $0.text) })
  }
}

extension TimelinePage.Lane {
  /// A copy with marked values and completions, each by its number among these, with that of its counterpart in `lane`.
  fileprivate func marked(_ pairs: [(Int?, Int?)], in lane: Self) -> Self {
    let (mine, others) = (outcomes, lane.outcomes)
    var copy = self
    for case (let own?, let other) in pairs {
      copy.events[mine[own]].other = other.map { lane.events[others[$0]].label } ?? ""
    }
    return copy
  }

  private var outcomes: [Int] {
    events.indices.filter { [.value, .finished, .failure].contains(events[$0].kind) }
  }
}
