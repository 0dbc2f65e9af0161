/// A subject that sends each new subscriber the latest values first.
///
/// It keeps up to `bufferSize` values, shared by all subscribers, and the completion. A new subscriber receives those as it
/// requests them, then later values. A subscriber with demand receives every value. Without demand, it later receives the
/// values that are still in the buffer. Demand counts once `receive(subscription:)` has returned.
///
/// A value sent during a delivery is delivered after it. If two threads send at once, one may return before its value is
/// delivered. Sending takes time in proportion to the number of subscribers.
///
/// ```swift
/// let subject = ReplaySubject<Int, Never>(bufferSize: 2)
/// ```
public final class ReplaySubject<Output, Failure: Error>: Subject, OwnPublisher {
  @usableFromInline typealias Member = ReplaySubscription<Output, Failure>
  @usableFromInline enum Event {
    case value(Output)
    case end(Subscribers.Completion<Failure>)
    case joined(Member)
    case changed(Member)
  }

  @_alwaysEmitIntoClient let drain = EventDrain<Event>()
  // Touched by the delivering thread only.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var buffer: ReplayBuffer<Output>
  @_alwaysEmitIntoClient @exclusivity(unchecked) var hasEnded = false
  /// The error of the completion, if any. Without its type, which the deinit, which is not specialised, would look up.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var error: (any Error)?
  // A list of the subscriptions that are not over. They are retained, and retain the subject.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var first: Unmanaged<Member>?
  @_alwaysEmitIntoClient @exclusivity(unchecked) var last: Unmanaged<Member>?

  private let lock = Lock()
  /// Keeps the upstreams, and cancels them at its deinit. Made for the first one; guarded by `lock`.
  private var upstreams: PassthroughSubject<Never, Never>?

  /// A subject that keeps up to `bufferSize` values.
  ///
  /// - Parameter bufferSize: 0 or more; traps otherwise.
  public init(bufferSize: Int) { buffer = ReplayBuffer(capacity: bufferSize) }

  /// A subject that keeps values for a limited time.
  ///
  /// Nothing is scheduled. Values that are too old are removed when the next value or the next subscriber arrives.
  ///
  /// - Parameters:
  ///   - bufferSize: The maximum number of values. 0 or more; traps otherwise.
  ///   - maxAge: How long a value is kept.
  ///   - scheduler: The scheduler that provides the time.
  public init<S: Scheduler>(bufferSize: Int = .max, maxAge: S.SchedulerTimeType.Stride, scheduler: S) {
    buffer = ReplayBuffer(capacity: bufferSize) {
      let time = scheduler.now
      return { time.distance(to: scheduler.now) > maxAge }
    }
  }

  // MARK: Subject

  @_alwaysEmitIntoClient public func send(_ value: Output) { post(.value(value)) }

  @_alwaysEmitIntoClient public func send(completion: Subscribers.Completion<Failure>) { post(.end(completion)) }

  /// Requests unlimited values. If the subject is deinitialised first, it cancels the subscription.
  public func send(subscription: any Subscription) {
    let new = PassthroughSubject<Never, Never>()
    let upstreams = lock.withLock {
      defer { self.upstreams = self.upstreams ?? new }
      return self.upstreams ?? new
    }
    upstreams.send(subscription: subscription)
    subscription.request(.unlimited)
  }

  @_alwaysEmitIntoClient public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    attach(subscriber, onCancel: nil)
  }

  /// - Parameter onCancel: Called once, when the subscriber cancels.
  @_alwaysEmitIntoClient func attach<S: Subscriber>(_ subscriber: S, onCancel: (() -> Void)?)
  where S.Input == Output, S.Failure == Failure {
    let member = Member(AnySink(subscriber), onCancel: onCancel) { $0.post(.changed($1)) }
    subscriber.receive(subscription: member)
    post(.joined(member))
  }

  // MARK: Handling events

  @_alwaysEmitIntoClient @inline(__always) func post(_ event: Event) { drain.process(event) { handle($0) } }

  @_alwaysEmitIntoClient @inline(__always) func handle(_ event: Event) {
    switch event {
    case .value(let value): deliver(value)
    case .end(let completion): end(completion)
    case .joined(let member): join(member)
    case .changed(let member): serve(member)
    }
  }

  @_alwaysEmitIntoClient @inline(__always) func deliver(_ value: Output) {
    if hasEnded { return }
    buffer.append(value)
    let number = buffer.end &- 1
    var next = first
    // The list does not change meanwhile: events that occur during a delivery are handled later.
    while let member = next {
      member._withUnsafeGuaranteedRef {
        $0.receive(value, number: number)
        next = $0.following
      }
    }
  }

  @_alwaysEmitIntoClient func end(_ completion: Subscribers.Completion<Failure>) {
    if hasEnded { return }
    hasEnded = true
    if case .failure(let error) = completion { self.error = error }
    var next = first
    while let member = next?.takeUnretainedValue() {
      next = member.following
      serve(member)
    }
  }

  @_alwaysEmitIntoClient var completion: Subscribers.Completion<Failure> {
    error.map { .failure($0 as! Failure) } ?? .finished
  }

  @_alwaysEmitIntoClient func join(_ member: Member) {
    buffer.removeExpired()
    guard member.join(self, next: buffer.start) else { return }
    append(member)
    serve(member)
  }

  @_alwaysEmitIntoClient func serve(_ member: Member) { if member.serve(from: self) { remove(member) } }

  // MARK: The list

  @_alwaysEmitIntoClient func append(_ member: Member) {
    let added = Unmanaged.passRetained(member)
    member.previous = last
    if let last { last._withUnsafeGuaranteedRef { $0.following = added } } else { first = added }
    last = added
  }

  @_alwaysEmitIntoClient func remove(_ member: Member) {
    let (previous, following) = (member.previous, member.following)
    if let previous { previous._withUnsafeGuaranteedRef { $0.following = following } } else { first = following }
    if let following { following._withUnsafeGuaranteedRef { $0.previous = previous } } else { last = previous }
    Unmanaged.passUnretained(member).release()
  }
}

/// The latest values of a subject, numbered from 0.
@usableFromInline struct ReplayBuffer<Value>: ~Copyable {
  @_alwaysEmitIntoClient let capacity: Int
  /// Called for each new value. Returns a closure that tells whether the value is too old by now.
  @_alwaysEmitIntoClient let makeExpiry: (() -> () -> Bool)?
  @_alwaysEmitIntoClient var values = Ring<Value>()
  @_alwaysEmitIntoClient var expiries = Ring<() -> Bool>()

  @usableFromInline init(capacity: Int, makeExpiry: (() -> () -> Bool)? = nil) {
    require(capacity >= 0, "ReplaySubject: the buffer size must not be negative")
    self.capacity = capacity
    self.makeExpiry = makeExpiry
  }

  @_alwaysEmitIntoClient var isEmpty: Bool { values.isEmpty }
  /// The number of the oldest value: how many have been removed.
  @_alwaysEmitIntoClient var start: Int { values.head }
  /// The number of the next value.
  @_alwaysEmitIntoClient var end: Int { values.head &+ values.count }

  @_alwaysEmitIntoClient subscript(number: Int) -> Value { values[number &- values.head] }

  @_alwaysEmitIntoClient @inline(__always) mutating func append(_ value: Value) {
    values.append(value)
    if values.count > capacity { _ = values.removeFirst() }
    if let makeExpiry { limitAge(makeExpiry) }
  }

  /// Remembers the age of the newest value.
  @usableFromInline mutating func limitAge(_ makeExpiry: () -> () -> Bool) {
    expiries.append(makeExpiry())
    while expiries.count > values.count { _ = expiries.popFirst() }
    removeExpired()
  }

  @_alwaysEmitIntoClient mutating func removeExpired() {
    while !expiries.isEmpty, expiries[0]() {
      _ = values.popFirst()
      _ = expiries.popFirst()
    }
  }
}

// Sendable because only the handling thread touches its state, and values are passed on.
extension ReplaySubject: @unchecked Sendable where Output: Sendable, Failure: Sendable {}
