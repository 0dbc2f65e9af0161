import Streams

extension VirtualTimeScheduler {
  /// Advances time by `stride`, instant by instant: each action sees the time at which it is due.
  ///
  /// ``advanceTime(by:)`` moves the clock first, so that all actions see the new time.
  ///
  /// - Parameter stride: The distance. Zero runs the work due now; a negative distance does not move time.
  public func advance(by stride: SchedulerTimeType.Stride = .zero) {
    timeline.advance(by: .nanoseconds(stride.nanoseconds))
  }

  /// Advances time to `instant`, instant by instant: each action sees the time at which it is due.
  ///
  /// ``setTime(to:)`` moves the clock first, so that all actions see the new time.
  ///
  /// - Parameter instant: The target. If it has passed, only the work due now runs.
  public func advance(to instant: SchedulerTimeType) {
    timeline.advance(to: Timeline.Instant(nanoseconds: instant.nanoseconds))
  }

  /// Advances time by `stride`, instant by instant, and waits for tasks as ``Timeline/advance(by:isolation:)`` does.
  ///
  /// - Parameters:
  ///   - stride: The distance. Zero runs the work due now; a negative distance does not move time.
  ///   - isolation: The actor of the caller; leave it out.
  public func advance(by stride: SchedulerTimeType.Stride = .zero, isolation: isolated (any Actor)? = #isolation) async
  {
    await timeline.advance(by: .nanoseconds(stride.nanoseconds), isolation: isolation)
  }

  /// Advances time to `instant`, instant by instant, and waits for tasks as ``Timeline/advance(to:isolation:)`` does.
  ///
  /// - Parameters:
  ///   - instant: The target. If it has passed, only the work due now runs.
  ///   - isolation: The actor of the caller; leave it out.
  public func advance(to instant: SchedulerTimeType, isolation: isolated (any Actor)? = #isolation) async {
    await timeline.advance(to: Timeline.Instant(nanoseconds: instant.nanoseconds), isolation: isolation)
  }
}
