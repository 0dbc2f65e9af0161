import Dispatch
import Streams

/// A scheduler in the time of a Swift `Clock`, for publishers and tasks that share one clock.
///
/// ```swift
/// let scheduler = ContinuousClock().scheduler()
/// let start = scheduler.now
/// try await scheduler.sleep(for: .milliseconds(10))
/// print(start.distance(to: scheduler.now) >= .milliseconds(10))
/// // true
/// ```
///
/// Actions run one at a time, on a dispatch queue. Actions of one instant run in scheduling order. A real clock is not
/// exact: an action runs at its time or later.
///
/// `ContinuousClock` advances while the machine sleeps, `SuspendingClock` does not. Neither follows changes of the
/// date.
///
/// The scheduler of a ``Timeline``, also behind ``AnyClock``, is a view onto it: actions run when the timeline is
/// advanced, on the advancing thread.
public struct ClockScheduler<C: Clock>: Scheduler, Sendable where C.Duration == Duration {
  /// The scheduler has no options.
  public typealias SchedulerOptions = Never

  /// The clock of the scheduler.
  public var clock: C { core.clock }

  /// Whether the clock is one of the system. The operators of Streams ask.
  public let _isRealTime: Bool

  private let core: ClockCore<C>

  /// Creates a scheduler in the time of `clock`.
  ///
  /// - Parameters:
  ///   - clock: The clock. The scheduler waits with its `sleep(until:)`.
  ///   - queue: The serial queue that runs the actions; nil for a new one. Not used if the clock is a ``Timeline``.
  public init(_ clock: C, queue: DispatchQueue? = nil) {
    core = ClockCore(clock, queue: queue ?? DispatchQueue(label: "ClockScheduler"))
    let base = AnyClock(clock).base
    _isRealTime = base is ContinuousClock || base is SuspendingClock
  }

  /// The current time of the clock.
  public var now: SchedulerTimeType { SchedulerTimeType(clock.now) }

  /// The resolution of the clock.
  public var minimumTolerance: SchedulerTimeType.Stride {
    SchedulerTimeType.Stride(nanoseconds: clock.minimumResolution.wholeNanoseconds)
  }

  /// Runs `action` on the queue as soon as possible.
  public func schedule(options _: SchedulerOptions?, _ action: @escaping () -> Void) {
    _ = scheduleOnce(at: nil, tolerance: .zero, action)
  }

  /// Runs `action` on the queue once, at `date` or up to `tolerance` later.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options _: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    _ = scheduleOnce(at: date, tolerance: tolerance, action)
  }

  /// Runs `action` once, at a date, or as soon as possible if that is nil. Returns what removes it.
  func scheduleOnce(
    at date: SchedulerTimeType?, tolerance: SchedulerTimeType.Stride, _ action: @escaping () -> Void
  ) -> any Cancellable {
    if let view { return view.schedule(at: date, action) }
    let due = date.map { core.nanoseconds(at: $0.instant) } ?? core.elapsed
    return core.schedule(at: due, tolerance: tolerance.nanoseconds, action)
  }

  /// Runs `action` on the queue at `date` and then every `interval`, without drift, until the returned value is
  /// cancelled or released. Ticks missed while the queue was busy are combined into one. Traps if `interval` is not
  /// above zero; a ``Timeline`` reports an issue instead, and runs each missed tick.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options _: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    if let view {
      return AnyCancellable(view.schedule(at: date, record: Record(interval: interval.nanoseconds), action))
    }
    guard interval > .zero else { fatalError("ClockScheduler: the interval must be above zero, but is \(interval)") }
    // Clamped, so that the steps since then can be counted.
    let first = max(core.nanoseconds(at: date.instant), .min / 2)
    return AnyCancellable(
      core.schedule(at: first, every: interval.nanoseconds, tolerance: tolerance.nanoseconds, action))
  }
}

extension ClockScheduler: OnTimeline {
  var view: TimelineView<SchedulerTimeType>? {
    core.timeline.map { timeline in
      TimelineView(timeline: timeline) { AnyClock.Instant($0.instant).unwrapped(as: Timeline.Instant.self).nanoseconds }
    }
  }
}

extension ClockScheduler {
  /// A point in a clock's time.
  public struct SchedulerTimeType: Strideable, Hashable, Sendable, CustomStringConvertible {
    /// A length of time in whole nanoseconds. A literal is a number of seconds.
    public typealias Stride = VirtualInstant.Stride

    /// The clock's instant.
    public let instant: C.Instant

    /// Creates the point in time of `instant`.
    public init(_ instant: C.Instant) { self.instant = instant }

    /// Returns the time until `other`, which is negative if `other` is earlier.
    public func distance(to other: Self) -> Stride {
      Stride(nanoseconds: instant.duration(to: other.instant).wholeNanoseconds)
    }

    /// Returns the point in time `stride` later.
    public func advanced(by stride: Stride) -> Self {
      Self(instant.advanced(by: .nanoseconds(stride.nanoseconds)))
    }

    /// Whether `a` is earlier than `b`.
    public static func < (a: Self, b: Self) -> Bool { a.instant < b.instant }

    /// The clock's description of the instant.
    public var description: String { "\(instant)" }
  }

  /// Returns a test scheduler that can replace a scheduler of this clock.
  ///
  /// - Parameters:
  ///   - now: The scheduler's time at the beginning of the timeline.
  ///   - timeline: The virtual time.
  public static func test(
    now: C.Instant, on timeline: Timeline = .current ?? Timeline("ClockScheduler.test")
  ) -> TestSchedulerOf<ClockScheduler> {
    TestScheduler(now: SchedulerTimeType(now), on: timeline)
  }
}

extension Clock where Duration == Swift.Duration {
  /// Returns a scheduler in this clock's time, see ``ClockScheduler``.
  ///
  /// - Parameter queue: The serial queue that runs the actions; nil for a new one.
  public func scheduler(queue: DispatchQueue? = nil) -> ClockScheduler<Self> { ClockScheduler(self, queue: queue) }
}
