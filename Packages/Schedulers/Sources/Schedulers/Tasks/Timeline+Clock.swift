extension Timeline: Clock {
  /// A nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Suspends the calling task until virtual time reaches `deadline`, as the form that knows where it is called: for
  /// code that knows only of a `Clock`.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  nonisolated(nonsending)
    public func sleep(until deadline: Instant, tolerance _: Duration?) async throws
  {
    try await sleep(until: deadline.nanoseconds, at: nil, isolation: #isolation)
  }

  /// Suspends the calling task until virtual time reaches `deadline`. Returns immediately if it has passed.
  ///
  /// The sleep has its place among actions and timers due at the same instant from the moment of this call.
  ///
  /// - Parameters:
  ///   - deadline: When to wake.
  ///   - tolerance: Without effect: virtual time is exact.
  ///   - fileID: The caller's file; leave it out.
  ///   - filePath: The caller's path; leave it out.
  ///   - line: The caller's line; leave it out.
  ///   - column: The caller's column; leave it out.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  nonisolated(nonsending)
    public func sleep(
      until deadline: Instant, tolerance _: Duration? = nil, fileID: StaticString = #fileID,
      filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async throws
  {
    let place = ReportPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    try await sleep(until: deadline.nanoseconds, at: place, isolation: #isolation)
  }

  /// Suspends the calling task for `duration` of virtual time. Returns immediately if that is not above zero.
  ///
  /// - Parameters:
  ///   - duration: How long, rounded to whole nanoseconds.
  ///   - tolerance: Without effect: virtual time is exact.
  ///   - fileID: The caller's file; leave it out.
  ///   - filePath: The caller's path; leave it out.
  ///   - line: The caller's line; leave it out.
  ///   - column: The caller's column; leave it out.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  nonisolated(nonsending)
    public func sleep(
      for duration: Duration, tolerance _: Duration? = nil, fileID: StaticString = #fileID,
      filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async throws
  {
    let place = ReportPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    try await sleep(until: now.advanced(by: duration).nanoseconds, at: place, isolation: #isolation)
  }

  /// With an isolated parameter that the closures capture: closures in a `nonisolated(nonsending)` function do not run
  /// where the caller does, so the sleep would be registered by way of another executor, and late.
  ///
  /// - Parameter wrap: What is made of the action that wakes; it may run that late, or more than once.
  func sleep(
    until deadline: Int64, at place: ReportPlace?, wrap: ActionWrap? = nil, isolation: isolated (any Actor)?
  ) async throws {
    try Task.checkCancellation()
    let sleeper = Sleeper(timeline: self)
    defer { sleeper.hasReturned() }
    try await withTaskCancellationHandler {
      _ = isolation
      try await withUnsafeThrowingContinuation(isolation: isolation) {
        (continuation: UnsafeContinuation<Void, any Error>) in
        sleeper.register(due: deadline, place: place?.source, wrap: wrap, continuation)
      }
    } onCancel: {
      sleeper.cancel()
    }
  }
}
