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
  // Touched by the handling thread only.
  @usableFromInline @exclusivity(unchecked) var buffer: ReplayBuffer<Output>
  @usableFromInline @exclusivity(unchecked) var hasEnded = false
  /// The error of the completion, if any. Debug builds would look up the type of an optional completion for each value.
  @usableFromInline @exclusivity(unchecked) var error: Boxed<Failure>?
  // A list of the subscriptions that are not over. They are retained, and retain the subject.
  @usableFromInline @exclusivity(unchecked) var first: Unmanaged<Replay<Output, Failure>>?
  @usableFromInline @exclusivity(unchecked) var last: Unmanaged<Replay<Output, Failure>>?
  @usableFromInline @exclusivity(unchecked) var joinedCount = 0
  @usableFromInline @exclusivity(unchecked) var finalCount: Int?
  private let lock = Lock()
  /// Guarded by `lock`.
  private var upstreams: [Upstream] = []

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

  deinit { for upstream in upstreams { upstream.subscription?.cancel() } }

  // MARK: Subject

  @inlinable public func send(_ value: Output) {
    // As `post` does, but with the delivery inlined.
    if mailbox.take() { deliver(value) } else if !leave(.value(value)) { return }
    if !mailbox.settle() { handleQueued() }
  }

  public func send(completion: Subscribers.Completion<Failure>) {
    post(.end(completion)) { end(completion) }
    let ended = lock.withLock {
      defer { upstreams = [] }
      return upstreams
    }
    _ = ended
  }

  /// Requests unlimited values. If the subject is deinitialised first, it cancels the subscription, which it does not
  /// retain.
  public func send(subscription: any Subscription) {
    let upstream = Upstream(subscription)
    lock.withLock {
      upstreams.removeAll { $0.subscription == nil }
      upstreams.append(upstream)
    }
    subscription.request(.unlimited)
  }

  @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    attach(subscriber, onCancel: nil)
  }

  /// - Parameter onCancel: Called once, when the subscriber cancels.
  @inlinable func attach<S: Subscriber>(_ subscriber: S, onCancel: (() -> Void)?)
  where S.Input == Output, S.Failure == Failure {
    let replay = Replay(TargetOf(subscriber), onCancel: onCancel) { subject, replay in
      subject.post(.changed(replay)) { subject.serve(replay) }
    }
    subscriber.receive(subscription: replay)
    post(.joined(replay)) { join(replay) }
  }
}

/// The subscription of an upstream. The upstream, or the result of `subscribe(_:)`, keeps it while it lasts.
private struct Upstream {
  weak let subscription: (any Subscription & AnyObject)?
  init(_ subscription: any Subscription) { self.subscription = subscription as? any Subscription & AnyObject }
}

// Sendable because only the handling thread touches its state, and values are passed on.
extension ReplaySubject: @unchecked Sendable where Output: Sendable, Failure: Sendable {}
