import Streams

extension Scheduler where SchedulerTimeType: Sendable {
  /// Returns an async sequence of the current time, every `interval`. The first element arrives after one interval.
  ///
  /// ```swift
  /// let scheduler = DispatchQueue(label: "timer")
  /// for await _ in scheduler.timer(interval: .milliseconds(10)) {
  ///   print("tick")
  ///   break
  /// }
  /// // tick
  /// ```
  ///
  /// The timer runs from this call until the sequence is released, its task is cancelled, or the scheduler releases the
  /// work, for example when the operations of an operation queue are cancelled. It buffers up to `limit` elements, and
  /// then drops the oldest ones.
  ///
  /// - Parameters:
  ///   - interval: The time between two elements. Traps if it is negative. A scheduler on a timeline reports an issue
  ///     instead, also for zero.
  ///   - tolerance: How late each element may be.
  ///   - options: Options for the scheduler.
  ///   - limit: The number of elements to buffer.
  ///   - name: The timer's name in the messages and the log of a test scheduler.
  public func timer(
    interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride = .zero,
    options: SchedulerOptions? = nil, bufferingNewest limit: Int = 1_024, name: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> AsyncStream<SchedulerTimeType> {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    if interval < .zero, timelineView == nil {
      place.trap("Scheduler.timer(interval:): the interval must not be negative, but is \(interval)")
    }
    return ticks(
      after: now.advanced(by: interval), interval: interval, tolerance: tolerance, options: options,
      bufferingNewest: limit, name: name, at: place
    ) { now }
  }
}

extension Scheduler {
  /// Returns a sequence of what `element` returns at `date` and then every `interval`. Its release ends the timer, and
  /// the sequence ends if its task is cancelled, or if the scheduler releases the work.
  func ticks<Element: Sendable>(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, bufferingNewest limit: Int, name: String?, at place: SourcePlace,
    _ element: @escaping () -> Element
  ) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: .bufferingNewest(limit))
    let release = AnyCancellable { continuation.finish() }
    // A cancellable may be cancelled from any thread.
    nonisolated(unsafe) let timer = schedule(
      after: date, interval: interval, tolerance: tolerance, options: options, name: name, wakesTasks: true, at: place
    ) {
      _ = withExtendedLifetime(release) { continuation.yield(element()) }
    }
    continuation.onTermination = { _ in timer.cancel() }
    return stream
  }
}
