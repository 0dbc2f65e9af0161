import Dispatch

extension Timeline {
  /// Lets a separate thread drive. It does not belong to the cooperative pool, so it runs even if the whole pool is
  /// blocked.
  func startHost() {
    hostQueue.async { [self] in
      let isFree = state.withLock { state in
        state.jobs.isHostComing = false
        return state.driver == nil
      }
      // Otherwise the driving thread checks for more work before it ends.
      if isFree { drive(.jobs) }
    }
  }
}
