@_spi(Timers) import Schedulers
import Streams

extension Publishers {
  /// Repeatedly sends the current time of a scheduler.
  ///
  /// The timer ticks while it is connected. Each subscriber has its own demand, and misses the ticks that it has not
  /// requested. Subscribers do not affect each other, and receive a tick in the order of their subscriptions. After a
  /// connection is cancelled, the timer can be connected again, and restarts. After `count` ticks, a new subscriber
  /// receives the completion immediately, as with `share()`, until that connection is cancelled or the timer is
  /// connected again.
  ///
  /// ```swift
  /// let scheduler = DispatchQueue.test
  /// let timer = Publishers.Timer(every: 1, scheduler: scheduler)
  ///   .autoconnect()
  ///   .sink { _ in print("tick") }
  /// scheduler.advance(by: 2)
  /// // tick
  /// // tick
  /// ```
  ///
  /// Tick n is due n intervals after the first one, even if earlier ticks were late: there is no drift.
  public final class Timer<S: Scheduler>: ConnectablePublisher {
    /// The time of a tick.
    public typealias Output = S.SchedulerTimeType
    /// The publisher does not fail.
    public typealias Failure = Never

    /// The time between two ticks; a day if the timer was created for one tick, with a delay.
    public let interval: S.SchedulerTimeType.Stride
    /// How late a tick may be; nil for the scheduler's minimum.
    public let tolerance: S.SchedulerTimeType.Stride?
    /// The scheduler that sends the ticks.
    public let scheduler: S
    /// Options for the scheduler.
    public let options: S.SchedulerOptions?

    private let core: TimerCore<S>

    /// Creates a timer that starts when it is connected.
    ///
    /// - Parameters:
    ///   - interval: The time between two ticks. Traps if it rounds to 0 ns or less.
    ///   - tolerance: How late a tick may be; nil for the scheduler's minimum.
    ///   - scheduler: The scheduler that sends the ticks.
    ///   - options: Options for the scheduler.
    ///   - delay: The time from the connection to the first tick; nil for one interval.
    ///   - count: The number of ticks after which the timer finishes; nil for no limit. Traps unless it is above zero.
    ///   - missedTicks: How to handle ticks that are late by an interval or more.
    public init(
      every interval: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, scheduler: S,
      options: S.SchedulerOptions? = nil, startingAfter delay: S.SchedulerTimeType.Stride? = nil, count: Int? = nil,
      missedTicks: MissedTicks = .skip, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
      line: UInt = #line, column: UInt = #column
    ) {
      let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
      guard interval.roundedNanoseconds > 0 else {
        place.trap("Publishers.Timer: the interval must be a nanosecond or more, but is \(interval)")
      }
      if let count, count <= 0 { place.trap("Publishers.Timer: the count must be above zero, but is \(count)") }
      self.interval = interval
      self.tolerance = tolerance
      self.scheduler = scheduler
      self.options = options
      core = TimerCore(
        scheduler: scheduler, interval: interval, tolerance: tolerance, options: options, delay: delay ?? interval,
        count: count, missedTicks: missedTicks, place: place)
    }

    /// Creates a timer that ticks once, `delay` after it is connected, and finishes.
    ///
    /// - Parameters:
    ///   - delay: The time from the connection to the tick.
    ///   - tolerance: How late the tick may be; nil for the scheduler's minimum.
    ///   - scheduler: The scheduler that sends the tick.
    ///   - options: Options for the scheduler.
    public convenience init(
      after delay: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, scheduler: S,
      options: S.SchedulerOptions? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
      line: UInt = #line, column: UInt = #column
    ) {
      self.init(
        every: .seconds(86_400), tolerance: tolerance, scheduler: scheduler, options: options, startingAfter: delay,
        count: 1, fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// Attaches a subscriber, which receives ticks while the timer is connected.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Never {
      core.add(subscriber)
    }

    /// Starts the ticks, unless the timer is connected already.
    ///
    /// On an immediate scheduler, the timer ticks once.
    ///
    /// - Returns: The connection. Cancel it to stop the ticks, also if another call connected first. Subscribers stay
    ///   for the next connection.
    public func connect() -> any Cancellable { core.connect() }
  }
}

extension Scheduler {
  /// Returns a publisher of this scheduler's current time every `interval`, see `Publishers.Timer`.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks. Traps if it rounds to 0 ns or less.
  ///   - tolerance: How late a tick may be; nil for the scheduler's minimum.
  ///   - options: Options for the scheduler.
  ///   - delay: The time from the connection to the first tick; nil for one interval.
  ///   - count: The number of ticks after which the timer finishes; nil for no limit. Traps unless it is above zero.
  ///   - missedTicks: How to handle ticks that are late by an interval or more.
  public func timerPublisher(
    every interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride? = nil,
    options: SchedulerOptions? = nil, startingAfter delay: SchedulerTimeType.Stride? = nil, count: Int? = nil,
    missedTicks: MissedTicks = .skip, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Publishers.Timer<Self> {
    Publishers.Timer(
      every: interval, tolerance: tolerance, scheduler: self, options: options, startingAfter: delay, count: count,
      missedTicks: missedTicks, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
