/// The end of a delivery: the values that have been queued meanwhile, and the completion.
extension Outbox {
  /// Called by the delivering thread: sends the requested values in the queue, then stops delivering.
  @inlinable func settle(_ more: Subscribers.Demand) {
    var more = more
    var returned = Subscribers.Demand.none
    while true {
      // Not `withLock`: a debug build would look up the type of its result.
      lock.lock()
      demand += more
      guard !isOver, let target, queue.count > 0, demand > .none else { return rest(returned) }
      demand -= 1
      let value = queue.removeFirst()
      lock.unlock()
      more = target._withUnsafeGuaranteedRef { $0.receive(value) }
      returned += more
    }
  }

  /// Stops delivering, or ends the stream. Called with the lock held, which it releases.
  ///
  /// - Parameter returned: Demand returned for queued values. It is a new request: the calls that sent them have returned.
  @inlinable func rest(_ returned: Subscribers.Demand) {
    guard let target else { return lock.unlock() }
    if isOver || refusesValues && queue.count == 0 { return end(target) }
    isBusy = false
    let source = returned > .none ? source : nil
    lock.unlock()
    source?.request(returned)
  }

  /// Sends the completion, unless the subscriber has cancelled. Called with the lock held, which it releases.
  @inlinable func end(_ target: Unmanaged<Target<Value, Failure>>) {
    let isCancelled = isOver
    isOver = true
    self.target = nil
    let error = error
    self.error = nil
    lock.unlock()
    if !isCancelled {
      let completion: Subscribers.Completion<Failure> = if let error { .failure(error.value) } else { .finished }
      target._withUnsafeGuaranteedRef { $0.receive(completion: completion) }
    }
    clear(target)
  }

  /// Releases everything. The stream is over, and no other thread is delivering.
  @inlinable func clear(_ target: Unmanaged<Target<Value, Failure>>) {
    target.release()
    lock.lock()
    if queue.count > 0 { dropQueue(after: 0) }
    lock.unlock()
  }

  /// Drops the values in the queue after the first `kept`. Called with the lock held, which it releases meanwhile.
  @inlinable @inline(never) func dropQueue(after kept: Int) {
    do {
      let dropped = queue.split(at: kept)
      lock.unlock()
      _ = consume dropped
    }
    lock.lock()
  }
}
