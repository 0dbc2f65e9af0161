import Streams

extension VirtualTimeScheduler {
  /// Moves time on by `stride`, instant by instant: each action sees the time at which it is due.
  ///
  /// ``advanceTime(by:)`` moves the clock first, so that all actions see the new time.
  ///
  /// - Parameter stride: How far. Zero runs what is due now; a negative length moves nothing.
  public func advance(by stride: SchedulerTimeType.Stride = .zero) {
    timeline.advance(by: .nanoseconds(stride.nanoseconds))
  }

  /// Moves time on to `instant`, instant by instant: each action sees the time at which it is due.
  ///
  /// ``setTime(to:)`` moves the clock first, so that all actions see the new time.
  ///
  /// - Parameter instant: Where to. If that has passed, only what is due now runs.
  public func advance(to instant: SchedulerTimeType) {
    timeline.advance(to: Timeline.Instant(nanoseconds: instant.nanoseconds))
  }

  /// Moves time on by `stride`, instant by instant, and lets tasks follow as ``Timeline/advance(by:isolation:)`` does.
  ///
  /// - Parameters:
  ///   - stride: How far. Zero runs what is due now; a negative length moves nothing.
  ///   - isolation: The actor of the caller; leave it out.
  public func advance(by stride: SchedulerTimeType.Stride = .zero, isolation: isolated (any Actor)? = #isolation) async
  {
    await timeline.advance(by: .nanoseconds(stride.nanoseconds), isolation: isolation)
  }

  /// Moves time on to `instant`, instant by instant, and lets tasks follow as ``Timeline/advance(to:isolation:)`` does.
  ///
  /// - Parameters:
  ///   - instant: Where to. If that has passed, only what is due now runs.
  ///   - isolation: The actor of the caller; leave it out.
  public func advance(to instant: SchedulerTimeType, isolation: isolated (any Actor)? = #isolation) async {
    await timeline.advance(to: Timeline.Instant(nanoseconds: instant.nanoseconds), isolation: isolation)
  }
}
