import Dispatch

/// The pending work of a clock, on a timeline that follows the clock.
final class ClockCore<C: Clock>: Sendable where C.Duration == Duration {
  let clock: C
  /// The clock, if it is a timeline. Nothing is pending here then.
  let timeline: Timeline?
  private let beginning: C.Instant
  private let waiting = Timeline("clock", isRealTime: true)
  private let queue: DispatchQueue
  private let alarms = Locked(Alarms())

  /// Scheduled work: its action, and its latest time.
  struct Work: Sendable {
    fileprivate let action: Timeline.Token
    fileprivate let latest: PendingQueue.Ticket
  }

  private struct Alarms: ~Copyable {
    /// The latest times at which pending work may run, as empty actions.
    var latest = PendingQueue()
    var next: Alarm?
    /// Whether work is running on the queue. The next alarm is then set afterwards.
    var isFollowing = false
  }

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
  func schedule(at due: Int64, tolerance: Int64, _ action: @escaping () -> Void) -> Work {
    let latest = alarms.withLock {
      $0.latest.add(due: due.addingClamped(max(0, tolerance)), note: .none) {}
    }
    let token = waiting.schedule(at: Timeline.Instant(nanoseconds: due)) {
      self.alarms.withLock { _ = $0.latest.cancel(latest) }
      action()
    }
    wake()
    return Work(action: token, latest: latest)
  }

  /// Cancels the work, and the alarm if no other work is pending.
  func cancel(_ work: Work) {
    work.action.cancel()
    let old = alarms.withLock { alarms -> Alarm? in
      _ = alarms.latest.cancel(work.latest)
      guard alarms.latest.count == 0 else { return nil }
      defer { alarms.next = nil }
      return alarms.next
    }
    old?.task.cancel()
  }

  /// Makes the queue run the work that is due first, unless an alarm does.
  private func wake() {
    let now = elapsed
    let (isDue, old) = alarms.withLock { alarms -> (Bool, Alarm?) in
      guard !alarms.isFollowing, let due = waiting.nextDue?.nanoseconds, let first = alarms.latest.first else {
        return (false, nil)
      }
      if due <= now { return (true, nil) }
      let latest = max(due, first.due)
      if let alarm = alarms.next, alarm.due <= due, alarm.latest <= latest { return (false, nil) }
      defer { alarms.next = Alarm(due: due, latest: latest, task: sleep(until: due, tolerance: latest - due)) }
      return (false, alarms.next)
    }
    if isDue { queue.async { self.follow() } }
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
    alarms.withLock { alarms in
      alarms.isFollowing = true
      if let due = alarms.next?.due, due <= max(now, alarmed) { alarms.next = nil }
    }
    waiting.advance(to: Timeline.Instant(nanoseconds: now))
    alarms.withLock { $0.isFollowing = false }
    wake()
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
    var next: (due: Int64, work: ClockCore<C>.Work)?
  }

  init(_ core: ClockCore<C>, interval: Int64, tolerance: Int64, action: @escaping () -> Void) {
    self.core = core
    self.interval = interval
    self.tolerance = tolerance
    state = Locked(State(action: action))
  }

  /// Schedules the action for `due`, which is later than all previous times.
  func start(at due: Int64) {
    let work = core.schedule(at: due, tolerance: tolerance) { self.run(due) }
    let isOver = state.withLock { state -> Bool in
      // The action may have run already, on the queue, and scheduled the next run.
      if state.action != nil, due >= state.next?.due ?? due { state.next = (due, work) }
      return state.action == nil
    }
    if isOver { core.cancel(work) }
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
    if let next = old.next { core.cancel(next.work) }
  }
}
