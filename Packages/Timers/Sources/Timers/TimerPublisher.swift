import Streams

extension Publishers {
  /// Publishes a scheduler's current time repeatedly, on any scheduler.
  ///
  /// It ticks while it is connected. Every subscriber has its own demand, and misses the ticks that it has not
  /// requested. Subscribers come and go without affecting each other, and receive a tick in the order of their
  /// subscriptions. A cancelled connection can be connected again, and restarts. After `count` ticks a new subscriber
  /// gets the completion immediately, as with `share()`, until that connection is cancelled or it is connected again.
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
  /// Tick n is due n intervals after the first, however late those before it were: there is no drift.
  public final class Timer<S: Scheduler>: ConnectablePublisher {
    /// A time of the scheduler.
    public typealias Output = S.SchedulerTimeType
    /// It does not fail.
    public typealias Failure = Never

    /// The time from one tick to the next.
    public let interval: S.SchedulerTimeType.Stride
    /// How late a tick may be; nil for the scheduler's minimum.
    public let tolerance: S.SchedulerTimeType.Stride?
    /// Where and when the ticks are sent.
    public let scheduler: S
    /// Options for the scheduler.
    public let options: S.SchedulerOptions?

    private let core: TimerCore<S>

    /// A timer that begins when it is connected.
    ///
    /// - Parameters:
    ///   - interval: The time from one tick to the next. Traps unless it is a nanosecond or more.
    ///   - tolerance: How late a tick may be; nil for the scheduler's minimum.
    ///   - scheduler: Where and when the ticks are sent.
    ///   - options: Options for the scheduler.
    ///   - delay: The time from the connection to the first tick; nil for one interval.
    ///   - count: After how many ticks it finishes; nil for never. Traps unless it is above zero.
    ///   - missedTicks: How to handle ticks that are late by more than an interval.
    public init(
      every interval: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, scheduler: S,
      options: S.SchedulerOptions? = nil, startingAfter delay: S.SchedulerTimeType.Stride? = nil, count: Int? = nil,
      missedTicks: MissedTicks = .skip, fileID: StaticString = #fileID, line: UInt = #line
    ) {
      guard interval.roundedNanoseconds > 0 else {
        fatalError("Publishers.Timer: the interval must be a nanosecond or more, but is \(interval)")
      }
      if let count, count <= 0 { fatalError("Publishers.Timer: the count must be above zero, but is \(count)") }
      self.interval = interval
      self.tolerance = tolerance
      self.scheduler = scheduler
      self.options = options
      core = TimerCore(
        scheduler: scheduler, interval: interval, tolerance: tolerance, options: options, delay: delay ?? interval,
        count: count, missedTicks: missedTicks, place: (fileID, line))
    }

    /// A timer that ticks once, `delay` after it is connected, and finishes.
    ///
    /// - Parameters:
    ///   - delay: The time from the connection to the tick.
    ///   - tolerance: How late it may be; nil for the scheduler's minimum.
    ///   - scheduler: Where and when the tick is sent.
    ///   - options: Options for the scheduler.
    public convenience init(
      after delay: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, scheduler: S,
      options: S.SchedulerOptions? = nil, fileID: StaticString = #fileID, line: UInt = #line
    ) {
      self.init(
        every: .seconds(86_400), tolerance: tolerance, scheduler: scheduler, options: options, startingAfter: delay,
        count: 1, fileID: fileID, line: line)
    }

    /// Attaches the subscriber; it gets ticks while the timer is connected.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Never {
      core.add(subscriber)
    }

    /// Starts the ticks, unless they are coming already.
    ///
    /// A scheduler that runs everything immediately, such as an immediate one, ticks once.
    ///
    /// - Returns: Cancel it to stop them, also if another call connected first. Subscribers stay for the next
    ///   connection.
    public func connect() -> any Cancellable { core.connect() }
  }
}

extension Scheduler {
  /// A publisher of this scheduler's current time every `interval`, see `Publishers.Timer`.
  ///
  /// - Parameters:
  ///   - interval: The time from one tick to the next. Traps unless it is a nanosecond or more.
  ///   - tolerance: How late a tick may be; nil for the scheduler's minimum.
  ///   - options: Options for the scheduler.
  ///   - delay: The time from the connection to the first tick; nil for one interval.
  ///   - count: After how many ticks it finishes; nil for never. Traps unless it is above zero.
  ///   - missedTicks: How to handle ticks that are late by more than an interval.
  public func timerPublisher(
    every interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride? = nil,
    options: SchedulerOptions? = nil, startingAfter delay: SchedulerTimeType.Stride? = nil, count: Int? = nil,
    missedTicks: MissedTicks = .skip, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.Timer<Self> {
    Publishers.Timer(
      every: interval, tolerance: tolerance, scheduler: self, options: options, startingAfter: delay, count: count,
      missedTicks: missedTicks, fileID: fileID, line: line)
  }
}
