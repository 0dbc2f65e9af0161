extension RecordingSubscriber {
  /// Returns the page of a failure because of the events with these numbers, which are framed. The expectation is at the
  /// time of the first one, or now if nothing has arrived.
  func page(wanted: String, difference: String, instead: [Int]) -> TimelinePage {
    let (recording, instead) = (recording, Set(instead))
    let framed = recording.outcomes.filter(instead.contains)
    let time = (framed.first.map { recording.events[$0].time } ?? now).nanoseconds
    var actual = recording.lane(others: Dictionary(uniqueKeysWithValues: framed.map { ($0, "") }))
    if framed.isEmpty { actual.events.append(TimelinePage.Event(time: time, kind: .wish, label: "nothing", other: "")) }
    return page(
      expected: [TimelinePage.Event(time: time, kind: .wish, label: wanted, other: "")], actual: actual,
      differences: [TimelinePage.Event(time: time, kind: .words, label: difference)])
  }

  /// Returns the page of a failure: expected, actual, and the difference in words, above the rest of the timeline.
  fileprivate func page(
    expected: [TimelinePage.Event], actual: TimelinePage.Lane, differences: [TimelinePage.Event]
  ) -> TimelinePage {
    var compared = [TimelinePage.Lane(name: "expected", events: expected), actual]
    (compared[1].note, compared[1].place) = ("actual, recorded at \(place.fileAndLine)", place)
    compared.append(TimelinePage.Lane(name: "difference", events: differences))
    for index in compared.indices { compared[index].heading = "Expected and actual" }
    return TimelinePage(
      title: actual.name, now: timeline?.now.nanoseconds,
      lanes: compared + (timeline?.lanes(except: ObjectIdentifier(self)) ?? []))
  }
}

extension ComparedEvents {
  /// Returns the page of a failure with these differences between recordings.
  ///
  /// - Parameters:
  ///   - wantedNumbers: The numbers of the compared events among all that are expected.
  ///   - foundNumbers: The numbers of the compared events in the actual recording.
  func page(
    expected: Recording<Output, any Error>, _ wantedNumbers: [Int], actual: Recording<Output, Failure>,
    _ foundNumbers: [Int], by subscriber: RecordingSubscriber<Output, Failure>
  ) -> TimelinePage {
    let wanted = expected.shifted(by: .nanoseconds(start))
    var (ofWanted, ofActual) = ([Int: String](), [Int: String]())
    for (_, _, want, got) in differences {
      let (want, got) = (want.map { wantedNumbers[$0] }, got.map { foundNumbers[$0] })
      if let want { ofWanted[want] = got.map { TimelinePage.Event(actual.events[$0]).label } ?? "" }
      if let got { ofActual[got] = want.map { TimelinePage.Event(wanted.events[$0]).label } ?? "" }
    }
    return subscriber.page(
      expected: wanted.lane(others: ofWanted).events, actual: actual.lane(others: ofActual),
      differences: differences.map { TimelinePage.Event(time: onTimeline($0.time), kind: .words, label: $0.text) })
  }
}

extension Recording {
  /// The numbers of the values and the completion among all events.
  var outcomes: [Int] { events.indices.filter { !events[$0].event.isLifecycle } }
}
