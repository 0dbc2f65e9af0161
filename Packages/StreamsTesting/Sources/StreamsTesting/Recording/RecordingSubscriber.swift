import Dispatch
import Foundation

/// The part of a recorder that the stream holds.
///
/// Sendable because `lock` guards its mutable state. Values change threads like those of any publisher.
@usableFromInline final class RecordingSubscriber<Input, Failure: Error>: Subscriber, Cancellable, @unchecked Sendable {
  let name: String
  let timeline: Timeline?
  let place: SourcePlace
  private let start = DispatchTime.now().uptimeNanoseconds
  @usableFromInline let answer: ((Input) -> Subscribers.Demand)?

  @usableFromInline let lock = NSLock()
  // Guarded by `lock`.
  @usableFromInline var events = RecordedEvents<Input, Failure>()
  private var subscription: (any Subscription)?
  /// The demand requested before the subscription arrived.
  private var unsent: Subscribers.Demand
  private var isOver = false
  private var asked: [RecordedRequest] = []
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

  var recording: Recording<Input, Failure> {
    look { Recording($0.recorded(), requests: asked, name: name) }
  }

  var count: Int { lock.withLock { events.count } }

  /// Calls `body` with the events, which it may consume. The lock is held.
  @discardableResult func look<R>(_ body: (inout RecordedEvents<Input, Failure>) throws -> R) rethrows -> R {
    try lock.withLock { try body(&events) }
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
    let held = lock.withLock {
      isOver = true
      defer { subscription = nil }
      return subscription
    }
    withExtendedLifetime(held) {}
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
  private func note(_ demand: Subscribers.Demand, at stamp: Timeline.Stamp, from place: SourcePlace?) {
    guard demand > .none else { return }
    var request = RecordedRequest(time: stamp.time, demand: demand, place: place?.description)
    request.order = stamp.order
    asked.append(request)
  }

  @usableFromInline func cancel() {
    let (held, wasAlive) = lock.withLock {
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

  /// The current time and, on a timeline, the position among its events.
  @usableFromInline func stamp() -> Timeline.Stamp {
    if let timeline { return timeline.stamp() }
    let elapsed = DispatchTime.now().uptimeNanoseconds &- start
    return Timeline.Stamp(time: Timeline.Instant(nanoseconds: Int64(truncatingIfNeeded: elapsed)), order: 0)
  }

  @usableFromInline func reportUnasked(_ input: Input) {
    place.report("\(name) sent \(shown(input)) beyond the demand.\n\(timelineText)")
  }

  /// Returns the error for a complaint of an expectation. Reports it, unless the stream has failed and `blaming` says
  /// which events the error then shows: they are consumed.
  func fail(_ complaint: String, _ wanted: String, _ blaming: (events: Int, end: Bool)?, at place: SourcePlace)
    -> any Error
  {
    let text = timelineText
    let (values, end) = look { ($0.values, $0.end) }
    if let blaming, case .failure(let failure)? = end {
      look { $0.consume(through: blaming.events, end: blaming.end) }
      // Not reported, so the error contains the location.
      return RecordingError(
        description: "\(name): \(complaint), at \(place).\n\(text)", received: values, failure: failure)
    }
    // The issue shows all events, so they are not reported again.
    look { $0.consumeAll() }
    let failed = failed("\(name): \(complaint).", wanted: wanted, difference: complaint)
    return place.reported(failed) { RecordingError(description: $0, received: values, failure: nil) }
  }

  /// Returns a failure, by default with the events so far in its message.
  func failed(
    _ complaint: String, showingEvents: Bool = true, wanted: String, difference: String,
    at time: Timeline.Instant? = nil,
    insteadCame first: Recorded<Input, Failure>? = nil
  ) -> FailedExpectation {
    var failed = FailedExpectation(
      showingEvents ? "\(complaint)\n\(timelineText)" : complaint, of: recording, on: timeline, wanted: wanted,
      difference: difference, at: time,
      insteadCame: first)
    failed.subscriber = ObjectIdentifier(self)
    return failed
  }

  func hear(_ bell: Bell, _ isHeard: Bool) {
    lock.withLock {
      if isHeard { bells.append(bell) } else { bells.removeAll { $0 === bell } }
      events.isAwaited = !bells.isEmpty
    }
  }

  var timelineText: String {
    let now = timeline.map { ", now \(shortTime($0.now.nanoseconds))" } ?? ""
    return look { events in
      guard events.count > 0 else { return "  \(name) so far\(now): nothing" }
      let left = max(0, events.count - 20)
      let lines = events.recorded(from: left).map { "\n    \($0)" }.joined()
      return "  \(name) so far\(now):\(left > 0 ? "\n    (\(left) earlier events)" : "")\(lines)"
    }
  }
}
