/// What a marble string wants of a stream.
///
/// What looks at events is inlined where an expectation is written, and so specialised there. Texts are made only where
/// it fails.
@usableFromInline struct MarbleExpectation<Output: Equatable, Failure: Error> {
  /// What must come.
  @usableFromInline let events: [Event]
  @usableFromInline let values: MarbleValues<Output>
  private let frame: Int64
  /// When to subscribe, to cancel, and to stop looking, in nanoseconds from the beginning of the string.
  @usableFromInline let start: Int64
  @usableFromInline let cancellation: Int64?
  @usableFromInline let end: Int64
  /// Whether the string says when nothing comes any more.
  @usableFromInline let isClosed: Bool

  @usableFromInline enum Wanted {
    case event(StreamEvent<Output, Failure>)
    case anyFailure

    @inlinable func accepts(_ event: StreamEvent<Output, Failure>) -> Bool {
      switch self {
      case .event(let wanted): event == wanted
      case .anyFailure: if case .completion(.failure) = event { true } else { false }
      }
    }

    var text: String {
      switch self {
      case .event(let event): event.description
      case .anyFailure: "a failure"
      }
    }
  }

  @usableFromInline struct Event {
    @usableFromInline let time: Int64
    @usableFromInline let wanted: Wanted
    let symbol: Character

    @usableFromInline init(_ step: Marble.Step, _ wanted: Wanted, _ symbol: Character) {
      time = step.nanoseconds
      self.wanted = wanted
      self.symbol = symbol
    }
  }

  @inlinable init(
    _ text: String, values: MarbleValues<Output>, error: Failure?, frame: Duration
  ) throws(MarbleError) {
    let marble = try Marble(text, frame: frame)
    var events: [Event] = []
    events.reserveCapacity(marble.steps.count)
    for step in marble.steps {
      switch step.symbol {
      case .subscription, .cancellation: continue
      case .finished: events.append(Event(step, .event(.finished), "|"))
      case .failure: events.append(Event(step, error.map { .event(.failure($0)) } ?? .anyFailure, "#"))
      case .value(let name):
        events.append(Event(step, .event(.value(try values.value(name, at: step, in: text))), name))
      }
    }
    self.init(events, values: values, of: marble)
  }

  @usableFromInline init(_ events: [Event], values: MarbleValues<Output>, of marble: Marble) {
    self.events = events
    self.values = values
    frame = max(1, marble.frame.wholeNanoseconds)
    start = marble.subscriptionTime?.wholeNanoseconds ?? 0
    cancellation = marble.steps.first { $0.symbol == .cancellation }?.nanoseconds
    isClosed = cancellation != nil || events.contains { $0.symbol == "|" || $0.symbol == "#" }
    end = max(marble.steps.last?.nanoseconds ?? 0, marble.duration.wholeNanoseconds - 1)
  }

  /// Records what comes from `publisher` in the time of the string, and reports an issue at `place` if it is not what
  /// is wanted. Returns whether it is.
  @inlinable func check<P: Publisher>(
    _ publisher: P, isExhaustive: Bool, name: String, on timeline: Timeline, place: CallPlace
  ) -> Bool where P.Output == Output, P.Failure == Failure {
    let beginning = timeline.now.nanoseconds
    func move(to time: Int64) {
      let target = Timeline.Instant(nanoseconds: beginning).advanced(by: .nanoseconds(time))
      if target > timeline.now { timeline.advance(to: target) }
    }
    move(to: start)
    let subscriber = RecordingSubscriber<Output, Failure>(
      name: name, timeline: timeline, demand: .unlimited, answer: nil, isExhaustive: false, place: place)
    watchForLeaks(timeline)
    publisher.subscribe(subscriber)
    timeline.advance(by: .zero)
    if let cancellation {
      move(to: cancellation)
      subscriber.cancel()
    }
    move(to: end)
    if isExhaustive { lookOn(subscriber, on: timeline) }
    let recorded = subscriber.take()
    subscriber.cancel()
    return check(recorded, from: beginning, isExhaustive: isExhaustive, named: name, place: place)
  }

  /// Reports an issue at `place` if what was recorded is not what is wanted, with times from `beginning` on.
  ///
  /// - Parameter isExhaustive: Whether what comes after an open string was checked by default.
  @inlinable func check(
    _ recorded: RecordedEvents<Output, Failure>, from beginning: Int64, isExhaustive: Bool = false, named name: String,
    place: CallPlace
  ) -> Bool {
    var count = 0
    var holds = true
    recorded.forEach { time, event in
      switch event {
      case .subscription, .cancellation: return
      case .value, .completion: break
      }
      guard holds else { return }
      holds = count < events.count && events[count].time == time - beginning && events[count].wanted.accepts(event)
      if holds { count += 1 }
    }
    if holds, count == events.count { return true }
    report(recorded, from: beginning, isExhaustive: isExhaustive, sameUpTo: count, named: name, place: place)
    return false
  }

  @usableFromInline func report(
    _ recorded: RecordedEvents<Output, Failure>, from beginning: Int64, isExhaustive: Bool, sameUpTo count: Int,
    named name: String, place: CallPlace
  ) {
    let recording = Recording(recorded.recorded()).withoutLifecycle.shifted(by: .nanoseconds(-beginning))
    let isAfter = isExhaustive && recording.events.dropFirst(count).first.map { $0.time.nanoseconds > end } ?? false
    let hint = isAfter && count == events.count ? "\n  After the marbles; 'exhaustive: false' looks no further." : ""
    let page = FailurePages.note {
      TimelinePage(
        name, expected: events.map(\.pageEvent), actual: Recording(recording.events, name: name),
        sameUpTo: count)
    }
    place.report(complaint(recording.events, sameUpTo: count, named: name) + hint + page)
  }

  private func complaint(_ found: [Recorded<Output, Failure>], sameUpTo count: Int, named name: String) -> String {
    var names = MarbleNames<Output>(values, by: ==)
    for event in events {
      if case .event(.value(let value)) = event.wanted { names.reserve(event.symbol, for: value) }
    }
    let rows = AlignedMarbles(
      [
        events.map { AlignedMarbles.Mark(time: $0.time, symbol: $0.symbol) },
        Recording(found).marks(&names),
      ], frame: frame, until: end)
    let differences = differences(found, from: count)
    var text = """
      \(name) does not send what was expected.
        expected: \(rows.rows[0])
        actual:   \(rows.rows[1])
                  \(rows.pointers(to: differences.map(\.time)))
      """
    text += differences.count > 1 ? differences.map { "\n  \($0.text)" }.joined() : " \(differences.first?.text ?? "")"
    let legend = MarbleValues(names.legend.map { ($0.name, $0.value) }).legendText
    if !legend.isEmpty { text += "\n  \(legend)" }
    return text + differences.compactMap(\.diff).map { "\n\($0)" }.joined()
  }

  /// Every difference from the event `count` on: what is expected and what came are paired by their times.
  private func differences(_ found: [Recorded<Output, Failure>], from count: Int) -> [Difference] {
    var differences: [Difference] = []
    var (wantedRest, foundRest) = (events[count...], found[count...])
    while !wantedRest.isEmpty || !foundRest.isEmpty {
      let (wanted, got) = (wantedRest.first, foundRest.first)
      let time = min(wanted?.time ?? .max, got?.time.nanoseconds ?? .max)
      let isWantedNow = wanted?.time == time
      let isFoundNow = got?.time.nanoseconds == time
      if isWantedNow { wantedRest.removeFirst() }
      if isFoundNow { foundRest.removeFirst() }
      if isWantedNow, isFoundNow, let wanted, let got, wanted.wanted.accepts(got.event) { continue }
      var diff: String?
      if isWantedNow, isFoundNow, case .event(.value(let a))? = wanted?.wanted, let b = got?.event.value {
        diff = valueDiff(a, b)
      }
      differences.append(Difference(time: time, text: difference(wanted, got), diff: diff))
    }
    return differences
  }

  private struct Difference {
    let time: Int64
    let text: String
    /// For values of several lines: what differs within them.
    let diff: String?
  }

  private func difference(_ wanted: Event?, _ got: Recorded<Output, Failure>?) -> String {
    let wantedAt = wanted.map { shortTime($0.time) } ?? ""
    let gotAt = got.map { shortTime($0.time.nanoseconds) } ?? ""
    switch (wanted, got) {
    case (let wanted?, let got?) where wanted.time == got.time.nanoseconds:
      return "at \(gotAt): expected \(wanted.wanted.text), got \(got.event)"
    case (let wanted?, let got?) where wanted.time < got.time.nanoseconds:
      return "at \(wantedAt): expected \(wanted.wanted.text), got nothing until \(got.event) at \(gotAt)"
    case (.some, let got?): return "at \(gotAt): expected nothing until \(wantedAt), got \(got.event)"
    case (let wanted?, nil): return "at \(wantedAt): expected \(wanted.wanted.text), got nothing more"
    case (nil, let got?): return "at \(gotAt): expected nothing more, got \(got.event)"
    case (nil, nil): return "no difference"
    }
  }
}

extension MarbleExpectation.Event {
  /// For a page: what is expected, at its time.
  fileprivate var pageEvent: TimelinePage.Event {
    switch wanted {
    case .event(let event):
      TimelinePage.Event(Recorded(time: Timeline.Instant(nanoseconds: time), event: event))
    case .anyFailure: TimelinePage.Event(time: time, kind: .failure, label: "any")
    }
  }
}
