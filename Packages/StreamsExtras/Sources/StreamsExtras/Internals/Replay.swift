/// The subscription of a replaying subject.
@usableFromInline final class Replay<Output, Failure: Error>: Subscription, CustomStringConvertible {
  @usableFromInline let isCancelled = Flag()
  /// Called with the subject after a request and after cancelling.
  @usableFromInline let onChange: (AnyObject, Replay) -> Void
  @usableFromInline let lock = Lock()
  // Guarded by `lock`.
  @usableFromInline @exclusivity(unchecked) var requests = Subscribers.Demand.none
  /// Without its type, which code that is not specialised would look up.
  @usableFromInline @exclusivity(unchecked) var subject: AnyObject?
  @usableFromInline @exclusivity(unchecked) var onCancel: (() -> Void)?

  // Touched by the handler of the subject's mailbox only.
  @usableFromInline let target: Unmanaged<Target<Output, Failure>>
  @usableFromInline @exclusivity(unchecked) var demand = Subscribers.Demand.none
  /// The number of the next value for this subscriber.
  @usableFromInline @exclusivity(unchecked) var next = 0
  @usableFromInline @exclusivity(unchecked) var hasJoined = false
  /// Whether the subscriber has been released. Then it is cancelled, or has received the completion.
  @usableFromInline @exclusivity(unchecked) var isOver = false

  @inlinable init(
    _ target: Target<Output, Failure>, of subject: AnyObject, onCancel: (() -> Void)?,
    onChange: @escaping (AnyObject, Replay) -> Void
  ) {
    self.subject = subject
    self.target = .passRetained(target)
    self.onCancel = onCancel
    self.onChange = onChange
  }

  deinit { if !isOver { target.release() } }

  @usableFromInline var description: String { "ReplaySubject" }
  /// See ``Outbox``.
  @usableFromInline var _keepsSubscriber: Bool? { false }

  @usableFromInline func request(_ more: Subscribers.Demand) {
    let subject = lock.withLock {
      requests += more
      return self.subject
    }
    if let subject { onChange(subject, self) }
  }

  @usableFromInline func cancel() {
    guard isCancelled.set() else { return }
    let (subject, onCancel) = detach()
    if let subject { onChange(subject, self) }
    onCancel?()
  }

  @inlinable func detach() -> (subject: AnyObject?, onCancel: (() -> Void)?) {
    lock.withLock { (subject.take(), onCancel.take()) }
  }

  // MARK: For the handler

  /// Sends a new value if there is demand. Otherwise the value waits in the subject's buffer.
  ///
  /// - Parameter next: The number of the value after it.
  @inlinable @inline(__always) func offer(_ value: Output, next: Int) {
    guard demand > .none, !isCancelled.isSet else { return }
    self.next = next
    deliver(value)
  }

  /// Sends the requested values in `buffer`, and after the last value the completion.
  ///
  /// - Returns: Whether this call has released the subscriber.
  @inlinable
  func serve(_ buffer: borrowing ReplayBuffer<Output>, _ completion: Subscribers.Completion<Failure>?) -> Bool {
    if isOver { return false }
    takeRequests()
    while !isCancelled.isSet, demand > .none {
      next = max(next, buffer.start)
      guard next < buffer.end else { break }
      next += 1
      deliver(buffer[next - 1])
      takeRequests()
    }
    if !isCancelled.isSet {
      guard let completion, max(next, buffer.start) == buffer.end else { return false }
      target._withUnsafeGuaranteedRef { $0.onCompletion($0, completion) }
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
    let detached = detach()
    target.release()
    _ = detached
  }
}
