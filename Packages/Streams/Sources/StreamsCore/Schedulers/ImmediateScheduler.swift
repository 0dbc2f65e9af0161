/// A scheduler that runs every action immediately, on the caller's stack. Its time does not pass.
///
/// It ignores dates, intervals and tolerances. A repeated action runs once.
@frozen public struct ImmediateScheduler: Scheduler, Sendable {
  /// The only instant of this scheduler.
  @frozen public struct SchedulerTimeType: Strideable, Sendable {
    @_alwaysEmitIntoClient init() {}

    /// Returns 0, because there is only one instant.
    @_alwaysEmitIntoClient public func distance(to other: SchedulerTimeType) -> Stride { 0 }

    /// Returns this instant, because there is only one.
    @_alwaysEmitIntoClient public func advanced(by n: Stride) -> SchedulerTimeType { self }
  }

  /// The scheduler has no options.
  public typealias SchedulerOptions = Never

  /// The shared scheduler.
  public static let shared = ImmediateScheduler()

  @_alwaysEmitIntoClient init() {}

  /// The current time: always the same instant.
  @_alwaysEmitIntoClient public var now: SchedulerTimeType { SchedulerTimeType() }

  /// The tolerance, always 0.
  @_alwaysEmitIntoClient public var minimumTolerance: SchedulerTimeType.Stride { 0 }

  /// Runs `action` before the call returns.
  @_alwaysEmitIntoClient public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) { action() }

  /// Runs `action` before the call returns, for any date.
  @_alwaysEmitIntoClient public func schedule(
    after date: SchedulerTimeType,
    tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    action()
  }

  /// Runs `action` once, before the call returns. The returned value has nothing to cancel.
  @_alwaysEmitIntoClient public func schedule(
    after date: SchedulerTimeType,
    interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    action()
    return Subscriptions.empty
  }
}
