import Streams

extension Scheduler where SchedulerTimeType: Sendable {
  /// This scheduler's current time every `interval`, as an async sequence, with everything that `Publishers.Timer` can.
  ///
  /// It runs from this call until the sequence is released, its task is cancelled, or `count` ticks have come. Ticks
  /// that are not taken are kept up to `limit`; beyond, the oldest are dropped.
  ///
  /// - Parameters:
  ///   - interval: The time from one tick to the next. Traps unless it is a nanosecond or more.
  ///   - tolerance: How late a tick may be; nil for the scheduler's minimum.
  ///   - options: What the scheduler is asked for.
  ///   - delay: The time from now to the first tick; nil for one interval.
  ///   - count: After how many ticks it ends; nil for never. Traps unless it is above zero.
  ///   - missedTicks: What to do about ticks for which it came too late by more than an interval.
  ///   - limit: How many ticks that nobody has taken are kept.
  public func timerSequence(
    every interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride? = nil,
    options: SchedulerOptions? = nil, startingAfter delay: SchedulerTimeType.Stride? = nil, count: Int? = nil,
    missedTicks: MissedTicks = .skip, bufferingNewest limit: Int = 1, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> AsyncStream<SchedulerTimeType> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: SchedulerTimeType.self, bufferingPolicy: .bufferingNewest(limit))
    let timer = timerPublisher(
      every: interval, tolerance: tolerance, options: options, startingAfter: delay, count: count,
      missedTicks: missedTicks, fileID: fileID, line: line)
    let running = RunningSequence(
      ticks: timer.sink(receiveCompletion: { _ in continuation.finish() }, receiveValue: { continuation.yield($0) }),
      connection: timer.connect())
    continuation.onTermination = { _ in running.cancel() }
    return stream
  }
}

/// What a sequence stops when it ends.
///
/// Sendable because cancellables may be cancelled from every thread, and nothing else is done with them.
private final class RunningSequence: @unchecked Sendable {
  private let ticks: AnyCancellable
  private let connection: any Cancellable

  init(ticks: AnyCancellable, connection: any Cancellable) {
    self.ticks = ticks
    self.connection = connection
  }

  func cancel() {
    connection.cancel()
    ticks.cancel()
  }
}
