@_spi(TestKit) import Schedulers

/// Records a stream in the time of a marble string.
struct MarbleRun<Output: Equatable, Failure: Error> {
  /// The point of the string to which the run goes. `rest` is after its end, `endless` a run that ended early.
  private enum Point { case beginning, subscription, cancellation, end, rest, endless }

  let expected: MarbleExpectation<Output, Failure>
  let timeline: Timeline
  let beginning: Timeline.Instant
  let isExhaustive: Bool
  private let subscribe: (RecordingSubscriber<Output, Failure>) -> Void
  let subscriber: RecordingSubscriber<Output, Failure>
  private var point = Point.beginning
  /// The maximum number of instants after the string to look at: other work on the timeline may be endless.
  private var left = 1_000
  /// The number of events at the end of the string.
  private var count = 0

  /// - Parameter isExhaustive: Whether to check what follows the string, if the stream has not ended or been cancelled.
  init?(
    _ expected: MarbleExpectation<Output, Failure>?, on timeline: Timeline, isExhaustive: Bool,
    subscribe: @escaping (RecordingSubscriber<Output, Failure>) -> Void
  ) {
    guard let expected else { return nil }
    self.expected = expected
    self.timeline = timeline
    self.subscribe = subscribe
    self.isExhaustive = isExhaustive
    beginning = timeline.now
    subscriber = RecordingSubscriber(name: expected.name, timeline: timeline, place: expected.place)
  }

  /// Runs the marbles by advancing the timeline, and checks the events.
  mutating func holds() -> Bool {
    while let walk = next() { note(timeline.walk(walk) { isDone(after: $0) }) }
    return check()
  }

  /// Runs the marbles by advancing the timeline, waits for tasks, and checks the events.
  mutating func holds(isolation: isolated (any Actor)? = #isolation) async -> Bool {
    while let walk = next() { note(await timeline.walk(walk) { isDone(after: $0) }) }
    return check()
  }

  /// Does what is due at the point reached. Returns the walk to the next point, or nil at the end.
  private mutating func next() -> Walk? {
    switch point {
    case .beginning:
      point = .subscription
      if expected.start > 0 { return walk(to: expected.start) }
      fallthrough
    case .subscription:
      subscriber.whileSubscribing { subscribe(subscriber) }
      point = .cancellation
      if let cancellation = expected.cancellation { return walk(to: cancellation) }
      fallthrough
    case .cancellation:
      if expected.cancellation != nil { subscriber.cancel() }
      point = .end
      return walk(to: expected.end, includesLimit: expected.includesEnd)
    case .end:
      point = .rest
      guard isExhaustive, subscriber.isAlive else { return nil }
      count = subscriber.look { $0.all.count }
      return subscriber.look { $0.values.count > expected.events.count } ? nil : .bounded(.pending(background: true))
    case .rest, .endless: return nil
    }
  }

  /// Whether the walk of what follows the string has seen enough: an event, the end, or all that it looks at.
  private mutating func isDone(after walk: Walk) -> Bool {
    guard point == .rest else { return false }
    if walk.hasRun { left -= 1 }
    return left <= 0 || !subscriber.isAlive || subscriber.look { $0.all[count...].contains { !$0.event.isLifecycle } }
  }

  /// Ends the run early if work is endless, and reports that.
  private mutating func note(_ walk: Walk) {
    guard case .budget(let text) = walk.end else { return }
    subscriber.reportStop("expect(toEqual:) \(text)", at: expected.place)
    point = .endless
  }

  /// Cancels the recording. Returns whether the run is whole and its events match. Reports an issue if they do not.
  private func check() -> Bool {
    // A longer advance beside this run records more.
    let last = expected.cancellation ?? (isExhaustive ? .max : expected.last)
    var recorded = subscriber.look { $0.all }
    while let late = recorded.last, late.time.nanoseconds - beginning.nanoseconds > last { recorded.removeLast() }
    subscriber.cancel()
    guard point == .rest else { return false }
    return expected.check(recorded, from: beginning.nanoseconds, by: subscriber, isExhaustive: isExhaustive)
  }

  private func walk(to time: Int64, includesLimit: Bool = true) -> Walk {
    .bounded(.to(beginning.advanced(by: .nanoseconds(time)).nanoseconds), includesLimit: includesLimit)
  }
}
