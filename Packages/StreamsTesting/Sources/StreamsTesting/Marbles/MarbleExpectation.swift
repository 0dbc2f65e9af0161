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
  /// Whether an event may be at the end: after a group that takes no time.
  @usableFromInline let includesEnd: Bool
  @usableFromInline let isClosed: Bool

  /// Reads a marble string. If it is invalid, reports an issue at `place` and returns nil.
  @inlinable init?(
    _ text: String, values: MarbleValues<Output>, error: Failure?, frame: Duration, at place: SourcePlace
  ) {
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
    end = marble.duration.wholeNanoseconds
    includesEnd = (marble.events.last?.time.nanoseconds ?? 0) >= end
  }

  /// Returns whether the events match, with times relative to `beginning`. If not, reports an issue at `place`.
  ///
  /// - Parameter isExhaustive: Whether events after an open string were checked by default.
  @inlinable func check(
    _ recorded: RecordedEvents<Output, Failure>, from beginning: Int64, on timeline: Timeline?,
    by subscriber: ObjectIdentifier? = nil, isExhaustive: Bool = false, named name: String, place: SourcePlace
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
    report(
      recorded, from: beginning, on: timeline, by: subscriber, isExhaustive: isExhaustive, sameUpTo: count, named: name,
      place: place)
    return false
  }

  @usableFromInline func report(
    _ recorded: RecordedEvents<Output, Failure>, from beginning: Int64, on timeline: Timeline?,
    by subscriber: ObjectIdentifier?, isExhaustive: Bool, sameUpTo count: Int, named name: String, place: SourcePlace
  ) {
    let recording = Recording(recorded.recorded(), name: name)
    let found = recording.withoutLifecycle.shifted(by: .nanoseconds(-beginning)).events
    let isAfter = isExhaustive && count == events.count && found.dropFirst(count).first.map(isAfterEnd) ?? false
    let hint = isAfter ? "\n  This is after the marbles; 'exhaustive: false' ignores it." : ""
    let compared = ComparedEvents(events, found, sameUpTo: count)
    place.report(
      compared.failed(
        message(compared, found, named: name) + hint, of: recording, by: subscriber, on: timeline, start: beginning))
  }

  private func isAfterEnd(_ event: Recorded<Output, Failure>) -> Bool {
    includesEnd ? event.time.nanoseconds > end : event.time.nanoseconds >= end
  }

  private func message(
    _ compared: ComparedEvents<Output, Failure>, _ found: [Recorded<Output, Failure>], named name: String
  ) -> String {
    var names = MarbleNames(values)
    for (name, expected) in zip(written, events) {
      if let value = expected.event.value { names.reserve(name.event.symbol, for: value) }
    }
    let rows = AlignedMarbles([written, Recording(found).written(with: &names)], frame: frame, until: end)
    let lines = compared.lines
    let text = """
      \(name) did not send the expected events.
        expected: \(rows.rows[0])
        actual:   \(rows.rows[1])
                  \(rows.pointers(to: compared.differences.map(\.time)))
      """
    let legend = MarbleValues(names.legend.map { ($0.name, $0.value) }).legend()
    return text + (lines.count > 1 ? lines.map { "\n  \($0)" }.joined() : " \(lines.first ?? "")")
      + (legend.isEmpty ? "" : "\n  \(legend)") + compared.diffs.map { "\n\($0)" }.joined()
  }
}
