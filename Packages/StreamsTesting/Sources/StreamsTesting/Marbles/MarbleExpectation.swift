/// The events that a marble string expects.
///
/// The code that checks them is inlined, and so specialised, at the expectation. Texts are created only for failures.
@usableFromInline struct MarbleExpectation<Output: Equatable, Failure: Error> {
  /// The expected values and completion. ``FailureText/any`` matches any failure.
  @usableFromInline let events: [Recorded<Output, any Error>]
  /// The same events as in the string.
  private let written: [Recorded<Character, FailureText>]
  @usableFromInline let values: MarbleValues<Output>
  private let frame: Int64
  // The times of the subscription, the cancellation, and the end of the check, in nanoseconds after the string begins.
  @usableFromInline let start: Int64
  @usableFromInline let cancellation: Int64?
  @usableFromInline let end: Int64
  @usableFromInline let isClosed: Bool

  /// Reads a marble string. If it is invalid, reports an issue at `place` and returns nil.
  @inlinable init?(_ text: String, values: MarbleValues<Output>, error: Failure?, frame: Duration, at place: CallPlace)
  {
    do throws(MarbleError) {
      let marble = try Marble(text, frame: frame)
      let recording = try Recording<Output, any Error>(marble, values: values, error: error ?? FailureText.any)
      self.init(recording.withoutLifecycle.events, values: values, of: marble)
    } catch {
      place.report(error.description)
      return nil
    }
  }

  @usableFromInline init(_ events: [Recorded<Output, any Error>], values: MarbleValues<Output>, of marble: Marble) {
    let recording = Recording(marble.events)
    self.events = events
    self.values = values
    written = recording.withoutLifecycle.events
    frame = max(1, marble.frame.wholeNanoseconds)
    start = marble.subscriptionTime?.wholeNanoseconds ?? 0
    cancellation = recording.events.first { $0.event == .cancellation }?.time.nanoseconds
    isClosed = cancellation != nil || recording.completion != nil
    end = max(marble.events.last?.time.nanoseconds ?? 0, marble.duration.wholeNanoseconds - 1)
  }

  /// Whether an event matches the expected one.
  @inlinable func accepts(_ event: StreamEvent<Output, Failure>, as expected: StreamEvent<Output, any Error>) -> Bool {
    switch (expected, event) {
    case (.value(let a), .value(let b)): a == b
    case (.completion(.finished), .completion(.finished)): true
    case (.completion(.failure(let a)), .completion(.failure(let b))): a as? FailureText == .any || sameError(a, b)
    default: false
    }
  }

  /// Returns whether the events match, with times relative to `beginning`. If not, reports an issue at `place`.
  ///
  /// - Parameter isExhaustive: Whether events after an open string were checked by default.
  @inlinable func check(
    _ recorded: RecordedEvents<Output, Failure>, from beginning: Int64, isExhaustive: Bool = false, named name: String,
    place: CallPlace
  ) -> Bool {
    var count = 0
    var holds = true
    recorded.forEach { found in
      guard holds, !found.event.isLifecycle else { return }
      holds =
        count < events.count && events[count].time.nanoseconds == found.time.nanoseconds - beginning
        && accepts(found.event, as: events[count].event)
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
    let hint = isAfter && count == events.count ? "\n  This is after the marbles; 'exhaustive: false' ignores it." : ""
    let page = FailurePages.note {
      TimelinePage(
        name, expected: events.map { TimelinePage.Event($0) }, actual: Recording(recording.events, name: name),
        sameUpTo: count)
    }
    place.report(complaint(recording.events, sameUpTo: count, named: name) + hint + page)
  }

  private func complaint(_ found: [Recorded<Output, Failure>], sameUpTo count: Int, named name: String) -> String {
    var names = MarbleNames(values)
    for (name, expected) in zip(written, events) {
      if let value = expected.event.value { names.reserve(name.event.symbol, for: value) }
    }
    let rows = AlignedMarbles([written, Recording(found).written(with: &names)], frame: frame, until: end)
    let differences = differences(found, from: count)
    var text = """
      \(name) did not send the expected events.
        expected: \(rows.rows[0])
        actual:   \(rows.rows[1])
                  \(rows.pointers(to: differences.map(\.time)))
      """
    text += differences.count > 1 ? differences.map { "\n  \($0.text)" }.joined() : " \(differences.first?.text ?? "")"
    let legend = MarbleValues(names.legend.map { ($0.name, $0.value) }).legend()
    if !legend.isEmpty { text += "\n  \(legend)" }
    return text + differences.compactMap(\.diff).map { "\n\($0)" }.joined()
  }

  /// Returns all differences, starting with the event `count`. Expected and actual events are paired by their times.
  private func differences(_ found: [Recorded<Output, Failure>], from count: Int) -> [Difference] {
    var differences: [Difference] = []
    var (wantedRest, foundRest) = (events[count...], found[count...])
    while let time = [wantedRest.first?.time, foundRest.first?.time].compactMap(\.self).min() {
      let (wanted, got) = (wantedRest.first, foundRest.first)
      if wanted?.time == time { wantedRest.removeFirst() }
      if got?.time == time { foundRest.removeFirst() }
      var diff: String?
      if let wanted, let got, wanted.time == got.time {
        if accepts(got.event, as: wanted.event) { continue }
        if let a = wanted.event.value, let b = got.event.value { diff = valueDiff(a, b) }
      }
      differences.append(Difference(time: time.nanoseconds, text: difference(wanted, got), diff: diff))
    }
    return differences
  }

  private struct Difference {
    let time: Int64
    let text: String
    /// The differing lines, for values of several lines.
    let diff: String?
  }

  private func difference(_ wanted: Recorded<Output, any Error>?, _ got: Recorded<Output, Failure>?) -> String {
    let wantedAt = wanted.map { shortTime($0.time.nanoseconds) } ?? ""
    let gotAt = got.map { shortTime($0.time.nanoseconds) } ?? ""
    switch (wanted, got) {
    case (let wanted?, let got?) where wanted.time == got.time:
      return "at \(gotAt): expected \(wanted.event), got \(got.event)"
    case (let wanted?, let got?) where wanted.time < got.time:
      return "at \(wantedAt): expected \(wanted.event), got nothing until \(got.event) at \(gotAt)"
    case (.some, let got?): return "at \(gotAt): expected nothing until \(wantedAt), got \(got.event)"
    case (let wanted?, nil): return "at \(wantedAt): expected \(wanted.event), got nothing more"
    case (nil, let got?): return "at \(gotAt): expected nothing more, got \(got.event)"
    case (nil, nil): return "no difference"
    }
  }
}
