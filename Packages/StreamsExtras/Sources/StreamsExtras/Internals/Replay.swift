/// The subscription of a replaying subject.
@usableFromInline final class Replay<Output, Failure: Error>: Subscription, CustomStringConvertible {
  @usableFromInline typealias Owner = ReplaySubject<Output, Failure>

  @usableFromInline let isCancelled = Flag()
  /// Called after a request and after cancelling.
  @usableFromInline let onChange: (Owner, Replay) -> Void
  @usableFromInline let lock = Lock()
  // Guarded by `lock`.
  @usableFromInline @exclusivity(unchecked) var requests = Subscribers.Demand.none
  /// Nil before it has joined, and after the end.
  @usableFromInline @exclusivity(unchecked) var owner: Owner?
  @usableFromInline @exclusivity(unchecked) var onCancel: (() -> Void)?

  // Touched by the handler of the subject's events only.
  @usableFromInline let target: Unmanaged<Target<Output, Failure>>
  @usableFromInline @exclusivity(unchecked) var demand = Subscribers.Demand.none
  /// The buffer's values from this number on are still to be sent. `Int.max` while values are sent as they arrive.
  @usableFromInline @exclusivity(unchecked) var next = 0
  /// Whether the subscriber has been released. Then it is cancelled, or has received the completion.
  @usableFromInline @exclusivity(unchecked) var isOver = false
  // The neighbours in the subject's list.
  @usableFromInline @exclusivity(unchecked) var previous: Unmanaged<Replay>?
  @usableFromInline @exclusivity(unchecked) var following: Unmanaged<Replay>?

  @inlinable init(
    _ target: Target<Output, Failure>, onCancel: (() -> Void)?, onChange: @escaping (Owner, Replay) -> Void
  ) {
    self.target = .passRetained(target)
    self.onCancel = onCancel
    self.onChange = onChange
  }

  deinit { if !isOver { target.release() } }

  @usableFromInline var description: String { "ReplaySubject" }
  /// See ``Outbox``.
  @usableFromInline var _keepsSubscriber: Bool? { false }

  @usableFromInline func request(_ more: Subscribers.Demand) {
    var owner: Owner?
    lock.withLock {
      requests += more
      owner = self.owner
    }
    if let owner { onChange(owner, self) }
  }

  @usableFromInline func cancel() {
    guard isCancelled.set() else { return }
    let (owner, onCancel) = detach()
    if let owner { onChange(owner, self) }
    onCancel?()
  }

  @inlinable func detach(takesOnCancel: Bool = true) -> (owner: Owner?, onCancel: (() -> Void)?) {
    // Not returned by `withLock`: debug builds would look up the type.
    var owner: Owner?
    var onCancel: (() -> Void)?
    lock.withLock {
      owner = self.owner
      self.owner = nil
      if takesOnCancel {
        onCancel = self.onCancel
        self.onCancel = nil
      }
    }
    return (owner, onCancel)
  }

  // MARK: For the handler

  /// Lets later requests and the cancellation reach the subject.
  ///
  /// - Parameter next: The number of the first value to send.
  @inlinable func join(_ owner: Owner, next: Int) {
    self.next = next
    lock.withLock { self.owner = owner }
  }

  /// Sends a new value if there is demand. Otherwise the value waits in the subject's buffer.
  @inlinable @inline(__always) func offer(_ value: Output, number: Int) {
    if isCancelled.isSet { return }
    if demand > .none { deliver(value) } else if next > number { next = number }
  }

  /// Sends the requested values in the subject's buffer, and after the last value the completion.
  ///
  /// - Returns: Whether this call has released the subscriber.
  @inlinable func serve(from owner: Owner) -> Bool {
    if isOver { return false }
    takeRequests()
    while !isCancelled.isSet, demand > .none {
      if next < owner.buffer.start { next = owner.buffer.start }
      if next >= owner.buffer.end {
        next = .max
        break
      }
      next += 1
      deliver(owner.buffer[next - 1])
      takeRequests()
    }
    if !isCancelled.isSet {
      guard owner.hasEnded, next >= owner.buffer.end || owner.buffer.isEmpty else { return false }
      target._withUnsafeGuaranteedRef { $0.receive(completion: owner.completion) }
    }
    release()
    return true
  }

  @inlinable @inline(__always) func deliver(_ value: Output) {
    let more = target._withUnsafeGuaranteedRef { $0.receive(value) }
    if demand == .unlimited { return }
    demand -= 1
    demand += more
  }

  @inlinable func takeRequests() {
    demand += lock.withLock {
      defer { requests = .none }
      return requests
    }
  }

  @inlinable func release() {
    isOver = true
    // After a cancel, `cancel` takes `onCancel`, possibly on another thread, and calls it.
    let detached = detach(takesOnCancel: !isCancelled.isSet)
    target.release()
    _ = detached
  }
}
