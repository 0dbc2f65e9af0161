import Streams

extension Scheduler where SchedulerTimeType: Sendable {
  /// An async sequence of the current time, every `interval`. The first element comes after one interval.
  ///
  /// ```swift
  /// let scheduler = DispatchQueue(label: "timer")
  /// for await _ in scheduler.timer(every: .milliseconds(10)) {
  ///   print("tick")
  ///   break
  /// }
  /// // tick
  /// ```
  ///
  /// The timer runs from this call until the sequence is released or its task is cancelled, or until the scheduler
  /// releases the work, as an operation queue does when its operations are cancelled. It buffers up to `limit` times
  /// that were not consumed, and drops the oldest beyond that.
  ///
  /// - Parameters:
  ///   - interval: The time between two elements. Traps if it is negative; a test scheduler reports an issue instead,
  ///     also if it is zero.
  ///   - tolerance: How late each may be.
  ///   - options: Options for the scheduler.
  ///   - limit: How many times that were not taken are kept.
  ///   - name: What a test scheduler's messages and log call it.
  public func timer(
    every interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride = .zero,
    options: SchedulerOptions? = nil, bufferingNewest limit: Int = 1_024, name: String? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> AsyncStream<SchedulerTimeType> {
    if !(self is any OnTimeline), interval < .zero {
      fatalError("Scheduler.timer(every:): the interval must not be negative, but is \(interval)")
    }
    let (stream, continuation) = AsyncStream.makeStream(
      of: SchedulerTimeType.self, bufferingPolicy: .bufferingNewest(limit))
    let release = OnRelease { continuation.finish() }
    let timer = RunningTimer(
      schedule(
        after: now.advanced(by: interval), interval: interval, tolerance: tolerance, options: options, name: name,
        fileID: fileID, line: line
      ) {
        _ = withExtendedLifetime(release) { continuation.yield(now) }
      })
    continuation.onTermination = { _ in timer.cancel() }
    return stream
  }

  /// The same as `timer(every:)`, under its name in combine-schedulers.
  public func timer(
    interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride = .zero, options: SchedulerOptions? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> AsyncStream<SchedulerTimeType> {
    timer(every: interval, tolerance: tolerance, options: options, fileID: fileID, line: line)
  }
}

/// Sendable because a cancellable may be cancelled from every thread, and nothing else is done with it.
private final class RunningTimer: @unchecked Sendable {
  private let cancellable: any Cancellable
  init(_ cancellable: any Cancellable) { self.cancellable = cancellable }
  func cancel() { cancellable.cancel() }
}
