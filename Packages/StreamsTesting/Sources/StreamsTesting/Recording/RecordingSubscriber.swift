import Dispatch
import Foundation
@_spi(TestKit) import Schedulers

/// The part of a recorder that the stream holds.
///
/// Sendable because `lock` guards its mutable state. Values change threads like those of any publisher.
@usableFromInline final class RecordingSubscriber<Input, Failure: Error>: Subscriber, Cancellable, @unchecked Sendable {
  let name: String
  let timeline: Timeline?
  let place: SourcePlace
  private let start = DispatchTime.now().uptimeNanoseconds
  @usableFromInline let answer: ((Input) -> Subscribers.Demand)?
  private let unread = TimelineStreams.Mark(nil)

  @usableFromInline let lock = NSLock()
  // Guarded by `lock`.
  @usableFromInline var events = RecordedEvents<Input, Failure>()
  private var subscription: (any Subscription)?
  /// The demand requested before the subscription arrived.
  private var unsent: Subscribers.Demand
  private var isOver = false
  private(set) var asked: [RecordedRequest] = []
  private var bells: [Bell] = []

  @usableFromInline init(
    name: String, timeline: Timeline? = nil, demand: Subscribers.Demand = .unlimited,
    answer: ((Input) -> Subscribers.Demand)? = nil, isExhaustive: Bool = false, place: SourcePlace
  ) {
    self.name = name
    self.timeline = timeline
    self.place = place
    self.answer = answer
    unsent = demand
    events.outstanding = demand
    events.isExhaustive = isExhaustive
    if let timeline { LeakScope.current?.watch(timeline) }
  }

  var isAlive: Bool { lock.withLock { !isOver } }

  /// Returns the error of an unread marble string to which this recording has subscribed. Where it is not known which one
  /// has, each without values may have, and otherwise the first that asks.
  func unreadError() -> (any Error)? {
    let isEmpty = look { $0.values.isEmpty }
    unread.withLock { $0 = $0 ?? timeline?.streams.ofUnknown.withLock { isEmpty ? $0 : exchange(&$0, with: nil) } }
    return unread.withLock { $0 }
  }

  var recording: Recording<Input, Failure> {
    look { Recording($0.all, requests: asked, name: name) }
  }

  /// Calls `body` with the events, which it may consume. The lock is held.
  @discardableResult @usableFromInline func look<R>(_ body: (inout RecordedEvents<Input, Failure>) -> R) -> R {
    lock.withLock { body(&events) }
  }

  /// Calls `body`, which subscribes or starts a task.
  @usableFromInline func whileSubscribing<R>(_ body: () -> R) -> R {
    TimelineStreams.$ofSubscribing.withValue(unread, operation: body)
  }

  @usableFromInline func receive(subscription: any Subscription) {
    note(.subscription)
    let stamp = stamp()
    let demand: Subscribers.Demand? = lock.withLock {
      if isOver || self.subscription != nil { return nil }
      self.subscription = subscription
      note(unsent, at: stamp, from: place)
      return unsent
    }
    guard let demand else { return subscription.cancel() }
    if demand > .none { subscription.request(demand) }
  }

  /// Inlined, and so specialised, where `record` is called: a value costs two locks and an append.
  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    let stamp = stamp()
    lock.lock()
    let (wasAsked, isAwaited) = events.receive(input, at: stamp)
    lock.unlock()
    if isAwaited { ring() }
    if !wasAsked { reportUnasked(input) }
    return answer == nil ? .none : more(for: input)
  }

  @usableFromInline func more(for input: Input) -> Subscribers.Demand {
    guard let answer else { return .none }
    let more = answer(input)
    guard more > .none else { return more }
    let stamp = stamp()
    lock.withLock {
      events.outstanding += more
      note(more, at: stamp, from: nil)
    }
    return more
  }

  @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
    note(.completion(completion))
    let former = lock.withLock { (exchange(&isOver, with: true), exchange(&subscription, with: nil)) }
    withExtendedLifetime(former) {}
  }

  func request(_ demand: Subscribers.Demand, at place: SourcePlace) {
    let stamp = stamp()
    let subscription = lock.withLock {
      events.outstanding += demand
      if self.subscription == nil { unsent += demand } else { note(demand, at: stamp, from: place) }
      return self.subscription
    }
    subscription?.request(demand)
  }

  /// Records a request. The lock must be held.
  private func note(_ demand: Subscribers.Demand, at stamp: Stamp, from place: SourcePlace?) {
    guard demand > .none else { return }
    asked.append(RecordedRequest(time: stamp.time, demand: demand, place: place, order: stamp.order))
  }

  @usableFromInline func cancel() {
    let (held, wasOver) = lock.withLock { (exchange(&subscription, with: nil), exchange(&isOver, with: true)) }
    guard !wasOver else { return }
    note(.cancellation)
    held?.cancel()
  }

  /// Records an event other than a value.
  private func note(_ event: StreamEvent<Input, Failure>) {
    let stamp = stamp()
    lock.withLock {
      events.append(event, at: stamp)
      if let completion = event.completion { events.end = completion }
    }
    ring()
  }

  @usableFromInline func ring() { for bell in lock.withLock({ bells }) { bell.ring() } }

  /// The current time, virtual or real.
  var now: Timeline.Instant { timeline?.now ?? stamp().time }

  /// The current time and, on a timeline, the position among its events.
  @usableFromInline func stamp() -> Stamp {
    if let timeline { return timeline.stamp() }
    let elapsed = DispatchTime.now().uptimeNanoseconds &- start
    return (Timeline.Instant(nanoseconds: Int64(truncatingIfNeeded: elapsed)), 0)
  }

  /// Reports the first value without demand.
  @usableFromInline func reportUnasked(_ input: Input) {
    guard let number = look({ exchange(&$0.isBeyondDemand, with: true) ? nil : $0.all.count - 1 }) else { return }
    let complaint = "\(name) sent \(shown(input).shortened(200)) beyond the demand."
    place.report(failure(complaint, wanted: "a request first", difference: "not requested", instead: [number]))
  }

  func hear(_ bell: Bell, _ isHeard: Bool) {
    lock.withLock {
      if isHeard { bells.append(bell) } else { bells.removeAll { $0 === bell } }
      events.isAwaited = !bells.isEmpty
    }
  }
}

/// The time of an event, and its position among the events on the timeline; 0 in real time.
@usableFromInline typealias Stamp = (time: Timeline.Instant, order: UInt64)

/// The events of a recording, and which of them the test has consumed.
@usableFromInline struct RecordedEvents<Output, Failure: Error> {
  @usableFromInline var all: [Recorded<Output, Failure>] = []
  var end: Subscribers.Completion<Failure>?
  /// The index of the first event that has not been consumed.
  var next = 0
  /// The numbers of the events that the last evaluation of an expectation has consumed.
  var consumed = 0..<0
  /// Whether the completion has been consumed, even if values before it have not.
  var hasConsumedEnd = false
  /// The demand for values that have not arrived.
  @usableFromInline var outstanding: Subscribers.Demand = .none
  /// Whether a value without demand has been reported.
  var isBeyondDemand = false
  /// Whether a wait must hear of each event.
  @usableFromInline var isAwaited = false
  /// Whether events that remain unconsumed are reported.
  var isExhaustive = true

  @usableFromInline init() {}

  /// Appends an event. In real time, its position is its number. O(1), amortised.
  @inlinable @inline(__always) mutating func append(_ event: StreamEvent<Output, Failure>, at stamp: Stamp) {
    let order = stamp.order == 0 ? UInt64(all.count + 1) : stamp.order
    all.append(Recorded(time: stamp.time, order: order, event: event))
  }

  /// Appends a value, and returns whether it was requested, and whether a wait must hear of it. One access to the
  /// recording, because each is checked.
  @inlinable @inline(__always) mutating func receive(_ value: Output, at stamp: Stamp)
    -> (wasAsked: Bool, isAwaited: Bool)
  {
    let wasAsked = outstanding > .none
    if wasAsked { outstanding -= 1 }
    append(.value(value), at: stamp)
    return (wasAsked, isAwaited)
  }

  var values: [Output] { all.compactMap(\.event.value) }

  /// Returns the numbers of at most `count` values, from an event on.
  func values(_ count: Int = .max, from start: Int) -> [Int] {
    Array(all.indices[min(start, all.count)...].lazy.filter { all[$0].event.value != nil }.prefix(count))
  }

  /// Consumes values, and returns them.
  mutating func take(_ numbers: [Int]) -> [Output] {
    let end = (numbers.last ?? -1) + 1
    consume(through: end)
    consumed = (numbers.first ?? end)..<end
    return numbers.compactMap { all[$0].event.value }
  }

  /// Consumes the first `count` events. With `end`, also consumes the completion, even if values before it remain.
  mutating func consume(through count: Int, end: Bool = false) {
    consumed = next..<max(next, count)
    next = consumed.upperBound
    if end { (hasConsumedEnd, consumed) = (true, (all.lastIndex { $0.event.completion != nil } ?? 0)..<all.count) }
  }

  mutating func consumeAll() { consume(through: all.count) }

  /// The numbers of the events that have not been consumed. O(1) to look at the first, if all before it are consumed.
  var rest: some Collection<Int> {
    all.indices[min(next, all.count)...].lazy.filter { number in
      all[number].event.completion == nil ? all[number].event.value != nil : !hasConsumedEnd
    }
  }

  /// The outcome of an expectation that these events do not meet.
  func outcome<Value>() -> RecorderExpectation<Value>.Outcome {
    end == nil ? .pending : .impossible(events: all.count)
  }
}
