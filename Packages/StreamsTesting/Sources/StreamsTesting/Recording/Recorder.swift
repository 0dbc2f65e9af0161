import Dispatch
import Foundation
@_spi(TestKit) import Schedulers

extension Publisher {
  /// Subscribes, and records the events in real time.
  ///
  /// - Parameters:
  ///   - name: The stream's name in messages.
  ///   - demand: The initial demand.
  ///   - exhaustive: Whether all events must be consumed, see ``Recorder``.
  ///   - answer: Returns the demand for each value; none by default.
  /// - Returns: The recorder. When it is deinitialised, the stream is cancelled.
  @inlinable public func record(
    name: String = "stream", demand: Subscribers.Demand = .unlimited, exhaustive: Bool = true,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    answer: ((Output) -> Subscribers.Demand)? = nil
  ) -> Recorder<Output, Failure> {
    let place = SourcePlace(fileID, filePath, line, column)
    return record(name, demand: demand, exhaustive: exhaustive, answer: answer, at: place)
  }

  /// Subscribes, and records the events, on the timeline or in real time.
  @inlinable func record(
    _ name: String, on timeline: Timeline? = nil, demand: Subscribers.Demand = .unlimited, exhaustive: Bool = true,
    answer: ((Output) -> Subscribers.Demand)? = nil, at place: SourcePlace
  ) -> Recorder<Output, Failure> {
    let subscriber = RecordingSubscriber<Output, Failure>(
      name: name, timeline: timeline, demand: demand, answer: answer, isExhaustive: exhaustive, place: place)
    subscribe(subscriber)
    return Recorder(subscriber)
  }
}

extension VirtualTime {
  /// Subscribes to `publisher`, and records the events with their virtual times.
  ///
  /// `name` is the stream's name in messages, `demand` the initial demand, and `answer` returns the demand for each
  /// value, none by default. If `exhaustive`, all events must be consumed, see ``Recorder``. When the recorder is
  /// deinitialised, the stream is cancelled.
  @inlinable public func record<P: Publisher>(
    _ publisher: P, name: String = "stream", demand: Subscribers.Demand = .unlimited, exhaustive: Bool = true,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    answer: ((P.Output) -> Subscribers.Demand)? = nil
  ) -> Recorder<P.Output, P.Failure> {
    let place = SourcePlace(fileID, filePath, line, column)
    return publisher.record(name, on: timeline, demand: demand, exhaustive: exhaustive, answer: answer, at: place)
  }
}

// Sendable because the lock of the subscriber guards all mutable state.
/// Records the events of a stream with their times, for a test to check.
///
/// Create one with `publisher.record()`, or on a timeline with `scheduler.record(publisher)`:
///
/// ```swift
/// let scheduler = VirtualTimeScheduler()
/// let recorder = scheduler.record(scheduler.cold("-1-2|", values: .digits))
/// scheduler.run()
/// print(try recorder.next().get(), try recorder.next().get())
/// try recorder.finished.get()
/// // 1 2
/// ```
///
/// It is exhaustive by default: the test must consume every value and the completion. When the recorder is
/// deinitialised, the stream is cancelled, and events that were not consumed are reported as an issue at the line that
/// created the recorder.
public final class Recorder<Output, Failure: Error>: Cancellable, @unchecked Sendable {
  let subscriber: RecordingSubscriber<Output, Failure>

  @usableFromInline init(_ subscriber: RecordingSubscriber<Output, Failure>) {
    self.subscriber = subscriber
    LeakScope.current?.watch(self)
    subscriber.timeline?.streams.add(subscriber) { [weak self] in
      guard let self else { return nil }
      var lane = received.lane
      lane.note = "recorded at \(subscriber.place)"
      return lane
    }
  }

  deinit {
    subscriber.timeline?.streams.remove(subscriber)
    cancel()
    ensureAllEventsConsumed()
  }

  /// The stream's name in messages.
  package var name: String { subscriber.name }

  /// The events so far. Reading them consumes nothing.
  public var received: Recording<Output, Failure> { subscriber.recording }

  /// The events so far, with their times. Reading them consumes nothing.
  public var events: [Recorded<Output, Failure>] { received.events }

  /// The values so far. Reading them consumes nothing.
  public var values: [Output] { subscriber.look { $0.values } }

  /// Returns all events so far, and consumes them.
  @discardableResult
  public func consumeAll() -> Recording<Output, Failure> {
    let recording = received
    subscriber.look { $0.consume(through: recording.events.count) }
    return recording
  }

  /// Whether the stream has not ended and is not cancelled.
  public var isAlive: Bool { subscriber.isAlive }

  /// Requests `demand` more values. Pages show the line of the call.
  public func request(
    _ demand: Subscribers.Demand, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    subscriber.request(demand, at: SourcePlace(fileID, filePath, line, column))
  }

  /// Cancels the subscription. Events that were not consumed still count.
  public func cancel() { subscriber.cancel() }
}

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
    look { Recording($0.all, requests: asked, name: name) }
  }

  var count: Int { lock.withLock { events.all.count } }

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
  private func note(_ demand: Subscribers.Demand, at stamp: Stamp, from place: SourcePlace?) {
    guard demand > .none else { return }
    asked.append(
      RecordedRequest(time: stamp.time, demand: demand, place: place?.description, order: stamp.order))
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
  @usableFromInline func stamp() -> Stamp {
    if let timeline { return timeline.stamp() }
    let elapsed = DispatchTime.now().uptimeNanoseconds &- start
    return (Timeline.Instant(nanoseconds: Int64(truncatingIfNeeded: elapsed)), 0)
  }

  @usableFromInline func reportUnasked(_ input: Input) {
    place.report("\(name) sent \(shown(input)) beyond the demand.\n\(eventsText)")
  }

  func hear(_ bell: Bell, _ isHeard: Bool) {
    lock.withLock {
      if isHeard { bells.append(bell) } else { bells.removeAll { $0 === bell } }
      events.isAwaited = !bells.isEmpty
    }
  }
}
