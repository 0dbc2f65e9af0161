@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
extension Timeline {
  /// Starts a task of this timeline. It begins when time is next advanced, or at once in a `run` of this timeline.
  ///
  /// Whatever it does without leaving the timeline (sleeping on it, child tasks, default actors, functions of no actor)
  /// is settled when an advance returns: nothing of it can go on until time moves or something outside happens.
  ///
  /// - Parameter operation: What the task does.
  @discardableResult
  public func task<Success: Sendable>(
    _ operation: sending @escaping @isolated(any) () async throws -> Success
  ) -> Task<Success, any Error> {
    Task(executorPreference: self, operation: operation)
  }

  /// Runs `body` as work of this timeline, and returns what it returns.
  ///
  /// Inside, `await advance(...)` is exact: when it returns, every task of the timeline has settled, however loaded the
  /// machine is. Plain `Task { }` and what libraries start by themselves are not tasks of the timeline, nor is anything
  /// isolated to the main actor.
  ///
  /// ```swift
  /// let timeline = Timeline()
  /// try await timeline.run {
  ///   async let nap: Void = timeline.sleep(for: .seconds(60))
  ///   await timeline.advance(by: .seconds(60))
  ///   try await nap
  /// }
  /// ```
  nonisolated(nonsending)
    public func run<Result>(_ body: () async throws -> Result) async rethrows -> Result
  {
    lock.withLock { hostedBodies += 1 }
    defer { lock.withLock { hostedBodies -= 1 } }
    return try await withTaskExecutorPreference(self, operation: body)
  }
}

/// Runs `body` as work of a new timeline, see ``Timeline/run(_:)``.
///
/// - Parameter name: What the timeline is called in failure messages.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
nonisolated(nonsending)
  public func withVirtualTime<Result>(
    _ name: String = "timeline", order: Timeline.Order = .fifo, _ body: (Timeline) async throws -> Result
  ) async rethrows -> Result
{
  let timeline = Timeline(name, order: order)
  return try await timeline.run { try await body(timeline) }
}
