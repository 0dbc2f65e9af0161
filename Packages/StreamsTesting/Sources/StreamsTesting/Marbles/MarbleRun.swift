@_spi(TestKit) import Schedulers

/// Records a stream in the time of a marble string.
@usableFromInline struct MarbleRun<Output: Equatable, Failure: Error> {
  private enum Phase { case start, subscription, cancellation, end, rest, over }

  @usableFromInline let expected: MarbleExpectation<Output, Failure>
  @usableFromInline let timeline: Timeline
  @usableFromInline let beginning: Timeline.Instant
  @usableFromInline let isExhaustive: Bool
  private let subscribe: () -> RecordingSubscriber<Output, Failure>
  private var subscriber: RecordingSubscriber<Output, Failure>?
  private var phase = Phase.start
  /// The number of instants after the string to look at. It is limited, because other work on the timeline may be
  /// endless.
  private var left = 1_000
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
  }

  /// Runs the marbles by advancing the timeline.
  @usableFromInline mutating func run() {
    while let walk = next() { note(timeline.walk(walk) { _ in isDone() }) }
  }

  /// Does the same, and waits for tasks.
  mutating func run() async {
    while let walk = next() { note(await timeline.walk(walk) { _ in isDone() }) }
  }

  /// Starts or cancels the recording if that is due. Returns the next walk, or nil at the end.
  private mutating func next() -> Walk? {
    switch phase {
    case .start:
      phase = .subscription
      return expected.start > 0 ? walk(to: expected.start) : next()
    case .subscription:
      phase = .cancellation
      subscriber = subscribe()
      return next()
    case .cancellation:
      phase = .end
      return expected.cancellation.map { walk(to: $0) } ?? next()
    case .end:
      phase = .rest
      if expected.cancellation != nil { subscriber?.cancel() }
      return walk(to: expected.end, includesLimit: expected.includesEnd)
    case .rest:
      phase = .over
      count = subscriber?.count
      let hasMore = subscriber?.look { $0.values.count > expected.events.count } ?? true
      return isExhaustive && !expected.isClosed && !hasMore ? Walk(.pending(background: true)) : nil
    case .over: return nil
    }
  }

  /// Whether the walk of what follows the string has seen enough: an event, the end, or all that it looks at.
  private mutating func isDone() -> Bool {
    guard phase == .over, let subscriber else { return false }
    left -= 1
    return left < 0 || !subscriber.isAlive || subscriber.count != count
  }

  /// Ends the run if time stands still, which the timeline has reported.
  private mutating func note(_ walk: Walk) { if case .standstill = walk.end { phase = .over } }

  @inlinable func check(named name: String, at place: SourcePlace) -> Bool {
    expected.check(
      finish(), from: beginning.nanoseconds, on: timeline, isExhaustive: isExhaustive, named: name, place: place)
  }

  @usableFromInline func finish() -> RecordedEvents<Output, Failure> {
    defer { subscriber?.cancel() }
    return subscriber?.look { $0.takeAll() } ?? RecordedEvents()
  }

  private func walk(to time: Int64, includesLimit: Bool = true) -> Walk {
    Walk(.to(beginning.advanced(by: .nanoseconds(time)).nanoseconds), includesLimit: includesLimit)
  }
}
