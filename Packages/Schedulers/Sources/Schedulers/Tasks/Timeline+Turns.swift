extension Timeline {
  /// Waits until no other task is advancing: two that advance at once add up, they do not share the way.
  func takeTurn(isolation: isolated (any Actor)?) async {
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      let mine = state.withLock { state in
        defer { state.isTurnTaken = true }
        if state.isTurnTaken { state.turnWaiters.append { continuation.resume() } }
        return !state.isTurnTaken
      }
      if mine { continuation.resume() }
    }
  }

  func giveTurn() {
    let next = state.withLock { state in
      if state.turnWaiters.isEmpty { state.isTurnTaken = false }
      return state.isTurnTaken ? state.turnWaiters.removeFirst() : nil
    }
    next?()
  }

  /// Lets tasks that are not the timeline's own run, until those that slept here are back where they are isolated, and then
  /// until none of them has touched the timeline for a while.
  ///
  /// Nothing can tell when such tasks have come to rest: this is a good chance, not a promise. It neither blocks a
  /// thread nor waits for time to pass, and it is bounded.
  ///
  /// - Parameter withPool: Whether to wait for the pool too if the caller is on the main actor: that takes some 50 µs a round.
  func settleOutside(withPool: Bool, isolation: isolated (any Actor)?) async {
    let limit = isolation === MainActor.shared ? 8 : 20
    var quiet = 0
    var before = contactCount
    // Whoever is isolated to an actor that is blocked does not return.
    var patience = 1000
    for _ in 0..<10_000 {
      let awaitsReturn = patience > 0 && areSleepersReturning
      if awaitsReturn { patience -= 1 }
      await letOthersRun(withPool: withPool || awaitsReturn, isolation: isolation)
      runReady()
      let after = contactCount
      let isQuiet = after == before && !awaitsReturn
      quiet = isQuiet || hasRestlessTasks ? quiet + 1 : 0
      if quiet == limit { return }
      before = after
    }
  }

  /// Comes back behind all that waits for the main actor now if the caller is on it, and behind some of what waits for
  /// the pool unless that is this timeline's.
  private func letOthersRun(withPool: Bool, isolation: isolated (any Actor)?) async {
    let isOnMain = isolation === MainActor.shared
    if isOnMain { await MainQueuePass.shared.pass() }
    if !isOnMain {
      await Task.yield()
    } else if withPool, Timeline.current !== self {
      await Self.passThroughPool()
    }
  }

  /// Comes back behind what waits for the pool now.
  @concurrent private static func passThroughPool() async { await Task.yield() }

  /// Runs the pieces of tasks that can run now, and no action; waits if another thread does.
  private func runReady() {
    if state.withLock({ $0.driver != nil || !$0.jobs.isEmpty }) { drive(.jobs, isAdvance: false) }
  }

  private var hasRestlessTasks: Bool { state.withLock { $0.standsStill } }

  private var areSleepersReturning: Bool { state.withLock { $0.sleepers.returning > 0 } }

  private var contactCount: UInt64 { state.withLock { UInt64($0.queue.nextSequence) &+ $0.contacts } }
}
