import Dispatch

extension Timeline {
  /// Lets a thread of the timeline's own drive. Not on the cooperative pool, so that it comes even if all of that is blocked.
  func startHost() {
    hostQueue.async { [self] in
      let isFree = state.withLock { state in
        state.jobs.hostHasCome()
        return state.driver == nil
      }
      // Otherwise the thread that drives looks for more before it leaves.
      if isFree { drive(.jobs, isAdvance: false) }
    }
  }
}
