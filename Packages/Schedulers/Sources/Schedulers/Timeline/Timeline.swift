import Foundation

/// Virtual time. Actions, sleeping tasks and timers wait here in one order. Time does not move until you advance it.
///
/// Every ``TestScheduler`` and ``VirtualTimeScheduler`` is a view onto a timeline. A timeline is also a Swift `Clock`,
/// and can run tasks, so that publishers, clocks and tasks share one time.
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
/// - Work due at the same instant runs in scheduling order, unless you choose another ``Order``. A repeating action
///   keeps its first position.
/// - Any thread can schedule and cancel at any time, also while time is being advanced.
/// - One thread at a time runs actions, never while holding a lock.
/// - The resolution is one nanosecond.
/// - Scheduling and running cost O(log n), cancelling O(1) on average, or O(n) with a ``log``. A cancelled action is
///   released immediately.
/// - An action may run on another thread than the call that scheduled it, as with every Combine scheduler.
public final class Timeline: Sendable {
  /// The timeline's name in failure messages.
  public let name: String

  /// The mutable state.
  let state: Locked<TimelineState>

  /// Creates a timeline at its beginning.
  ///
  /// - Parameters:
  ///   - name: The name in failure messages.
  ///   - order: The order of work at one instant.
  public init(_ name: String = "timeline", order: Order = .fifo) {
    self.name = name
    var state = TimelineState(name: name, order: order)
    if Self.logsFromTheStart { state.setLogging(true) }
    self.state = Locked(state)
    Self.current?.state.withLock { $0.hasCreatedTimelines = true }
    Self.observer?.watch(self)
  }

  /// Whether pages of failed tests are wanted, which show the log.
  private static let logsFromTheStart = !(ProcessInfo.processInfo.environment["STREAMS_FAILURE_PAGES"] ?? "").isEmpty

  /// The object in which a test kit stores what belongs to this timeline. The first call creates it, under a lock.
  @_spi(TestKit) public func companion(_ make: () -> any TimelineCompanion) -> any TimelineCompanion {
    state.withLock { state in
      let known = state.companion ?? make()
      state.companion = known
      return known
    }
  }

  /// Returns the text of an issue of this timeline with what the test kit adds.
  @_spi(TestKit) public func withPage(_ text: String, at place: SourcePlace?) -> String {
    text + (state.withLock { $0.companion }?.deliverPage(of: self, text, at: place) ?? "")
  }

  func report(_ text: String, at place: SourcePlace?) { reportIssue(withPage(text, at: place), at: place) }

  /// The current virtual time. Changes only when the timeline is advanced, or by ``skip(by:)`` and ``set(to:)``.
  public var now: Instant { Instant(nanoseconds: state.withLock { $0.time }) }

  /// Returns the time of an event that happens now, and a number larger than in every earlier call, which orders the
  /// recordings of several streams. Numbers have gaps.
  ///
  /// For an advance that waits for tasks, a call counts as activity.
  @_spi(TestKit) public func stamp() -> (time: Instant, order: UInt64) {
    state.withLock {
      $0.contacts &+= 1
      return (Instant(nanoseconds: $0.time), $0.contacts)
    }
  }
}

/// What a test kit stores with a timeline.
@_spi(TestKit) public protocol TimelineCompanion: AnyObject, Sendable {
  /// Delivers the page of an issue that the timeline reports. Returns what its text then ends with.
  func deliverPage(of timeline: Timeline, _ message: String, at place: SourcePlace?) -> String
}

/// Watches each timeline created in its scope and in tasks started there, for test kits that check for leftover work.
@_spi(TestKit) public protocol TimelineObserver: AnyObject, Sendable {
  func watch(_ timeline: Timeline)
}

@_spi(TestKit) extension Timeline {
  @TaskLocal public static var observer: (any TimelineObserver)?
}
