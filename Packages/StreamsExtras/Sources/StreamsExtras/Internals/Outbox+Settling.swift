/// The end of a delivery: the values that have been queued meanwhile, and the completion.
extension Outbox {
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
        if returned > .none { lock.withLock { source }?.request(returned) }
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
      if queue.isEmpty, refusesValues {
        isOver = true
        self.target = nil
        return .end(error.popFirst().map { .failure($0) } ?? .finished, target)
      }
      isBusy = false
      return .rest
    }
  }

  /// Releases everything. The stream is over, and no other thread is delivering.
  @inlinable func clear(_ target: Unmanaged<Target<Value, Failure>>?) {
    var dropped = Queue<Value>()
    lock.withLock { swap(&dropped, &queue) }
    target?.release()
    _ = dropped
  }
}
