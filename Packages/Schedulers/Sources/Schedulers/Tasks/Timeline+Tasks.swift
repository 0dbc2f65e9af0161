@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
extension Timeline {
  /// Creates a task of this timeline. It starts at the next advance, or immediately inside its `withVirtualTime`.
  ///
  /// Needs macOS 15, iOS 18, tvOS 18 or watchOS 11.
  ///
  /// An advance returns when all work of the task on the timeline (sleeps, child tasks, default actors, functions
  /// without an actor) is suspended, until time moves or an event arrives from outside.
  ///
  /// Outside `withVirtualTime`, the task runs only during an advance. Awaiting its value without an advance never
  /// returns.
  ///
  /// - Parameters:
  ///   - name: The name in the log and on pages of failures.
  ///   - operation: The code of the task.
  @discardableResult
  public func task<Success: Sendable>(
    name: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ operation: sending @escaping @isolated(any) () async throws -> Success
  ) -> Task<Success, any Error> {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return Task(executorPreference: TimelineTask(on: self, name: name, at: place), operation: operation)
  }

  /// Runs `body` as work of this timeline, for `withVirtualTime`, and for a test trait, which reports issues itself.
  /// Needs macOS 15, iOS 18, tvOS 18 or watchOS 11.
  @_spi(TestKit)
  nonisolated(nonsending)
    public func host<Value>(
      warnAfter: Duration = .seconds(30), at place: SourcePlace, report: ((String) -> Void)? = nil,
      _ body: () async throws -> Value
    ) async rethrows -> Value
  {
    let watch = Watchdog(after: warnAfter) { [self] in
      """
      \(name): the body at \(place) has not finished. If it waits for something on the timeline, advance \
      the timeline. Pending: \(pendingText)
      """
    }
    state.withLock { $0.jobs.hostedBodies += 1 }
    defer {
      reportForgottenTimelines(report ?? { reportIssue($0, at: place) })
      state.withLock { $0.jobs.hostedBodies -= 1 }
      watch.stop()
    }
    let result = try await Timeline.$current.withValue(self) {
      try await withTaskExecutorPreference(TimelineTask(on: self, name: "body", at: place), operation: body)
    }
    if state.withLock({ $0.hasCreatedTimelines && $0.settlesOthers }) {
      // Neither drives nor waits for all activity to end: the tasks of the body may go on.
      let observer = SettlingObserver(self)
      await PoolMeeting.shared.attend(isolation: #isolation, rounds: 100) { observer.look() }
    }
    return result
  }
}

extension Timeline {
  /// Inside `withVirtualTime`, the timeline of the current task, or of the action that runs. Nil in detached tasks, and in
  /// what other queues and threads run.
  @TaskLocal public static var current: Timeline?
}
