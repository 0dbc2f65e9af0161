import Dispatch

/// The pending work of a clock, on a timeline that follows the clock.
final class ClockCore<C: Clock>: Sendable where C.Duration == Duration {
  let clock: C
  /// The clock, if it is a timeline. Nothing is pending here then.
  let timeline: Timeline?
  private let beginning: C.Instant
  private let waiting = Timeline("clock", isRealTime: true)
  private let queue: DispatchQueue
  private let alarm = Locked<Alarm?>(nil)

  /// A task that sleeps until work is due. It retains the core.
  private struct Alarm {
    let due: Int64
    /// The latest time at which it may wake.
    let latest: Int64
    let task: Task<Void, Never>
  }

  init(_ clock: C, queue: DispatchQueue) {
    self.clock = clock
    timeline = clock as? Timeline
    self.queue = queue
    beginning = clock.now
  }

  /// The number of nanoseconds since the beginning.
  var elapsed: Int64 { nanoseconds(at: clock.now) }

  func nanoseconds(at instant: C.Instant) -> Int64 { beginning.duration(to: instant).wholeNanoseconds }

  @discardableResult
  func schedule(at due: Int64, tolerance: Int64, _ action: @escaping () -> Void) -> Timeline.Token {
    let token = waiting.schedule(at: Timeline.Instant(nanoseconds: due), action)
    wake(at: due, tolerance: tolerance)
    return token
  }

  /// Cancels the work, and the alarm if no other work is pending.
  func cancel(_ token: Timeline.Token) {
    token.cancel()
    let old = alarm.withLock { alarm -> Alarm? in
      guard waiting.pendingCount == 0 else { return nil }
      defer { alarm = nil }
      return alarm
    }
    old?.task.cancel()
  }

  /// Makes the queue advance the timeline at `due`.
  private func wake(at due: Int64, tolerance: Int64 = 0) {
    guard due > elapsed else { return queue.async { self.follow() } }
    let latest = due.addingClamped(max(0, tolerance))
    let old = alarm.withLock { alarm -> Alarm? in
      // The work may have been cancelled meanwhile.
      if waiting.pendingCount == 0 { return nil }
      if let alarm, alarm.due <= due, alarm.latest <= latest { return nil }
      let (first, last) = (min(due, alarm?.due ?? due), min(latest, alarm?.latest ?? latest))
      defer { alarm = Alarm(due: first, latest: last, task: sleep(until: first, tolerance: last - first)) }
      return alarm
    }
    old?.task.cancel()
  }

  private func sleep(until due: Int64, tolerance: Int64) -> Task<Void, Never> {
    let deadline = beginning.advanced(by: .nanoseconds(due))
    return Task.detached(priority: .high) { [self] in
      do { try await clock.sleep(until: deadline, tolerance: .nanoseconds(tolerance)) } catch { return }
      queue.async { self.follow(after: due) }
    }
  }

  /// Runs due work. Called on the queue only.
  ///
  /// - Parameter alarmed: The time of the calling alarm, because a clock may end its sleep slightly too early.
  private func follow(after alarmed: Int64 = .min) {
    let now = elapsed
    alarm.withLock { if let due = $0?.due, due <= max(now, alarmed) { $0 = nil } }
    waiting.advance(to: Timeline.Instant(nanoseconds: now))
    if let next = waiting.nextDue { wake(at: next.nanoseconds) }
  }
}

/// A repeating action. Each time is counted from the first one, so that errors do not accumulate.
///
/// Sendable because a lock guards its state, and the action runs on the core's queue only.
final class ClockRepetition<C: Clock>: @unchecked Sendable where C.Duration == Duration {
  private let core: ClockCore<C>
  private let interval: Int64
  private let tolerance: Int64
  private let state: Locked<State>

  private struct State {
    var action: (() -> Void)?
    /// The next scheduled run.
    var next: (due: Int64, token: Timeline.Token)?
  }

  init(_ core: ClockCore<C>, interval: Int64, tolerance: Int64, action: @escaping () -> Void) {
    self.core = core
    self.interval = interval
    self.tolerance = tolerance
    state = Locked(State(action: action))
  }

  /// Schedules the action for `due`, which is later than all previous times.
  func start(at due: Int64) {
    let token = core.schedule(at: due, tolerance: tolerance) { self.run(due) }
    let isOver = state.withLock { state -> Bool in
      // The action may have run already, on the queue, and scheduled the next run.
      if state.action != nil, due >= state.next?.due ?? due { state.next = (due, token) }
      return state.action == nil
    }
    if isOver { core.cancel(token) }
  }

  private func run(_ due: Int64) {
    let latest = latest(from: due)
    state.withLock { $0.action }?()
    let (next, overflow) = latest.addingReportingOverflow(interval)
    guard !overflow, state.withLock({ $0.action != nil }) else { return }
    start(at: self.latest(from: next))
  }

  /// Returns the latest time that has passed, in steps of the interval from `due`, or `due` if that has not.
  private func latest(from due: Int64) -> Int64 { due + max(0, core.elapsed - due) / interval * interval }

  func cancel() {
    let old = state.withLock { state -> State in
      defer { state = State() }
      return state
    }
    if let next = old.next { core.cancel(next.token) }
  }
}
