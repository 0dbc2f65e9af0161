import Dispatch
import Streams

/// The pending work of a clock.
final class ClockCore<C: Clock>: Sendable where C.Duration == Duration {
  let clock: C
  /// The clock, if it is a timeline. Nothing is pending here then.
  let timeline: Timeline?
  private let beginning: C.Instant
  private let queue: DispatchQueue
  private let state = Locked(State())

  /// Scheduled work, with the tickets of its next run. Cancelling it ends the alarm, if no other work is pending.
  ///
  /// Sendable because the tickets are accessed only under the core's lock.
  final class Work: Cancellable, @unchecked Sendable {
    fileprivate let core: ClockCore
    fileprivate let interval: Int64?
    fileprivate let tolerance: Int64
    fileprivate var isOver = false
    fileprivate var ticket: PendingQueue.Ticket?
    fileprivate var deadlineTicket: PendingQueue.Ticket?

    fileprivate init(_ core: ClockCore, interval: Int64?, tolerance: Int64) {
      self.core = core
      self.interval = interval
      self.tolerance = max(0, tolerance)
    }

    func cancel() { core.cancel(self) }
  }

  private struct State: ~Copyable {
    var actions = PendingQueue()
    /// The latest times at which they may run, as empty actions.
    var deadlines = PendingQueue()
    /// The task that sleeps until work is due, and the latest time at which it may wake. It retains the core.
    var alarm: (due: Int64, latestWake: Int64, task: Task<Void, Never>)?
    /// Whether work is running on the queue. The next alarm is then set afterwards.
    var isFollowing = false
  }

  init(_ clock: C, queue: DispatchQueue) {
    self.clock = clock
    timeline = AnyClock(clock).base as? Timeline
    self.queue = queue
    beginning = clock.now
  }

  /// The number of nanoseconds since the beginning.
  var elapsed: Int64 { nanoseconds(at: clock.now) }

  func nanoseconds(at instant: C.Instant) -> Int64 { beginning.duration(to: instant).wholeNanoseconds }

  /// Schedules `action`. If it repeats, each time is counted from `due`, so that errors do not accumulate.
  func schedule(at due: Int64, every interval: Int64? = nil, tolerance: Int64, _ action: @escaping () -> Void) -> Work {
    let work = Work(self, interval: interval, tolerance: tolerance)
    add(work, due: due, action)
    return work
  }

  /// Schedules the next run, unless the work is cancelled.
  private func add(_ work: Work, due: Int64, _ action: @escaping () -> Void) {
    state.withLock { state in
      guard !work.isOver else { return }
      work.deadlineTicket = state.deadlines.add(due: due.addingClamped(work.tolerance), note: .none) {}
      work.ticket = state.actions.add(due: due, note: .none) { self.run(work, due: due, action) }
    }
    wake()
  }

  private func run(_ work: Work, due: Int64, _ action: @escaping () -> Void) {
    state.withLock { state in _ = work.deadlineTicket.flatMap { state.deadlines.cancel($0) } }
    guard let interval = work.interval else { return action() }
    let (next, overflow) = lastTick(from: due, every: interval).addingReportingOverflow(interval)
    action()
    if !overflow { add(work, due: lastTick(from: next, every: interval), action) }
  }

  /// Returns the latest time that has passed, in steps of the interval from `due`, or `due` if that has not.
  private func lastTick(from due: Int64, every interval: Int64) -> Int64 {
    due + max(0, elapsed - due) / interval * interval
  }

  private func cancel(_ work: Work) {
    let (old, action) = state.withLock { state -> (Task<Void, Never>?, PendingQueue.Action?) in
      work.isOver = true
      _ = work.deadlineTicket.flatMap { state.deadlines.cancel($0) }
      let action = work.ticket.flatMap { state.actions.cancel($0) }
      guard state.actions.count == 0 else { return (nil, action) }
      return (exchange(&state.alarm, with: nil)?.task, action)
    }
    old?.cancel()
    _ = action
  }

  /// Makes the queue run the work that is due first, unless an alarm does.
  private func wake() {
    let now = elapsed
    let (isDue, old) = state.withLock { state -> (Bool, Task<Void, Never>?) in
      guard !state.isFollowing, let due = state.actions.first?.due, let deadline = state.deadlines.first else {
        return (false, nil)
      }
      if due <= now { return (true, nil) }
      let latestWake = max(due, deadline.due)
      if let alarm = state.alarm, alarm.due <= due, alarm.latestWake <= latestWake { return (false, nil) }
      let task = sleep(until: due, tolerance: latestWake - due)
      return (false, exchange(&state.alarm, with: (due, latestWake, task))?.task)
    }
    if isDue { queue.async { self.follow() } }
    old?.cancel()
  }

  private func sleep(until due: Int64, tolerance: Int64) -> Task<Void, Never> {
    Task.detached(priority: .high) { [self] in
      // Here, because the lock is held where the task is created, and the clock may be user code.
      let deadline = beginning.advanced(by: .nanoseconds(due))
      do { try await clock.sleep(until: deadline, tolerance: .nanoseconds(tolerance)) } catch {
        if !Task.isCancelled { noteFailure(error, until: due) }
        return
      }
      queue.async { self.follow(after: due) }
    }
  }

  /// Reports that the clock cannot sleep. It tries again when more work is scheduled, and not at once: it could fail
  /// forever.
  private func noteFailure(_ error: any Error, until due: Int64) {
    state.withLock { if $0.alarm?.due == due { $0.alarm = nil } }
    let instant = beginning.advanced(by: .nanoseconds(due))
    reportFailedSleep(
      error, "ClockScheduler: \(C.self)", "The work due at \(instant) stays pending until more work is scheduled.")
  }

  /// Runs due work. Called on the queue only.
  ///
  /// - Parameter alarmed: The time of the calling alarm, because a clock may end its sleep slightly too early.
  private func follow(after alarmed: Int64 = .min) {
    let now = elapsed
    state.withLock { state in
      state.isFollowing = true
      if let due = state.alarm?.due, due <= max(now, alarmed) { state.alarm = nil }
    }
    while let action = takeDue(by: now) { action.run() }
    wake()
  }

  /// Removes and returns the next action that is due at `now`. Otherwise, the run of due work is over.
  private func takeDue(by now: Int64) -> PendingQueue.Action? {
    state.withLock { state in
      if let first = state.actions.first, first.due <= now { return state.actions.takeFirst() }
      state.isFollowing = false
      return nil
    }
  }
}

/// Reports that a clock's sleep has thrown, although its task is not cancelled.
func reportFailedSleep(_ error: any Error, _ clock: String, _ consequence: String) {
  reportIssue("\(clock) threw \(error) from a sleep that was not cancelled. \(consequence)", at: nil)
}
