/// Records a stream in the time of a marble string, for code that awaits and for code that does not: both ask for the
/// next instant, and advance the timeline to it, until there is none.
@usableFromInline struct MarbleRun<Output: Equatable, Failure: Error> {
  private enum Phase { case start, subscription, cancellation, end, rest }

  private let expected: MarbleExpectation<Output, Failure>
  private let timeline: Timeline
  @usableFromInline let beginning: Timeline.Instant
  private let subscribe: () -> RecordingSubscriber<Output, Failure>
  private var subscriber: RecordingSubscriber<Output, Failure>?
  private var phase = Phase.start
  /// How many instants after the string are looked at, as something else on the timeline may never end.
  private var left: Int
  /// How many events had come at the end of the string.
  private var count: Int?

  /// - Parameter isExhaustive: Whether to look at what comes after a string that does not say how the stream ends.
  @usableFromInline init(
    _ expected: MarbleExpectation<Output, Failure>, on timeline: Timeline, isExhaustive: Bool,
    subscribe: @escaping () -> RecordingSubscriber<Output, Failure>
  ) {
    self.expected = expected
    self.timeline = timeline
    self.subscribe = subscribe
    beginning = timeline.now
    left = isExhaustive && !expected.isClosed ? 1_000 : 0
  }

  /// Starts and cancels the recording where that is due, and says how far to advance then; nil at the end.
  @usableFromInline mutating func next() -> Timeline.Instant? {
    switch phase {
    case .start:
      phase = .subscription
      return expected.start > 0 ? instant(expected.start) : next()
    case .subscription:
      phase = .cancellation
      subscriber = subscribe()
      return timeline.now
    case .cancellation:
      phase = .end
      return expected.cancellation.map(instant) ?? next()
    case .end:
      phase = .rest
      if expected.cancellation != nil { subscriber?.cancel() }
      return instant(expected.end)
    case .rest: return nextOfTheRest()
    }
  }

  /// Until something comes, nothing is due, or more than is wanted had come before.
  private mutating func nextOfTheRest() -> Timeline.Instant? {
    guard left > 0, let subscriber, subscriber.isAlive, let due = timeline.nextDue else { return nil }
    let count = count ?? subscriber.count
    guard subscriber.count == count else { return nil }
    if self.count == nil, subscriber.look({ events, _ in events.values.count > expected.events.count }) { return nil }
    self.count = count
    left -= 1
    return due
  }

  /// What was recorded; the recording ends.
  @usableFromInline func finish() -> RecordedEvents<Output, Failure> {
    defer { subscriber?.cancel() }
    return subscriber?.take() ?? RecordedEvents()
  }

  private func instant(_ time: Int64) -> Timeline.Instant { beginning.advanced(by: .nanoseconds(time)) }
}
