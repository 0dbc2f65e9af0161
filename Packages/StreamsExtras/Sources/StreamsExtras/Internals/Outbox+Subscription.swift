extension Outbox: Subscription, CustomStringConvertible {
  @usableFromInline var description: String { name.description }

  /// Tells Streams that the subscriber is released at the end, so that its calls need no further guard.
  @usableFromInline var _keepsSubscriber: Bool? { false }

  @usableFromInline func request(_ more: Subscribers.Demand) {
    if more == .none { return }
    var hasTurn = false
    let source = lock.withLock { () -> (any Subscription)? in
      if isOver { return nil }
      demand += more
      if !isBusy, !queue.isEmpty {
        isBusy = true
        hasTurn = true
      }
      return self.source
    }
    if hasTurn { settle(.none) }
    source?.request(more)
  }

  @usableFromInline func cancel() {
    var idle: Unmanaged<Target<Value, Failure>>?
    let (source, inputs) = lock.withLock { () -> ((any Subscription)?, [any Cancellable]) in
      if isOver { return (nil, []) }
      (isOver, refusesValues) = (true, true)
      if !isBusy { swap(&idle, &target) }
      return takeInputs()
    }
    source?.cancel()
    for input in inputs { input.cancel() }
    if let idle { clear(idle) }
  }

  /// Called with the lock held, when the stream ends.
  @inlinable func takeInputs() -> (source: (any Subscription)?, inputs: [any Cancellable]) {
    defer { inputs = [] }
    return (source.take(), inputs)
  }
}
