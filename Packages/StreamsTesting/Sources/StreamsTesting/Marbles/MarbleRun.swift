/// Records a stream in the time of a marble string. The caller advances the timeline from instant to instant.
@usableFromInline struct MarbleRun<Output: Equatable, Failure: Error> {
  private enum Phase { case start, subscription, cancellation, end, rest }

  @usableFromInline let expected: MarbleExpectation<Output, Failure>
  private let timeline: Timeline
  @usableFromInline let beginning: Timeline.Instant
  @usableFromInline let isExhaustive: Bool
  private let subscribe: () -> RecordingSubscriber<Output, Failure>
  private var subscriber: RecordingSubscriber<Output, Failure>?
  private var phase = Phase.start
  /// The number of instants after the string to check. It is limited, because other work on the timeline may be endless.
  private var left: Int
  /// The number of events at the end of the string.
  private var count: Int?

  /// - Parameter isExhaustive: Whether to check what follows a string without an end and without a cancellation.
  @usableFromInline init(
    _ expected: MarbleExpectation<Output, Failure>, on timeline: Timeline, isExhaustive: Bool,
    subscribe: @escaping () -> RecordingSubscriber<Output, Failure>
  ) {
    self.expected = expected
    self.timeline = timeline
    self.subscribe = subscribe
    self.isExhaustive = isExhaustive
    beginning = timeline.now
    left = isExhaustive && !expected.isClosed ? 1_000 : 0
  }

  /// Starts or cancels the recording if that is due. Returns the next instant, or nil at the end.
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

  /// Ends when an event arrives or nothing is pending, or if there were more values than expected before.
  private mutating func nextOfTheRest() -> Timeline.Instant? {
    guard left > 0, let subscriber, subscriber.isAlive, let due = timeline.nextDue else { return nil }
    let count = count ?? subscriber.count
    guard subscriber.count == count else { return nil }
    if self.count == nil, subscriber.look({ $0.values.count > expected.events.count }) { return nil }
    self.count = count
    left -= 1
    return due
  }

  @inlinable func check(named name: String, at place: CallPlace) -> Bool {
    expected.check(finish(), from: beginning.nanoseconds, isExhaustive: isExhaustive, named: name, place: place)
  }

  @usableFromInline func finish() -> RecordedEvents<Output, Failure> {
    defer { subscriber?.cancel() }
    return subscriber?.look { events in
      defer { events = RecordedEvents() }
      return events
    } ?? RecordedEvents()
  }

  private func instant(_ time: Int64) -> Timeline.Instant { beginning.advanced(by: .nanoseconds(time)) }
}
