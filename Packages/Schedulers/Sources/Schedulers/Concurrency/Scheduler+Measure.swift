import Streams

extension Scheduler {
  /// Returns how much of this scheduler's time passes while `work` runs.
  public func measure(_ work: () throws -> Void) rethrows -> SchedulerTimeType.Stride {
    let start = now
    try work()
    return start.distance(to: now)
  }

  /// Returns how much of this scheduler's time passes while `work` runs.
  nonisolated(nonsending)
    public func measure(_ work: () async throws -> Void) async rethrows -> SchedulerTimeType.Stride
  {
    let start = now
    try await work()
    return start.distance(to: now)
  }
}
