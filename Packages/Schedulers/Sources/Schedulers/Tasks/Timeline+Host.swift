import Dispatch

extension Timeline {
  /// Whether a thread of our own must come and run what is ready: a body in `run` waits, or there may be adopted tasks,
  /// and nobody drives. Lock held.
  @inline(__always) func wantsHost() -> Bool {
    guard hostedBodies > 0 || hasAdopted, driver == nil, !isHostComing else { return false }
    isHostComing = true
    return true
  }

  /// Not on the cooperative pool, so that it comes even if all of that is blocked.
  func startHost() {
    hostQueue.async { [self] in
      lock.lock()
      isHostComing = false
      if driver == nil {
        takeDriverRole()
        // No advance is waiting: tasks may run without end, for example looking for something outside.
        renewLimits()
        leaveDriverRole()
      }
      // Otherwise whoever drives looks for more before leaving.
      lock.unlock()
    }
  }
}
