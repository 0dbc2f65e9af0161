import Dispatch

extension Timeline {
  /// Lets a separate thread drive. It does not belong to the cooperative pool, so it runs even if the whole pool is
  /// blocked. Where the steps at an instant are used up, it is late, so that those who wait to advance come first.
  func startHost(isLate: Bool = false) {
    state.withLock { $0.jobs.hostQueue }.asyncAfter(deadline: .now() + (isLate ? 0.001 : 0)) { [self] in
      state.withLock { $0.jobs.isHostComing = false }
      drive(.jobs)
    }
  }
}
