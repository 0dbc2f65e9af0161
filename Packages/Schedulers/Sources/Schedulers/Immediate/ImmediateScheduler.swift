import Streams

/// A scheduler that runs everything immediately, on the caller's stack, in the time of another scheduler.
///
/// Combine has an `ImmediateScheduler` too, with a time of its own, so it cannot replace a queue. This one
/// can: get it with `DispatchQueue.immediate` and the like, or `.immediate` where an ``AnyScheduler`` is wanted.
///
/// ```swift
/// let scheduler = ImmediateScheduler<DispatchQueue.SchedulerTimeType, Any>(now: .init(.now()))
/// scheduler.schedule(after: scheduler.now.advanced(by: 10)) { print("at once") }
/// // at once
/// ```
///
/// No time passes for it, and repeating work is done once. Beside `import Combine` or `import Streams`, a type must be
/// written as ``ImmediateSchedulerOf`` or `Schedulers.ImmediateScheduler`; in an expression, both schedulers can be
/// named as they are.
public struct ImmediateScheduler<SchedulerTimeType: Strideable, SchedulerOptions>: Scheduler
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
  /// The one point in time that this scheduler knows.
  public let now: SchedulerTimeType

  /// A scheduler for which it is always `now`.
  public init(now: SchedulerTimeType) { self.now = now }

  /// Zero.
  public var minimumTolerance: SchedulerTimeType.Stride { .zero }

  /// Runs `action` before it returns.
  public func schedule(options _: SchedulerOptions?, _ action: @escaping () -> Void) { action() }

  /// Runs `action` before it returns, for any date.
  public func schedule(
    after _: SchedulerTimeType, tolerance _: SchedulerTimeType.Stride, options _: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    action()
  }

  /// Runs `action` once, before it returns. There is nothing left to cancel then.
  public func schedule(
    after _: SchedulerTimeType, interval _: SchedulerTimeType.Stride, tolerance _: SchedulerTimeType.Stride,
    options _: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    action()
    return AnyCancellable {}
  }
}

extension ImmediateScheduler: Sendable where SchedulerTimeType: Sendable {}

/// An immediate scheduler in the time of `Host`, for example `ImmediateSchedulerOf<DispatchQueue>`.
public typealias ImmediateSchedulerOf<Host: Scheduler> =
  Schedulers.ImmediateScheduler<Host.SchedulerTimeType, Host.SchedulerOptions>
