@_spi(Reporting) @_spi(TestKit) import Schedulers

/// Runs `body`, and reports an issue at the caller's line if anything that the kit created inside it outlives it: a
/// recording, a subscription to a test publisher, or a timer or sleep on a timeline that was created or used in it.
///
/// ```swift
/// withLeakCheck {
///   let scheduler = VirtualTimeScheduler()
///   let recorder = scheduler.record(scheduler.cold("-a|"))
///   scheduler.run()
///   recorder.expect(toEqual: "-a|")
/// }
/// ```
///
/// It checks every timeline created in the scope, by its task or a task started there, alone or behind a test
/// scheduler. It also checks the current timeline, timelines on which the kit records, feeds or expects, and those
/// passed to it. Timers and sleeps that were already pending do not count, nor does one-shot work.
///
/// Anything that has ended or was cancelled does not count either. If `body` throws, nothing is checked. The scope follows the task, so it works for tests that
/// run in parallel.
public func withLeakCheck<R>(
  _ timelines: Timeline..., fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, _ body: () throws -> R
) rethrows -> R {
  let scope = LeakScope(timelines + [Timeline.current].compactMap { $0 })
  let result = try LeakScope.$current.withValue(scope) {
    try TimelineObserver.$current.withValue({ scope.watch($0) }, operation: body)
  }
  scope.end(at: SourcePlace(fileID, filePath, line, column))
  return result
}

/// Runs `body`, and reports an issue if anything that the kit created inside it outlives it; see the synchronous form.
/// Tasks settle first, so that a sleep counts that a task begins right after `body`.
public func withLeakCheck<R>(
  _ timelines: Timeline..., fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, _ body: () async throws -> R
) async rethrows -> R {
  let scope = LeakScope(timelines + [Timeline.current].compactMap { $0 })
  let result = try await LeakScope.$current.withValue(scope) {
    try await TimelineObserver.$current.withValue({ scope.watch($0) }, operation: body)
  }
  for timeline in scope.watched { await timeline.letTasksSettle() }
  scope.end(at: SourcePlace(fileID, filePath, line, column))
  return result
}
