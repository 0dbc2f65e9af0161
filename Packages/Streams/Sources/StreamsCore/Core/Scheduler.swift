/// A length of time that can be expressed in seconds and fractions of seconds.
public protocol SchedulerTimeIntervalConvertible {
  /// Returns a length of `s` seconds.
  static func seconds(_ s: Int) -> Self
  /// Returns a length of `s` seconds.
  static func seconds(_ s: Double) -> Self
  /// Returns a length of `ms` milliseconds.
  static func milliseconds(_ ms: Int) -> Self
  /// Returns a length of `us` microseconds.
  static func microseconds(_ us: Int) -> Self
  /// Returns a length of `ns` nanoseconds.
  static func nanoseconds(_ ns: Int) -> Self
}

/// Runs work as soon as possible, at a time, or repeatedly.
public protocol Scheduler<SchedulerTimeType> {
  /// A point in this scheduler's time.
  associatedtype SchedulerTimeType: Strideable where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible
  /// The type of the options for an action, or `Never` if there are none.
  associatedtype SchedulerOptions

  /// The current time.
  var now: SchedulerTimeType { get }

  /// The smallest tolerance that the scheduler supports.
  var minimumTolerance: SchedulerTimeType.Stride { get }

  /// Runs `action` as soon as possible.
  func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void)

  /// Runs `action` once, at `date` or up to `tolerance` later.
  func schedule(
    after date: SchedulerTimeType,
    tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?,
    _ action: @escaping () -> Void)

  /// Runs `action` at `date` and then every `interval`, each up to `tolerance` late, until the returned value is
  /// cancelled.
  func schedule(
    after date: SchedulerTimeType,
    interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> any Cancellable

  /// Runs `action` at `date`, or as soon as possible if `date` is nil, once unless it repeats. A `tolerance` of nil is the
  /// minimum.
  ///
  /// Most operators call it instead of the other forms, which the default implementation calls. The schedulers of this
  /// project implement it, so that cancelled work is neither pending nor waited for.
  ///
  /// - Parameters:
  ///   - interval: if it is not nil, the action repeats until the operator cancels the object passed to `keep`. A scheduler
  ///     whose time does not pass by itself may run it once: there, the operator cancels it when it runs.
  ///   - keep: called with an object that removes the action, unless the scheduler cannot remove it. A result would be an
  ///     optional existential, whose copies took 150 instructions.
  func _schedule(
    once date: SchedulerTimeType?,
    every interval: SchedulerTimeType.Stride?,
    tolerance: SchedulerTimeType.Stride?,
    options: SchedulerOptions?,
    _ action: @escaping () -> Void,
    keep: (consuming any Cancellable) -> Void)

  /// Whether time passes by itself, and replacing a scheduled action is expensive. ``RestartableTimer`` then lets it run,
  /// and schedules it again; `collect` by time then calls `_schedule`. False for other schedulers, where a test may
  /// observe each action.
  var _isRealTime: Bool { get }
}

extension Scheduler {
  @_alwaysEmitIntoClient public func _schedule(
    once date: SchedulerTimeType?, every interval: SchedulerTimeType.Stride?, tolerance: SchedulerTimeType.Stride?,
    options: SchedulerOptions?, _ action: @escaping () -> Void, keep: (consuming any Cancellable) -> Void
  ) {
    guard let date else { return schedule(options: options, action) }
    let tolerance = tolerance ?? minimumTolerance
    if let interval {
      keep(schedule(after: date, interval: interval, tolerance: tolerance, options: options, action))
    } else {
      schedule(after: date, tolerance: tolerance, options: options, action)
    }
  }

  @_alwaysEmitIntoClient public var _isRealTime: Bool { false }
}

extension Scheduler {
  /// Runs `action` as soon as possible.
  @_alwaysEmitIntoClient public func schedule(_ action: @escaping () -> Void) {
    schedule(options: nil, action)
  }

  /// Runs `action` once, at `date`, with the minimum tolerance.
  @_alwaysEmitIntoClient public func schedule(after date: SchedulerTimeType, _ action: @escaping () -> Void) {
    schedule(after: date, tolerance: minimumTolerance, options: nil, action)
  }

  /// Runs `action` once, at `date` or up to `tolerance` later.
  @_alwaysEmitIntoClient public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, _ action: @escaping () -> Void
  ) {
    schedule(after: date, tolerance: tolerance, options: nil, action)
  }

  /// Runs `action` at `date` and then every `interval`, with the minimum tolerance, until the returned value is
  /// cancelled.
  @_alwaysEmitIntoClient public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, _ action: @escaping () -> Void
  ) -> any Cancellable {
    schedule(after: date, interval: interval, tolerance: minimumTolerance, options: nil, action)
  }

  /// Runs `action` at `date` and then every `interval`, each up to `tolerance` late, until the returned value is
  /// cancelled.
  @_alwaysEmitIntoClient public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
  }
}
