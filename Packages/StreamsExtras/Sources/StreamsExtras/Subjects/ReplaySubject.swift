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
public final class ReplaySubject<Output, Failure: Error>: Subject {
  @usableFromInline enum Event {
    case value(Output)
    case end(Subscribers.Completion<Failure>)
    case joined(Replay<Output, Failure>)
    case changed(Replay<Output, Failure>)
    /// This is the number of all subscribers that join.
    case abandoned(after: Int)
  }

  @usableFromInline let mailbox = Mailbox<Event>()
  // Touched by the mailbox's handler only.
  @usableFromInline @exclusivity(unchecked) var buffer: ReplayBuffer<Output>
  @usableFromInline @exclusivity(unchecked) var completion: Subscribers.Completion<Failure>?
  @usableFromInline @exclusivity(unchecked) var replays: ContiguousArray<Replay<Output, Failure>> = []
  /// How many of `replays` are over.
  @usableFromInline @exclusivity(unchecked) var overCount = 0
  @usableFromInline @exclusivity(unchecked) var joinedCount = 0
  @usableFromInline @exclusivity(unchecked) var finalCount: Int?
  private let upstreams = Latest<[any Subscription]>([])

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

  deinit { for upstream in upstreams.value ?? [] { upstream.cancel() } }

  // MARK: Subject

  @inlinable public func send(_ value: Output) {
    // As `Mailbox.post` does, but with the delivery inlined.
    if mailbox.take() { deliver(value) } else if !mailbox.leave(.value(value)) { return }
    mailbox.settle { handle($0) }
  }

  public func send(completion: Subscribers.Completion<Failure>) {
    mailbox.post(.end(completion)) { handle($0) }
    upstreams.set([])
  }

  public func send(subscription: any Subscription) {
    upstreams.lock.withLock { upstreams.stored?.append(subscription) }
    subscription.request(.unlimited)
  }

  @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    attach(subscriber, onCancel: nil)
  }

  /// - Parameter onCancel: Called once, when the subscriber cancels.
  @inlinable func attach<S: Subscriber>(_ subscriber: S, onCancel: (() -> Void)?)
  where S.Input == Output, S.Failure == Failure {
    let replay = Replay(TargetOf(subscriber), of: self, onCancel: onCancel) {
      let subject = unsafeDowncast($0, to: ReplaySubject.self)
      subject.mailbox.post(.changed($1)) { subject.handle($0) }
    }
    subscriber.receive(subscription: replay)
    mailbox.post(.joined(replay)) { handle($0) }
  }
}

// Sendable because only the mailbox's handler touches its state, and values are passed on.
extension ReplaySubject: @unchecked Sendable where Output: Sendable, Failure: Sendable {}
