import Streams

extension Scheduler {
  /// Suspends the calling task for `duration` of this scheduler's time. Returns immediately if `duration` is not above
  /// zero.
  ///
  /// - Parameters:
  ///   - duration: The time to sleep.
  ///   - tolerance: How late the task may wake.
  ///   - options: Options for the scheduler.
  /// - Throws: `CancellationError` as soon as the task is cancelled, or if the scheduler releases the work without
  ///   running it, for example when the operations of an operation queue are cancelled.
  nonisolated(nonsending)
    public func sleep(
      for duration: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride = .zero,
      options: SchedulerOptions? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
      line: UInt = #line, column: UInt = #column
    ) async throws
  {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    // Reads the time once, because that is a use of an unimplemented scheduler.
    let now = now
    try await sleep(until: now.advanced(by: duration), from: now, tolerance: tolerance, options: options, at: place)
  }

  /// Suspends the calling task until this scheduler's time is `deadline`. Returns immediately if it has passed.
  ///
  /// - Parameters:
  ///   - deadline: The time at which to wake.
  ///   - tolerance: How late the task may wake.
  ///   - options: Options for the scheduler.
  /// - Throws: `CancellationError` as soon as the task is cancelled, or if the scheduler releases the work without
  ///   running it, for example when the operations of an operation queue are cancelled.
  nonisolated(nonsending)
    public func sleep(
      until deadline: SchedulerTimeType, tolerance: SchedulerTimeType.Stride = .zero, options: SchedulerOptions? = nil,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async throws
  {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    try await sleep(until: deadline, from: now, tolerance: tolerance, options: options, at: place)
  }

  nonisolated(nonsending)
    private func sleep(
      until deadline: SchedulerTimeType, from now: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
      options: SchedulerOptions?, at place: SourcePlace
    ) async throws
  {
    if let view = timelineView {
      return try await view.timeline.sleep(
        until: view.due(deadline), at: place, wrap: deadline > now ? view.wrap : nil, isolation: #isolation)
    }
    try Task.checkCancellation()
    guard deadline > now else { return }
    // Repeating, because only that form can be cancelled. It wakes once.
    let wakes = ticks(
      after: deadline, interval: .seconds(365 * 86_400), tolerance: tolerance, options: options, bufferingNewest: 1,
      name: nil, at: place
    ) {}
    for await _ in wakes { return }
    throw CancellationError()
  }
}
