/// Runs `body` as work of `timeline`, and returns its result.
///
/// Needs macOS 15, iOS 18, tvOS 18 or watchOS 11.
///
/// Inside, `await advance(...)` is exact: when it returns, every task of the timeline has settled, on a machine of
/// any load.
///
/// ```swift
/// let timeline = Timeline()
/// try await withVirtualTime(on: timeline) {
///   async let nap: Void = timeline.sleep(for: .seconds(60))
///   await timeline.advance(by: .seconds(60))
///   try await nap
/// }
/// ```
///
/// Plain `Task { }`, `Task.detached { }` and tasks started by libraries do not belong to the timeline. Neither does
/// code isolated to the main actor, or to an actor with a custom executor. They settle as described at
/// ``Timeline/advance(by:isolation:)``.
///
/// - Parameters:
///   - timeline: The timeline, which is `Timeline.current` inside.
///   - warnAfter: The real time after which the pending work is printed to standard error, if the body has not
///     finished. The body continues.
///   - body: The code to run.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
nonisolated(nonsending)
  public func withVirtualTime<Value>(
    on timeline: Timeline, warnAfter: Duration = .seconds(30),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ body: () async throws -> Value
  ) async rethrows -> Value
{
  let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  return try await timeline.host(warnAfter: warnAfter, at: place, body)
}

/// Runs `body` as work of a new timeline, and returns its result. See `withVirtualTime(on:)`.
///
/// Needs macOS 15, iOS 18, tvOS 18 or watchOS 11.
///
/// - Parameters:
///   - name: The timeline's name in failure messages.
///   - order: The order of work at one instant.
///   - body: The code to run.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
nonisolated(nonsending)
  public func withVirtualTime<Value>(
    _ name: String = "timeline", order: Timeline.Order = .fifo,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ body: (Timeline) async throws -> Value
  ) async rethrows -> Value
{
  let timeline = Timeline(name, order: order)
  let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  return try await timeline.host(at: place) { try await body(timeline) }
}
