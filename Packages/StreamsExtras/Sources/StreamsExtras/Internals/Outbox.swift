/// Delivers to one subscriber: one value at a time, as many as it has requested, then the end. It is the subscription.
///
/// Any thread may send. The thread that finds the outbox idle delivers; what other threads send meanwhile, or what the
/// subscriber sends from its callbacks, waits in the queue for that thread. No call leaves the lock closed.
///
/// The subscriber is released by the delivering thread, or by `cancel` when no thread is delivering. So a delivery
/// reads it without counting references.
@usableFromInline final class Outbox<Value, Failure: Error>: Subscription, CustomStringConvertible, @unchecked Sendable
{
  // Sendable because all state is guarded by `lock`, and `target` is called by the thread that has set `isBusy`.
  @usableFromInline let lock = Lock()
  private let name: StaticString
  // Guarded by `lock`.
  @usableFromInline @exclusivity(unchecked) var target: Unmanaged<Target<Value, Failure>>?
  @usableFromInline @exclusivity(unchecked) var demand = Subscribers.Demand.none
  @usableFromInline @exclusivity(unchecked) var queue = Queue<Value>()
  @usableFromInline @exclusivity(unchecked) var completion: Subscribers.Completion<Failure>?
  /// Whether a thread delivers. True until the subscriber has its subscription.
  @usableFromInline @exclusivity(unchecked) var isBusy = true
  /// Whether the end has been sent, or the subscriber has cancelled.
  @usableFromInline @exclusivity(unchecked) var isOver = false
  @usableFromInline @exclusivity(unchecked) var inputs: [any Cancellable] = []
  @usableFromInline @exclusivity(unchecked) var onRequest: ((Subscribers.Demand) -> Void)?
  @usableFromInline @exclusivity(unchecked) var onCancel: (() -> Void)?

  @usableFromInline init(_ name: StaticString) { self.name = name }

  deinit { target?.release() }

  /// Makes the outbox of `subscriber`. Nothing is delivered until `start()`.
  @inlinable convenience init<S: Subscriber>(_ name: StaticString, to subscriber: S)
  where S.Input == Value, S.Failure == Failure {
    self.init(name)
    target = .passRetained(TargetOf(subscriber))
  }

  @usableFromInline var description: String { name.description }

  // MARK: Setting up

  /// What to do with each request of the subscriber, and when it cancels. Both are released at the end.
  @usableFromInline func onDemand(
    _ onRequest: ((Subscribers.Demand) -> Void)?, onCancel: (() -> Void)? = nil
  ) {
    let isKept = lock.withLock {
      if isOver { return false }
      (self.onRequest, self.onCancel) = (onRequest, onCancel)
      return true
    }
    if !isKept { onCancel?() }
  }

  /// An input, or anything else to cancel when the stream is over: immediately if it is over already.
  @usableFromInline func add(_ input: any Cancellable) {
    let isKept = lock.withLock {
      if isOver || completion != nil { return false }
      inputs.append(input)
      return true
    }
    if !isKept { input.cancel() }
  }

  /// Sends the subscription, then what waits.
  @inlinable func start() {
    guard let target = lock.withLock({ target }) else { return }
    target._withUnsafeGuaranteedRef { $0.onSubscription($0, self) }
    settle(.none)
  }

  /// Starts with a subscriber that comes late. False if there has been one.
  @inlinable func attach<S: Subscriber>(_ subscriber: S) -> Bool where S.Input == Value, S.Failure == Failure {
    let target = Unmanaged<Target<Value, Failure>>.passRetained(TargetOf(subscriber))
    let isFirst = lock.withLock {
      if self.target != nil || isOver { return false }
      self.target = target
      return true
    }
    if isFirst { start() } else { target.release() }
    return isFirst
  }

  @usableFromInline var isAttached: Bool { lock.withLock { target != nil && !isOver } }

  /// Whether nothing more can be sent.
  @usableFromInline var isClosed: Bool { lock.withLock { isOver || completion != nil } }

  /// Whether a value that is sent now goes to the subscriber without waiting for a request.
  @inlinable var isWanted: Bool {
    lock.withLock { !isOver && completion == nil && demand > .max(queue.count) }
  }

  /// What is requested and not yet sent, apart from what waits here already.
  @usableFromInline var unserved: Subscribers.Demand {
    lock.withLock { !isOver && demand > .max(queue.count) ? demand - .max(queue.count) : .none }
  }

  // MARK: Sending

  /// Sends a value, or keeps it until it is requested. Returns the demand that the subscriber returned for it.
  @inlinable @discardableResult func send(_ value: Value) -> Subscribers.Demand { send(value, keeps: true) }

  /// Sends a value, or drops it if it is not wanted.
  @inlinable @discardableResult func sendIfWanted(_ value: Value) -> Subscribers.Demand { send(value, keeps: false) }

  @inlinable @inline(__always) func send(_ value: Value, keeps: Bool) -> Subscribers.Demand {
    let target: Unmanaged<Target<Value, Failure>>? = lock.withLock {
      if isOver || completion != nil { return nil }
      if !isBusy, demand > .none {
        demand -= 1
        isBusy = true
        return self.target
      }
      if keeps || demand > .max(queue.count) { queue.append(value) }
      return nil
    }
    guard let target else { return .none }
    let more = target._withUnsafeGuaranteedRef { $0.receive(value) }
    let isIdle = lock.withLock {
      if isOver || completion != nil || !queue.isEmpty { return false }
      demand += more
      isBusy = false
      return true
    }
    if !isIdle { settle(more) }
    return more
  }

  /// Ends the stream behind what waits, and cancels the inputs.
  ///
  /// - Parameter overtaking: Whether to drop values that have not been requested.
  @inlinable func finish(_ completion: Subscribers.Completion<Failure>, overtaking: Bool = false) {
    var dropped = Queue<Value>()
    var inputs: [any Cancellable] = []
    let hasTurn = lock.withLock {
      if isOver || self.completion != nil { return false }
      self.completion = completion
      swap(&inputs, &self.inputs)
      if overtaking, let wanted = demand.max, wanted < queue.count { dropped = queue.split(at: wanted) }
      if isBusy || !queue.isEmpty { return false }
      isBusy = true
      return true
    }
    _ = dropped
    for input in inputs { input.cancel() }
    if hasTurn { settle(.none) }
  }

  @usableFromInline enum Step {
    case value(Value, Unmanaged<Target<Value, Failure>>)
    case end(Subscribers.Completion<Failure>, Unmanaged<Target<Value, Failure>>)
    case clear(Unmanaged<Target<Value, Failure>>?)
    case rest
  }

  /// For the thread that delivers: sends what waits as far as it is requested, then rests.
  @inlinable func settle(_ more: Subscribers.Demand) {
    var more = more
    var returned = Subscribers.Demand.none
    while true {
      switch step(more) {
      case .value(let value, let target):
        more = target._withUnsafeGuaranteedRef { $0.receive(value) }
        returned += more
      case .end(let completion, let target):
        target._withUnsafeGuaranteedRef { $0.onCompletion($0, completion) }
        return clear(target)
      case .clear(let target): return clear(target)
      case .rest:
        // Demand that was returned for a value that had waited: the call that sent it has returned.
        if returned > .none { lock.withLock { onRequest }?(returned) }
        return
      }
    }
  }

  @inlinable func step(_ more: Subscribers.Demand) -> Step {
    lock.withLock {
      demand += more
      if isOver {
        defer { target = nil }
        return .clear(target)
      }
      guard let target else { return .rest }
      if demand > .none, let value = queue.popFirst() {
        demand -= 1
        return .value(value, target)
      }
      if queue.isEmpty, let completion {
        isOver = true
        self.target = nil
        return .end(completion, target)
      }
      isBusy = false
      return .rest
    }
  }

  /// Releases everything, once it is over and no thread is delivering.
  @inlinable func clear(_ target: Unmanaged<Target<Value, Failure>>?) {
    var dropped = Queue<Value>()
    let hooks = lock.withLock {
      swap(&dropped, &queue)
      defer { (onRequest, onCancel) = (nil, nil) }
      return (onRequest, onCancel)
    }
    target?.release()
    _ = hooks
  }

  // MARK: Subscription

  /// For Streams, where Combine is not Apple's: the subscriber is released at the end, so its calls need no guard of their own.
  @usableFromInline var _keepsSubscriber: Bool? { false }

  @usableFromInline func request(_ more: Subscribers.Demand) {
    if more == .none { return }
    var hasTurn = false
    let onRequest = lock.withLock { () -> ((Subscribers.Demand) -> Void)? in
      if isOver { return nil }
      demand += more
      if !isBusy, !queue.isEmpty {
        isBusy = true
        hasTurn = true
      }
      return self.onRequest
    }
    if hasTurn { settle(.none) }
    onRequest?(more)
  }

  @usableFromInline func cancel() {
    var inputs: [any Cancellable] = []
    var hooks: (onRequest: ((Subscribers.Demand) -> Void)?, onCancel: (() -> Void)?) = (nil, nil)
    var idle: Unmanaged<Target<Value, Failure>>?
    let isFirst = lock.withLock {
      if isOver { return false }
      isOver = true
      swap(&inputs, &self.inputs)
      hooks = (onRequest, onCancel)
      (onRequest, onCancel) = (nil, nil)
      if !isBusy { swap(&idle, &target) }
      return true
    }
    guard isFirst else { return }
    for input in inputs { input.cancel() }
    hooks.onCancel?()
    if let idle { clear(idle) }
  }
}
