import Streams

extension Scheduler where Self: Sendable {
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
  /// - Parameter transform: Called once for each action, when it is scheduled. Returns the action to run instead. For a
  ///   repeating action, the result runs every time.
  public func transformingActions(
    _ transform: @escaping @Sendable (@escaping () -> Void) -> () -> Void
  ) -> AnyScheduler<SchedulerTimeType, SchedulerOptions> {
    AnyScheduler(self, transform: transform)
  }
}
