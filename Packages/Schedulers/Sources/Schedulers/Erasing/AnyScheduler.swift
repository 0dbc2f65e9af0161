import Foundation
import Streams

// Sendable because its initialisers accept only Sendable closures. They are stored as non-Sendable ones, because
// Sendable closures could not capture arbitrary types of time.
/// A type-erased scheduler: its type names only the types of its time and options. Code that takes one need not be
/// generic.
///
/// ```swift
/// final class Search {
///   let scheduler: AnySchedulerOf<DispatchQueue>
///   init(scheduler: AnySchedulerOf<DispatchQueue> = .main) { self.scheduler = scheduler }
/// }
/// let live = Search()
/// let tested = Search(scheduler: .immediate)
/// ```
///
/// It is `Sendable`, so the erased scheduler must be, too.
public struct AnyScheduler<SchedulerTimeType: Strideable, SchedulerOptions>: Scheduler, @unchecked Sendable
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
  private let currentTime: () -> SchedulerTimeType
  private let smallestTolerance: () -> SchedulerTimeType.Stride
  private let soon: (SchedulerOptions?, @escaping () -> Void) -> Void
  private let later: (SchedulerTimeType, SchedulerTimeType.Stride, SchedulerOptions?, @escaping () -> Void) -> Void
  let view: TimelineView<SchedulerTimeType>?
  /// Whether actions run in real time, and are not wrapped.
  private let isRealTime: Bool
  private let again:
    (
      SchedulerTimeType, SchedulerTimeType.Stride, SchedulerTimeType.Stride, SchedulerOptions?, @escaping () -> Void
    ) -> any Cancellable

  /// Schedules an action of an operator of Streams; nil if it is made from closures, and on Apple's platforms.
  let once:
    (
      (
        SchedulerTimeType?, SchedulerTimeType.Stride?, SchedulerTimeType.Stride?, SchedulerOptions?,
        @escaping () -> Void, _ keep: (consuming any Cancellable) -> Void
      ) -> Void
    )?

  /// Creates a scheduler implemented by closures.
  ///
  /// - Parameters:
  ///   - minimumTolerance: Returns the smallest tolerance.
  ///   - now: Returns the current time.
  ///   - scheduleImmediately: Runs an action as soon as possible.
  ///   - delayed: Runs an action once, at a date, with a tolerance.
  ///   - interval: Runs an action at a date and then every interval, with a tolerance, until the returned value is
  ///     cancelled.
  public init(
    minimumTolerance: @escaping @Sendable () -> SchedulerTimeType.Stride,
    now: @escaping @Sendable () -> SchedulerTimeType,
    scheduleImmediately: @escaping @Sendable (SchedulerOptions?, @escaping () -> Void) -> Void,
    delayed:
      @escaping @Sendable (SchedulerTimeType, SchedulerTimeType.Stride, SchedulerOptions?, @escaping () -> Void)
      -> Void,
    interval:
      @escaping @Sendable (
        SchedulerTimeType, SchedulerTimeType.Stride, SchedulerTimeType.Stride, SchedulerOptions?, @escaping () -> Void
      ) -> any Cancellable
  ) {
    smallestTolerance = minimumTolerance
    currentTime = now
    soon = scheduleImmediately
    later = delayed
    again = interval
    (view, once) = (nil, nil)
    isRealTime = false
  }

  /// Creates a scheduler that erases the type of `scheduler`.
  public init<S: Scheduler & Sendable>(_ scheduler: S)
  where S.SchedulerTimeType == SchedulerTimeType, S.SchedulerOptions == SchedulerOptions {
    self.init(scheduler, transform: nil)
  }

  /// Creates a scheduler that wraps each action, and schedules the result on `scheduler`, which must be Sendable in effect.
  init<S: Scheduler>(_ scheduler: S, transform: ActionWrap?)
  where S.SchedulerTimeType == SchedulerTimeType, S.SchedulerOptions == SchedulerOptions {
    let wrap = transform ?? { $0 }
    smallestTolerance = { scheduler.minimumTolerance }
    currentTime = { scheduler.now }
    soon = { scheduler.schedule(options: $0, wrap($1)) }
    later = { scheduler.schedule(after: $0, tolerance: $1, options: $2, wrap($3)) }
    again = { scheduler.schedule(after: $0, interval: $1, tolerance: $2, options: $3, wrap($4)) }
    view = scheduler.timelineView?.wrapping(with: transform)
    // On Apple's platforms, nothing asks, and the schedulers of Combine would not answer.
    #if canImport(Darwin)
      (once, isRealTime) = (nil, false)
    #else
      once = { scheduler._schedule(once: $0, every: $1, tolerance: $2, options: $3, wrap($4), keep: $5) }
      isRealTime = scheduler._isRealTime && transform == nil
    #endif
  }

  /// Whether the erased scheduler runs in real time. The operators of Streams ask.
  public var _isRealTime: Bool { isRealTime }

  /// The current time of the erased scheduler.
  public var now: SchedulerTimeType { currentTime() }

  /// The smallest tolerance of the erased scheduler.
  public var minimumTolerance: SchedulerTimeType.Stride { smallestTolerance() }

  /// Runs `action` as soon as possible.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) { soon(options, action) }

  /// Runs `action` once, at `date` or up to `tolerance` later.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    later(date, tolerance, options, action)
  }

  /// Runs `action` at `date` and then every `interval`, until the returned value is cancelled.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    again(date, interval, tolerance, options, action)
  }
}

extension AnyScheduler: OnTimeline {}

/// A type-erased scheduler in the time of `Host`, for example `AnySchedulerOf<DispatchQueue>`.
public typealias AnySchedulerOf<Host: Scheduler> = AnyScheduler<Host.SchedulerTimeType, Host.SchedulerOptions>

extension Scheduler where Self: Sendable {
  /// Erases the type of this scheduler.
  public func eraseToAnyScheduler() -> AnyScheduler<SchedulerTimeType, SchedulerOptions> { AnyScheduler(self) }
}
