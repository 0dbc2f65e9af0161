import Streams

/// A scheduler that runs every action immediately, on the caller's stack, in the time of another scheduler.
///
/// Combine also has an `ImmediateScheduler`. It has its own type of time, so it cannot replace a queue. This one can:
/// use `DispatchQueue.immediate` and the like, or `.immediate` where an ``AnyScheduler`` is expected.
///
/// ```swift
/// let scheduler = ImmediateScheduler<DispatchQueue.SchedulerTimeType, Any>(now: .init(.now()))
/// scheduler.schedule(after: scheduler.now.advanced(by: 10)) { print("at once") }
/// // at once
/// ```
///
/// Its time does not pass, and a repeating action runs once. With `import Combine` or `import Streams`, write the type
/// as ``ImmediateSchedulerOf`` or `Schedulers.ImmediateScheduler`. In expressions, the plain name refers to either
/// scheduler.
public struct ImmediateScheduler<SchedulerTimeType: Strideable, SchedulerOptions>: Scheduler
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
  /// The only point in time of this scheduler.
  public let now: SchedulerTimeType

  /// Creates a scheduler whose time is always `now`.
  public init(now: SchedulerTimeType) { self.now = now }

  /// The smallest tolerance, always zero.
  public var minimumTolerance: SchedulerTimeType.Stride { .zero }

  /// Runs `action` before the call returns.
  public func schedule(options _: SchedulerOptions?, _ action: @escaping () -> Void) { action() }

  /// Runs `action` before the call returns, for any date.
  public func schedule(
    after _: SchedulerTimeType, tolerance _: SchedulerTimeType.Stride, options _: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    action()
  }

  /// Runs `action` once, before the call returns. The returned value has nothing to cancel.
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
