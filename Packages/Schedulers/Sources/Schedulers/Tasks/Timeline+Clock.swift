extension Timeline: Clock {
  /// The resolution, one nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Suspends the calling task until virtual time reaches `deadline`. For code that uses the timeline as a `Clock`;
  /// without the caller's location.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  nonisolated(nonsending)
    public func sleep(until deadline: Instant, tolerance _: Duration?) async throws
  {
    try await sleep(until: deadline.nanoseconds, at: nil, isolation: #isolation)
  }

  /// Suspends the calling task until virtual time reaches `deadline`. Returns immediately if it has passed.
  ///
  /// This call determines the order of the sleep among actions and timers due at the same instant.
  ///
  /// - Parameters:
  ///   - deadline: The time at which to wake.
  ///   - tolerance: Without effect: virtual time is exact.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  nonisolated(nonsending)
    public func sleep(
      until deadline: Instant, tolerance _: Duration? = nil, fileID: StaticString = #fileID,
      filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async throws
  {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    try await sleep(until: deadline.nanoseconds, at: place, isolation: #isolation)
  }

  /// Suspends the calling task for `duration` of virtual time. Returns immediately if `duration` is not above zero.
  ///
  /// - Parameters:
  ///   - duration: The time to sleep, rounded to whole nanoseconds.
  ///   - tolerance: Without effect: virtual time is exact.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  nonisolated(nonsending)
    public func sleep(
      for duration: Duration, tolerance _: Duration? = nil, fileID: StaticString = #fileID,
      filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async throws
  {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    try await sleep(until: now.advanced(by: duration).nanoseconds, at: place, isolation: #isolation)
  }

  /// Has an isolated parameter, which the closures capture. Closures in a `nonisolated(nonsending)` function do not run
  /// on the caller's actor, so the sleep would be registered through another executor, and late.
  ///
  /// - Parameter wrap: Wraps the action that wakes the task. It may run the action late, or more than once.
  func sleep(
    until deadline: Int64, at place: SourcePlace?, wrap: ActionWrap? = nil, isolation: isolated (any Actor)?
  ) async throws {
    try Task.checkCancellation()
    let sleeper = Sleeper(timeline: self)
    defer { sleeper.noteReturn() }
    try await withTaskCancellationHandler {
      _ = isolation
      try await withUnsafeThrowingContinuation(isolation: isolation) {
        (continuation: UnsafeContinuation<Void, any Error>) in
        sleeper.register(due: deadline, place: place, wrap: wrap, continuation)
      }
    } onCancel: {
      sleeper.cancel()
    }
  }
}
