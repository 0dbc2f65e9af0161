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
    try await sleep(
      until: now.advanced(by: duration), tolerance: tolerance, options: options, fileID: fileID, filePath: filePath,
      line: line, column: column)
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
    if let virtual = self as? any OnTimeline, let position = virtual.position(of: deadline) {
      let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
      return try await position.timeline.sleep(
        until: position.due, at: place, wrap: deadline > now ? virtual.wrap : nil, isolation: #isolation)
    }
    try await realSleep(until: deadline, tolerance: tolerance, options: options, isolation: #isolation)
  }

  /// Has an isolated parameter, so that the wake is scheduled where the caller runs.
  private func realSleep(
    until deadline: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    isolation: isolated (any Actor)?
  ) async throws {
    try Task.checkCancellation()
    guard deadline > now else { return }
    let wake = Wake()
    try await withTaskCancellationHandler {
      _ = isolation
      try await withUnsafeThrowingContinuation(isolation: isolation) {
        (continuation: UnsafeContinuation<Void, any Error>) in
        guard wake.prepare(continuation) else { return }
        let release = OnRelease { wake.finish(CancellationError()) }
        // Repeating, because only that form can be cancelled. It wakes once.
        wake.hold(
          schedule(after: deadline, interval: .seconds(365 * 86_400), tolerance: tolerance, options: options) {
            withExtendedLifetime(release) { wake.finish(nil) }
          })
      }
    } onCancel: {
      wake.finish(CancellationError())
    }
  }
}

/// Ends one sleep once.
///
/// Sendable because a lock guards its state, and a cancellable may be cancelled from any thread.
private final class Wake: @unchecked Sendable {
  private let lock = Lock()
  private var continuation: UnsafeContinuation<Void, any Error>?
  private var timer: (any Cancellable)?
  private var isOver = false

  /// Returns false if the sleep has ended already.
  func prepare(_ continuation: UnsafeContinuation<Void, any Error>) -> Bool {
    let over = lock.withLock {
      if !isOver { self.continuation = continuation }
      return isOver
    }
    if over { continuation.resume(throwing: CancellationError()) }
    return !over
  }

  func hold(_ timer: any Cancellable) {
    let over = lock.withLock {
      if !isOver { self.timer = timer }
      return isOver
    }
    if over { timer.cancel() }
  }

  func finish(_ error: (any Error)?) {
    let (continuation, timer) = lock.withLock {
      let held = (self.continuation, self.timer)
      self.continuation = nil
      self.timer = nil
      isOver = true
      return held
    }
    timer?.cancel()
    if let error { continuation?.resume(throwing: error) } else { continuation?.resume() }
  }
}
