@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
extension Timeline {
  /// Creates a task of this timeline. It starts at the next advance, or immediately inside a `run` of this timeline.
  ///
  /// Needs macOS 15, iOS 18, tvOS 18 or watchOS 11.
  ///
  /// An advance returns when all work of the task on the timeline (sleeps, child tasks, default actors, functions
  /// without an actor) is suspended, until time moves or an event arrives from outside.
  ///
  /// Outside `run`, the task runs only during an advance. Awaiting its value without an advance never returns.
  ///
  /// - Parameter operation: The code of the task.
  @discardableResult
  public func task<Success: Sendable>(
    _ operation: sending @escaping @isolated(any) () async throws -> Success
  ) -> Task<Success, any Error> {
    Task(executorPreference: self, operation: operation)
  }

  /// Runs `body` as work of this timeline, and returns its result.
  ///
  /// Needs macOS 15, iOS 18, tvOS 18 or watchOS 11.
  ///
  /// Inside, `await advance(...)` is exact: when it returns, every task of the timeline has settled, on a machine of
  /// any load.
  ///
  /// ```swift
  /// let timeline = Timeline()
  /// try await timeline.run {
  ///   async let nap: Void = timeline.sleep(for: .seconds(60))
  ///   await timeline.advance(by: .seconds(60))
  ///   try await nap
  /// }
  /// ```
  ///
  /// Plain `Task { }`, `Task.detached { }` and tasks started by libraries do not belong to the timeline. Neither does
  /// code isolated to the main actor, or to an actor with a custom executor. They settle as described at
  /// ``advance(by:)``.
  ///
  /// - Parameters:
  ///   - warnAfter: The real time after which the pending work is printed to standard error, if the body has not
  ///     finished. The body continues.
  ///   - body: The code to run.
  ///   - fileID: The caller's file; leave it out.
  ///   - filePath: The caller's path; leave it out.
  ///   - line: The caller's line; leave it out.
  ///   - column: The caller's column; leave it out.
  nonisolated(nonsending)
    public func run<Result>(
      warnAfter: Duration = .seconds(30), fileID: StaticString = #fileID,
      filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
      _ body: () async throws -> Result
    ) async rethrows -> Result
  {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return try await run(
      warnAfter: warnAfter, at: "\(place)", report: { reportIssue($0, at: place) }, body)
  }

  /// Does the same for a test trait, which names the place and reports the issues.
  @_spi(Reporting)
  nonisolated(nonsending)
    public func run<Result>(
      warnAfter: Duration = .seconds(30), at place: String, report: (String) -> Void,
      _ body: () async throws -> Result
    ) async rethrows -> Result
  {
    let watch = Watchdog(after: warnAfter) { [self] in
      """
      \(name): the body at \(place) has not finished. If it waits for something on the timeline, advance \
      the timeline. Pending: \(pendingText)
      """
    }
    state.withLock { $0.jobs.beginBody() }
    defer {
      reportForgottenAcquaintances(report)
      state.withLock { $0.jobs.endBody() }
      watch.stop()
    }
    return try await Timeline.$current.withValue(self) {
      try await withTaskExecutorPreference(self, operation: body)
    }
  }
}

extension Timeline {
  /// The timeline of the current task, inside `run { }`.
  @TaskLocal public static var current: Timeline?
}

/// Runs `body` as work of a new timeline, and returns its result. See `Timeline.run { }`.
///
/// Needs macOS 15, iOS 18, tvOS 18 or watchOS 11.
///
/// - Parameters:
///   - name: The timeline's name in failure messages.
///   - order: The order of work at one instant.
///   - body: The code to run.
///   - fileID: The caller's file; leave it out.
///   - filePath: The caller's path; leave it out.
///   - line: The caller's line; leave it out.
///   - column: The caller's column; leave it out.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
nonisolated(nonsending)
  public func withVirtualTime<Result>(
    _ name: String = "timeline", order: Timeline.Order = .fifo,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ body: (Timeline) async throws -> Result
  ) async rethrows -> Result
{
  let timeline = Timeline(name, order: order)
  return try await timeline.run(
    fileID: fileID, filePath: filePath, line: line, column: column
  ) {
    try await body(timeline)
  }
}
