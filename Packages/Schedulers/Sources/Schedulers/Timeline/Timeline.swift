import Dispatch

/// Virtual time: actions, sleeping tasks and timers wait here in one order, and nothing moves until you advance it.
///
/// A timeline is behind every ``TestScheduler`` and ``VirtualTimeScheduler``, is itself a Swift `Clock`, and can run
/// tasks, so that publishers, clocks and tasks share one time.
///
/// ```swift
/// let timeline = Timeline()
/// timeline.schedule(in: .seconds(2)) { print("two") }
/// timeline.schedule(in: .seconds(1)) { print("one") }
/// timeline.advance(by: .seconds(2))
/// // one
/// // two
/// ```
///
/// - Work due at the same instant runs in scheduling order. A repeating action keeps its first position.
/// - Scheduling and cancelling is possible from every thread at any time, also while time is being advanced.
/// - One thread at a time runs actions, and never under a lock.
/// - Time is kept in whole nanoseconds.
/// - Scheduling and running cost O(log n), cancelling O(1) on average; a cancelled action is released immediately.
/// - An action may run on another thread than the call that scheduled it, as with every Combine scheduler.
public final class Timeline: Sendable {
  /// The timeline's name in failure messages.
  public let name: String

  /// Everything that changes.
  let state: Locked<TimelineState>

  /// Whether it follows a real clock. Then no number of actions at an instant is too many.
  let isRealTime: Bool

  /// The task or thread that made it.
  let maker = ForgottenWork.Owner.current

  /// Other timelines, on which the bodies in `run(_:)` have scheduled work.
  let acquaintances = Locked<[Acquaintance]>([])

  let knownActorExecutor = Locked(KnownActorExecutor())
  let hostQueue = DispatchQueue(label: "Timeline.run")

  /// A timeline at its beginning.
  ///
  /// - Parameters:
  ///   - name: The name in failure messages.
  ///   - order: What runs first at one instant.
  public convenience init(_ name: String = "timeline", order: Order = .fifo) {
    self.init(name, order: order, isRealTime: false)
  }

  init(_ name: String, order: Order = .fifo, isRealTime: Bool) {
    self.name = name
    self.isRealTime = isRealTime
    var state = TimelineState(name: name, order: order)
    if isRealTime { state.followRealTime() }
    self.state = Locked(state)
    TimelineObserver.current?(self)
  }

  deinit { reportForgottenWork() }

  /// The current virtual time. Changes only when the timeline is advanced.
  public var now: Instant { Instant(nanoseconds: state.withLock { $0.time }) }
}

/// Called with each timeline created in its scope and in tasks started there, for test kits that check what a test
/// leaves behind.
@_spi(Reporting) public enum TimelineObserver {
  @TaskLocal public static var current: (@Sendable (Timeline) -> Void)?
}
