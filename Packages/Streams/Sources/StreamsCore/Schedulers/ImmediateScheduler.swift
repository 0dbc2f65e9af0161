/// A scheduler that runs everything immediately, on the caller's stack, and for which no time passes.
///
/// It ignores dates, intervals and tolerances; a repeated action runs once.
@frozen public struct ImmediateScheduler: Scheduler, Sendable {
  /// The one instant that this scheduler knows: every distance from it is 0.
  @frozen public struct SchedulerTimeType: Strideable, Sendable {
    @inlinable init() {}

    /// 0: there is one instant only.
    @inlinable public func distance(to other: SchedulerTimeType) -> Stride { 0 }

    /// The same instant: there is one only.
    @inlinable public func advanced(by n: Stride) -> SchedulerTimeType { self }
  }

  /// It has no options.
  public typealias SchedulerOptions = Never

  /// The scheduler; there is one.
  public static let shared = ImmediateScheduler()

  @inlinable init() {}

  /// Always the same instant.
  @inlinable public var now: SchedulerTimeType { SchedulerTimeType() }

  /// 0.
  @inlinable public var minimumTolerance: SchedulerTimeType.Stride { 0 }

  /// Runs `action` before it returns.
  @inlinable public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) { action() }

  /// Runs `action` before it returns, for any date.
  @inlinable public func schedule(
    after date: SchedulerTimeType,
    tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    action()
  }

  /// Runs `action` once, before it returns. There is nothing left to cancel then.
  @inlinable public func schedule(
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
