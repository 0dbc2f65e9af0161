import Dispatch
import Foundation

/// The part of a recorder that the stream holds on to.
///
/// Sendable because what changes is guarded by `condition`; values are handed on to whoever reads them, as between the
/// threads of any publisher.
@usableFromInline final class RecordingSubscriber<Input, Failure: Error>: Subscriber, Cancellable, @unchecked Sendable {
  let name: String
  let timeline: Timeline?
  let place: CallPlace
  private let start = DispatchTime.now().uptimeNanoseconds
  private let initialDemand: Subscribers.Demand
  @usableFromInline let answer: ((Input) -> Subscribers.Demand)?

  @usableFromInline let condition = NSCondition()
  // Guarded by `condition`; not checked for exclusive access, as the lock gives it and each check costs as much.
  @usableFromInline @exclusivity(unchecked) var events = RecordedEvents<Input, Failure>()
  private var consumption = Consumption()
  private var subscription: (any Subscription)?
  @usableFromInline @exclusivity(unchecked) var outstanding: Subscribers.Demand
  private var isOver = false
  @usableFromInline @exclusivity(unchecked) var waiters = 0
  private var wakes = 0

  @usableFromInline init(
    name: String, timeline: Timeline?, demand: Subscribers.Demand, answer: ((Input) -> Subscribers.Demand)?,
    isExhaustive: Bool, place: CallPlace
  ) {
    self.name = name
    self.timeline = timeline
    self.place = place
    self.answer = answer
    initialDemand = demand
    outstanding = demand
    consumption.isExhaustive = isExhaustive
  }

  /// Whether the stream has not ended and is not cancelled.
  var isAlive: Bool { condition.withLock { !isOver } }

  /// Looks at what has come, and at what has been consumed of it.
  func look<R>(_ body: (RecordedEvents<Input, Failure>, inout Consumption) throws -> R) rethrows -> R {
    try condition.withLock { try body(events, &consumption) }
  }

  /// What has come; it is forgotten here.
  @usableFromInline func take() -> RecordedEvents<Input, Failure> {
    condition.withLock {
      defer { events = RecordedEvents() }
      return events
    }
  }

  @usableFromInline func receive(subscription: any Subscription) {
    note(.subscription)
    let isWanted = condition.withLock {
      if isOver || self.subscription != nil { return false }
      self.subscription = subscription
      return true
    }
    guard isWanted else { return subscription.cancel() }
    if initialDemand > .none { subscription.request(initialDemand) }
  }

  /// Inlined where `record` is called, and so specialised there: a value costs two locks and an append.
  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    let stamp = stamp()
    condition.lock()
    let wasAsked = outstanding > .none
    if wasAsked { outstanding -= 1 }
    events.append(.value(input), at: stamp)
    if waiters > 0 { condition.broadcast() }
    condition.unlock()
    if !wasAsked { reportUnasked(input) }
    return answer == nil ? .none : more(for: input)
  }

  @usableFromInline func more(for input: Input) -> Subscribers.Demand {
    guard let answer else { return .none }
    let more = answer(input)
    if more > .none { condition.withLock { outstanding += more } }
    return more
  }

  @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
    note(.completion(completion))
    let held = condition.withLock {
      isOver = true
      defer { subscription = nil }
      return subscription
    }
    withExtendedLifetime(held) {}
  }

  func request(_ demand: Subscribers.Demand) {
    let subscription = condition.withLock {
      outstanding += demand
      return self.subscription
    }
    subscription?.request(demand)
  }

  @usableFromInline func cancel() {
    let (held, wasAlive) = condition.withLock {
      defer {
        subscription = nil
        isOver = true
      }
      return (subscription, !isOver)
    }
    guard wasAlive else { return }
    note(.cancellation)
    held?.cancel()
  }

  /// Remembers what is not a value.
  private func note(_ event: StreamEvent<Input, Failure>) {
    let stamp = stamp()
    condition.withLock {
      events.append(event, at: stamp)
      if waiters > 0 { condition.broadcast() }
    }
  }

  /// When it is now, and, on a timeline, the place among what else happens there.
  @usableFromInline func stamp() -> Timeline.Stamp {
    if let timeline { return timeline.stamp() }
    let elapsed = DispatchTime.now().uptimeNanoseconds &- start
    return Timeline.Stamp(time: Timeline.Instant(nanoseconds: Int64(truncatingIfNeeded: elapsed)), order: 0)
  }

  /// Counts events, and wakes of those that wait.
  var changes: Int { condition.withLock { events.count + wakes } }

  /// Lets go of those that wait, so that they look again.
  func wake() {
    condition.withLock {
      wakes += 1
      condition.broadcast()
    }
  }

  /// Blocks this thread until there are other changes than these, or until the deadline, in real time. On the main
  /// thread the main run loop goes on.
  func block(while count: Int, until deadline: Date) {
    if Thread.isMainThread {
      while changes == count, Date() < deadline {
        _ = RunLoop.main.run(mode: .default, before: min(deadline, Date(timeIntervalSinceNow: 0.01)))
      }
      return
    }
    condition.withLock {
      waiters += 1
      while events.count + wakes == count, condition.wait(until: deadline) {}
      waiters -= 1
    }
  }

  @usableFromInline func reportUnasked(_ input: Input) {
    place.report("\(name) sent \(shown(input)), which was not asked for.\n\(timelineText)")
  }

  /// The stream so far, for messages.
  var timelineText: String {
    let now = timeline.map { ", now \(shortTime($0.now.nanoseconds))" } ?? ""
    return look { events, _ in
      guard events.count > 0 else { return "  \(name) so far\(now): nothing" }
      let left = max(0, events.count - 20)
      let lines = events.recorded(from: left).map { "\n    \($0)" }.joined()
      return "  \(name) so far\(now):\(left > 0 ? "\n    (\(left) before)" : "")\(lines)"
    }
  }
}

/// What of a recording has been looked at.
struct Consumption {
  /// The index of the first event that has not been.
  var next = 0
  /// Whether the end has been, although values before it may not.
  var hasConsumedEnd = false
  /// Whether it matters.
  var isExhaustive = true

  /// Everything has been looked at.
  mutating func consume(through end: Int) { next = max(next, end) }

  /// What has not been looked at.
  func rest<Output, Failure>(of events: RecordedEvents<Output, Failure>) -> [Recorded<Output, Failure>] {
    events.recorded(from: next).filter {
      switch $0.event {
      case .subscription, .cancellation: false
      case .value: true
      case .completion: !hasConsumedEnd
      }
    }
  }
}
