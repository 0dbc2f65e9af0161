import Streams

/// A scheduler that wraps every action with a closure before it schedules it on a base scheduler.
public struct TransformedScheduler<Base: Scheduler>: Scheduler {
  /// The time of the base scheduler.
  public typealias SchedulerTimeType = Base.SchedulerTimeType
  /// The options of the base scheduler.
  public typealias SchedulerOptions = Base.SchedulerOptions

  /// The scheduler that runs the actions.
  public let base: Base

  let transform: @Sendable (@escaping () -> Void) -> () -> Void

  /// Creates a scheduler that transforms each action and schedules the result on `base`.
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

  /// The smallest tolerance of the base scheduler.
  public var minimumTolerance: SchedulerTimeType.Stride { base.minimumTolerance }

  /// Runs the transformed action as soon as possible.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    base.schedule(options: options, transform(action))
  }

  /// Runs the transformed action once, at `date` or up to `tolerance` later.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    base.schedule(after: date, tolerance: tolerance, options: options, transform(action))
  }

  /// Runs the transformed action at `date` and then every `interval`, until the returned value is cancelled.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    base.schedule(after: date, interval: interval, tolerance: tolerance, options: options, transform(action))
  }
}

extension TransformedScheduler: Sendable where Base: Sendable {}

extension Scheduler {
  /// Returns this scheduler with every action wrapped by `transform`, for logging, tracing or task-local values.
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
