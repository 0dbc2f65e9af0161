/// The subscription of a ``ReplaySubject``.
@usableFromInline final class ReplaySubscription<Output, Failure: Error>: Subscription, CustomStringConvertible {
  @usableFromInline typealias Subject = ReplaySubject<Output, Failure>

  /// Called after a request and after cancelling. A closure, because it is specialised where it is created.
  @_alwaysEmitIntoClient let onChange: (Subject, ReplaySubscription) -> Void
  /// Set with the lock held.
  @_alwaysEmitIntoClient let isCancelled = Word()
  @_alwaysEmitIntoClient let lock = Lock()
  // Guarded by `lock`.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var requests = Subscribers.Demand.none
  @_alwaysEmitIntoClient @exclusivity(unchecked) var hasJoined = false
  /// Nil before it has joined, and after the end.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var subject: Subject?
  /// Called once, when the subscriber cancels.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var onCancel: (() -> Void)?

  // Touched by the subject's delivering thread only, or by `cancel` if this has not joined.
  @_alwaysEmitIntoClient let downstream: Unmanaged<AnySink<Output, Failure>>
  @_alwaysEmitIntoClient @exclusivity(unchecked) var demand = Subscribers.Demand.none
  /// The number of the next value to send from the buffer. `Int.max` while values are sent as they arrive.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var next = 0
  /// Whether the subscriber has been released. Then it is cancelled, or has received the completion.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var isOver = false
  // The neighbours in the subject's list.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var previous: Unmanaged<ReplaySubscription>?
  @_alwaysEmitIntoClient @exclusivity(unchecked) var following: Unmanaged<ReplaySubscription>?

  @_alwaysEmitIntoClient init(
    _ downstream: AnySink<Output, Failure>, onCancel: (() -> Void)?,
    onChange: @escaping (Subject, ReplaySubscription) -> Void
  ) {
    self.downstream = .passRetained(downstream)
    self.onCancel = onCancel
    self.onChange = onChange
  }

  deinit { if !isOver { downstream.release() } }

  @usableFromInline var description: String { "ReplaySubject" }

  @usableFromInline func request(_ more: Subscribers.Demand) {
    lock.lock()
    requests += more
    let subject = subject
    lock.unlock()
    if let subject { onChange(subject, self) }
  }

  @usableFromInline func cancel() {
    let (subject, onCancel) = detach(cancels: true)
    // First, because this thread may then deliver for others, as long as an upstream that is not cancelled sends.
    onCancel?()
    if let subject { onChange(subject, self) } else { releaseBeforeJoining() }
  }

  /// Releases the subscriber immediately, unless this has joined. The event `joined` may wait for a long delivery.
  private func releaseBeforeJoining() {
    lock.lock()
    let mustRelease = !hasJoined && !isOver
    if mustRelease { isOver = true }
    lock.unlock()
    if mustRelease { downstream.release() }
  }

  @_alwaysEmitIntoClient func detach(cancels: Bool) -> (subject: Subject?, onCancel: (() -> Void)?) {
    lock.lock()
    if cancels { isCancelled.isSet = true }
    let subject = subject
    let onCancel = onCancel
    self.subject = nil
    self.onCancel = nil
    lock.unlock()
    return (subject, onCancel)
  }

  // MARK: For the delivering thread

  /// Lets later requests and the cancellation reach the subject. Returns false if the subscriber has cancelled.
  ///
  /// - Parameter next: The number of the first value to send.
  @_alwaysEmitIntoClient func join(_ subject: Subject, next: Int) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    if isCancelled.isSet { return false }
    hasJoined = true
    self.subject = subject
    self.next = next
    return true
  }

  /// Sends a new value if there is demand. Otherwise the value waits in the subject's buffer.
  @_alwaysEmitIntoClient @inline(__always) func receive(_ value: Output, number: Int) {
    if isCancelled.isSet { return }
    if demand > .none { deliver(value) } else if next == .max { next = number }
  }

  /// Sends the requested values in the subject's buffer, and after the last value the completion.
  ///
  /// - Returns: Whether this call has released the subscriber.
  @_alwaysEmitIntoClient func serve(from subject: Subject) -> Bool {
    if isOver { return false }
    takeRequests()
    while !isCancelled.isSet, demand > .none {
      next = Swift.max(next, subject.buffer.start)
      if next >= subject.buffer.end {
        next = .max
        break
      }
      next += 1
      deliver(subject.buffer[next - 1])
      takeRequests()
    }
    if !isCancelled.isSet {
      guard subject.hasEnded, next >= subject.buffer.end || subject.buffer.isEmpty else { return false }
      downstream._withUnsafeGuaranteedRef { $0.onCompletion(subject.completion) }
    }
    release()
    return true
  }

  @_alwaysEmitIntoClient @inline(__always) func deliver(_ value: Output) {
    let more = downstream._withUnsafeGuaranteedRef { $0.onValue(value) }
    if demand == .unlimited { return }
    demand -= 1
    demand += more
  }

  @_alwaysEmitIntoClient func takeRequests() {
    demand += lock.withLock {
      defer { requests = .none }
      return requests
    }
  }

  @_alwaysEmitIntoClient func release() {
    isOver = true
    // After a cancel, `cancel` has taken `onCancel`, and calls it.
    let detached = detach(cancels: false)
    downstream.release()
    withExtendedLifetime(detached) {}
  }
}
