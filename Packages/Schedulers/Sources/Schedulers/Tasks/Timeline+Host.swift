import Dispatch

extension Timeline {
  /// Lets a separate thread drive. It does not belong to the cooperative pool, so it runs even if the whole pool is
  /// blocked.
  func startHost() {
    hostQueue.async { [self] in
      state.withLock { $0.jobs.isHostComing = false }
      drive(.jobs)
    }
  }
}
