import Streams

/// A scheduler that gives every action to a closure before the base scheduler gets it, to wrap it in something.
public struct TransformedScheduler<Base: Scheduler>: Scheduler {
  /// The time of the base scheduler.
  public typealias SchedulerTimeType = Base.SchedulerTimeType
  /// The options of the base scheduler.
  public typealias SchedulerOptions = Base.SchedulerOptions

  /// The scheduler that does the work.
  public let base: Base

  let transform: @Sendable (@escaping () -> Void) -> () -> Void

  /// A scheduler that transforms each action and schedules the result on `base`.
  ///
  /// - Parameters:
  ///   - base: The scheduler that runs the actions.
  ///   - transform: Called once for each action, when it is scheduled. Returns the action to run instead. For a
  ///     repeating action, the result runs every time.
  public init(_ base: Base, transform: @escaping @Sendable (@escaping () -> Void) -> () -> Void) {
    self.base = base
    self.transform = transform
  }

  /// The current time of the base scheduler.
  public var now: SchedulerTimeType { base.now }

  /// The smallest tolerance that the base scheduler can keep.
  public var minimumTolerance: SchedulerTimeType.Stride { base.minimumTolerance }

  /// Does the transformed action as soon as the base scheduler can.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    base.schedule(options: options, transform(action))
  }

  /// Does the transformed action once, at `date` or at most `tolerance` later.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    base.schedule(after: date, tolerance: tolerance, options: options, transform(action))
  }

  /// Does the transformed action at `date` and then every `interval`, until the result is cancelled.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    base.schedule(after: date, interval: interval, tolerance: tolerance, options: options, transform(action))
  }
}

extension TransformedScheduler: Sendable where Base: Sendable {}

extension Scheduler {
  /// This scheduler, with every action wrapped by `transform`: for logging, tracing, task-local values.
  ///
  /// ```swift
  /// let logged = DispatchQueue.immediate.transformingActions { action in
  ///   { print("begin"); action(); print("end") }
  /// }
  /// logged.schedule { print("work") }
  /// // begin
  /// // work
  /// // end
  /// ```
  ///
  /// - Parameter transform: Called once for each action, when it is scheduled. Returns the action to run instead.
  public func transformingActions(
    _ transform: @escaping @Sendable (@escaping () -> Void) -> () -> Void
  ) -> TransformedScheduler<Self> {
    TransformedScheduler(self, transform: transform)
  }
}
