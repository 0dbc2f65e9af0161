/// The subscription of one subscriber. Delivers values one at a time, as requested, then the completion.
///
/// Any thread may send. A thread that finds the outbox idle delivers. Values that other threads send meanwhile, or that the
/// subscriber sends during a delivery, wait in the queue for the delivering thread.
///
/// The delivering thread releases the subscriber, or `cancel` if no thread is delivering. So a delivery uses the subscriber
/// without counting references.
@usableFromInline final class Outbox<Value, Failure: Error>: Subscription, CustomStringConvertible, @unchecked Sendable
{
  // Sendable because `lock` guards all state, and only the thread that has set `isBusy` calls `target`.
  @usableFromInline let lock = Lock()
  private let name: StaticString
  // Guarded by `lock`.
  @usableFromInline @exclusivity(unchecked) var target: Unmanaged<Target<Value, Failure>>?
  @usableFromInline @exclusivity(unchecked) var demand = Subscribers.Demand.none
  @usableFromInline @exclusivity(unchecked) var queue = Queue<Value>()
  @usableFromInline @exclusivity(unchecked) var completion: Subscribers.Completion<Failure>?
  /// Whether a thread is delivering. True until the subscriber has received its subscription.
  @usableFromInline @exclusivity(unchecked) var isBusy = true
  /// Whether the completion has been sent or the subscriber has cancelled.
  @usableFromInline @exclusivity(unchecked) var isOver = false
  @usableFromInline @exclusivity(unchecked) var inputs: [any Cancellable] = []
  @usableFromInline @exclusivity(unchecked) var onRequest: ((Subscribers.Demand) -> Void)?
  @usableFromInline @exclusivity(unchecked) var onCancel: (() -> Void)?

  @usableFromInline init(_ name: StaticString) { self.name = name }

  deinit { target?.release() }

  /// An outbox for `subscriber`. Delivers nothing before `start()`.
  @inlinable convenience init<S: Subscriber>(_ name: StaticString, to subscriber: S)
  where S.Input == Value, S.Failure == Failure {
    self.init(name)
    target = .passRetained(TargetOf(subscriber))
  }

  @usableFromInline var description: String { name.description }

  // MARK: Setting up

  /// Sets the closures called at each request and when the subscriber cancels. Both are released at the end.
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

  /// Adds an input, or another object to cancel when the stream is over. If it is over now, cancels it immediately.
  @usableFromInline func add(_ input: any Cancellable) {
    let isKept = lock.withLock {
      if isOver || completion != nil { return false }
      inputs.append(input)
      return true
    }
    if !isKept { input.cancel() }
  }

  /// Sends the subscription, then the values in the queue.
  @inlinable func start() {
    guard let target = lock.withLock({ target }) else { return }
    target._withUnsafeGuaranteedRef { $0.onSubscription($0, self) }
    settle(.none)
  }

  /// Starts with a late subscriber. False if there has been one.
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

  /// Whether no more values can be sent.
  @usableFromInline var isClosed: Bool { lock.withLock { isOver || completion != nil } }

  /// Whether there is demand for the next value.
  @inlinable var isWanted: Bool {
    lock.withLock { !isOver && completion == nil && demand > .max(queue.count) }
  }

  /// The demand not covered by the queue.
  @usableFromInline var unserved: Subscribers.Demand {
    lock.withLock { !isOver && demand > .max(queue.count) ? demand - .max(queue.count) : .none }
  }

  // MARK: Sending

  /// Sends a value, or queues it until it is requested. Returns the demand that the subscriber returned for it.
  @inlinable @discardableResult func send(_ value: Value) -> Subscribers.Demand { send(value, keeps: true) }

  /// Sends a value if there is demand for it, and drops it otherwise.
  @inlinable @discardableResult func sendIfWanted(_ value: Value) -> Subscribers.Demand { send(value, keeps: false) }

  @inlinable @inline(__always) func send(_ value: Value, keeps: Bool) -> Subscribers.Demand {
    let target: Unmanaged<Target<Value, Failure>>? = lock.withLock {
      if isOver || completion != nil { return nil }
      if !isBusy, demand > .none {
        demand -= 1
        isBusy = true
        return self.target
      }
      if keeps || demand > .max(queue.count) { enqueue(value) }
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

  /// Called with the lock held. Out of line, to keep `send` short.
  @inlinable @inline(never) func enqueue(_ value: Value) { queue.append(value) }

  /// Ends the stream after the values in the queue, and cancels the inputs.
  ///
  /// - Parameter overtaking: Whether to drop queued values without demand.
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

  /// Called by the delivering thread: sends the requested values in the queue, then stops delivering.
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
        // Demand returned for queued values is a new request: the calls that sent them have returned.
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

  /// Releases everything. The stream is over, and no other thread is delivering.
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

  /// Tells Streams that the subscriber is released at the end, so that its calls need no further guard.
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
