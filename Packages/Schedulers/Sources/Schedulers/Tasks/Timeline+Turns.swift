extension Timeline {
  /// Waits until no other task is advancing: two that advance at once add up, they do not share the way.
  nonisolated(nonsending)
    func takeTurn() async
  {
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      lock.lock()
      let mine = !isTurnTaken
      if mine { isTurnTaken = true } else { turnWaiters.append { continuation.resume() } }
      lock.unlock()
      if mine { continuation.resume() }
    }
  }

  func giveTurn() {
    lock.lock()
    let next = turnWaiters.isEmpty ? nil : turnWaiters.removeFirst()
    if next == nil { isTurnTaken = false }
    let host = !ready.isEmpty && wantsHost()
    lock.unlock()
    if host { startHost() }
    next?()
  }

  /// Lets tasks that are not the timeline's own run, until none of them has touched it for a while.
  ///
  /// Nothing can tell when such tasks have come to rest: this is a good chance, not a promise. It neither blocks a
  /// thread nor waits for time to pass, and it is bounded.
  nonisolated(nonsending)
    func settleOutside() async
  {
    var quiet = 0
    var before = contactCount
    for _ in 0..<10_000 {
      await Task.yield()
      runReady()
      let after = contactCount
      quiet = after == before ? quiet + 1 : 0
      if quiet == 20 { return }
      before = after
    }
  }

  /// Runs the pieces of tasks that can run now, and no action.
  private func runReady() {
    lock.lock()
    defer { lock.unlock() }
    guard !ready.isEmpty else { return }
    takeDriverRole()
    leaveDriverRole()
  }

  private var contactCount: UInt64 { lock.withLock { UInt64(queue.nextSequence) &+ contacts } }
}
