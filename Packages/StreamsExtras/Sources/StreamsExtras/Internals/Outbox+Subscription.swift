extension Outbox: Subscription, CustomStringConvertible {
  @usableFromInline var description: String { name.description }

  /// Tells Streams that the subscriber is released at the end, so that its calls need no further guard.
  @usableFromInline var _keepsSubscriber: Bool? { false }

  @usableFromInline func request(_ more: Subscribers.Demand) {
    if more == .none { return }
    lock.lock()
    if isOver { return lock.unlock() }
    demand += more
    let hasTurn = !isBusy && queue.count > 0
    if hasTurn { isBusy = true }
    let source = source
    lock.unlock()
    if hasTurn { settle(.none) }
    source?.request(more)
  }

  @usableFromInline func cancel() {
    lock.lock()
    if isOver { return lock.unlock() }
    (isOver, refusesValues) = (true, true)
    let idle = isBusy ? nil : target
    if !isBusy { target = nil }
    let (source, input) = takeInputs()
    lock.unlock()
    source?.cancel()
    input?.cancel()
    if let idle { clear(idle) }
  }

  /// Returns the objects to cancel when the stream ends. The lock is held.
  @usableFromInline func takeInputs() -> (source: (any Subscription)?, input: (any Cancellable & AnyObject)?) {
    (source.take(), input.take())
  }
}
