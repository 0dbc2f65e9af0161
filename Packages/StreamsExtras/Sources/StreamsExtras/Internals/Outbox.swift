/// The subscription of one subscriber. Delivers values one at a time, as requested, then the completion.
///
/// Any thread may send. A thread that finds the outbox idle delivers. Values that other threads send meanwhile, or that the
/// subscriber sends during a delivery, wait in the queue for the delivering thread.
///
/// The delivering thread releases the subscriber, or `cancel` if no thread is delivering. So a delivery uses the subscriber
/// without counting references.
@usableFromInline final class Outbox<Value, Failure: Error>: @unchecked Sendable {
  // Sendable because `lock` guards all state, and only the thread that has set `isBusy` calls `target`.
  @usableFromInline let lock = Lock()
  @usableFromInline let name: StaticString
  // Guarded by `lock`.
  @usableFromInline @exclusivity(unchecked) var target: Unmanaged<Target<Value, Failure>>?
  @usableFromInline @exclusivity(unchecked) var demand = Subscribers.Demand.none
  @usableFromInline @exclusivity(unchecked) var queue = Queue<Value>()
  /// Whether a thread is delivering. True until the subscriber has received its subscription.
  @usableFromInline @exclusivity(unchecked) var isBusy = true
  /// Whether no more values are accepted: `finish` has been called, or the subscriber has cancelled.
  @usableFromInline @exclusivity(unchecked) var refusesValues = false
  /// Whether the completion has been sent or the subscriber has cancelled.
  @usableFromInline @exclusivity(unchecked) var isOver = false
  /// Receives the subscriber's requests.
  @usableFromInline @exclusivity(unchecked) var source: (any Subscription)?
  @usableFromInline @exclusivity(unchecked) var input: (any Cancellable & AnyObject)?
  /// The error to end with, if any. An object, because the deinit, which is not specialised, would look up another type.
  @usableFromInline @exclusivity(unchecked) var error: Boxed<Failure>?

  @inlinable init(_ name: StaticString) { self.name = name }

  deinit { target?.release() }

  /// An outbox for `subscriber`. Delivers nothing before `start()`.
  @inlinable convenience init<S: Subscriber>(_ name: StaticString, to subscriber: S)
  where S.Input == Value, S.Failure == Failure {
    self.init(name)
    target = .passRetained(TargetOf(subscriber))
  }

  // MARK: Setting up

  /// Adds an input, or another object to cancel when the stream is over. If it is over now, cancels it immediately.
  @usableFromInline func add(_ input: any Cancellable & AnyObject) {
    lock.lock()
    let isKept = !refusesValues
    if isKept { self.input = Both.of(self.input, input) }
    lock.unlock()
    if !isKept { input.cancel() }
  }

  /// Adds the input that receives the subscriber's requests.
  @usableFromInline func addSource(_ source: any Subscription) {
    lock.lock()
    let isKept = !refusesValues
    if isKept { self.source = source }
    lock.unlock()
    if !isKept { source.cancel() }
  }

  /// Sends the subscription, then the values in the queue.
  @inlinable func start() {
    // Read without the lock: nothing replaces it while this thread is delivering.
    guard let target else { return }
    target._withUnsafeGuaranteedRef { $0.receive(subscription: self) }
    settle(.none)
  }

  /// Starts with a late subscriber. False if there has been one.
  @inlinable func attach<S: Subscriber>(_ subscriber: S) -> Bool where S.Input == Value, S.Failure == Failure {
    let target = Unmanaged<Target<Value, Failure>>.passRetained(TargetOf(subscriber))
    lock.lock()
    let isFirst = self.target == nil && !isOver
    if isFirst { self.target = target }
    lock.unlock()
    if isFirst { start() } else { target.release() }
    return isFirst
  }

  // MARK: State

  /// Whether no more values can be sent.
  @inlinable var isClosed: Bool {
    lock.lock()
    defer { lock.unlock() }
    return refusesValues
  }

  /// The demand not covered by the queue.
  @inlinable var unservedDemand: Subscribers.Demand {
    !refusesValues && demand > .max(queue.count) ? demand - .max(queue.count) : .none
  }

  @inlinable var unserved: Subscribers.Demand { lock.withLock { unservedDemand } }
}
