import Dispatch
import Foundation
import StreamsCore

/// The scheduled actions of one mode of a run loop, in order of their time and, at the same time, of their scheduling.
///
/// It reuses a few timers instead of creating one for each action: outside Apple's platforms, Foundation never frees a
/// timer, and a loop's `perform` does not wake the loop. Each turn uses one timer and arms another one for the next
/// action, so an action that runs the loop again delays nothing.
///
/// The main loop does not run in a program whose `main` is asynchronous, but the main queue is drained. So a timer of the
/// main queue also starts turns of its default and common modes. A running main loop drains that queue itself.
///
/// Sendable because `state` is accessed only under its lock, and only the thread-safe methods of the loop are used.
final class Agenda: @unchecked Sendable {
  private struct State {
    var list = AgendaList()
    /// The number of seconds from the uptime to the first date.
    let offset = Agenda.offset(at: Date())
    /// By how many seconds the system clock has been set forward since then. All dates here and in the list are as if it
    /// had not been, because work waits for time to pass.
    var lead: TimeInterval = 0
    /// The armed timer, and its date.
    var armed: (timer: Timer, date: Date)?
    /// Timers that are neither armed nor firing.
    var idle: [Timer] = []
    /// The date for which the timer of the main queue is armed.
    var queueDate: Date?
  }

  private let lock = Lock()
  /// Guarded by `lock`.
  private var state = State()
  private(set) weak var loop: RunLoop?
  /// Identifies the loop. After its deinit, another one may have it.
  let key: ObjectIdentifier
  let mode: RunLoop.Mode
  /// A timer of the main queue, for the main loop. Nil for other loops, and for other modes.
  private let queueTimer: (any DispatchSourceTimer)?

  init(_ loop: RunLoop, _ mode: RunLoop.Mode) {
    self.loop = loop
    key = ObjectIdentifier(loop)
    self.mode = mode
    guard loop === RunLoop.main, mode == .default || mode == .common else {
      queueTimer = nil
      return
    }
    let timer = DispatchSource.makeTimerSource(queue: .main)
    queueTimer = timer
    timer.setEventHandler { [weak self] in self?.turnOnMainQueue() }
    timer.schedule(deadline: .distantFuture)
    timer.activate()
  }

  /// Runs `work` at `date`, or as soon as possible if `date` is nil, up to `tolerance` seconds late. With an
  /// `interval`, repeats it after that many seconds, at most every tenth of a millisecond, like Foundation's timers.
  @inline(never) func add(
    _ work: @escaping () -> Void, at date: Date?, every interval: TimeInterval?, tolerance: TimeInterval
  ) -> AgendaItem {
    lock.withLock {
      let now = currentDate(&state)
      let due = date.map { $0 - state.lead } ?? now
      let item = AgendaItem(self, work, at: due, every: interval.map { max($0, 0.0001) })
      state.list.add(item, tolerance: tolerance)
      arm(&state)
      return item
    }
  }

  func remove(_ item: AgendaItem) {
    _ = lock.withLock { state.list.drop(item) }
  }

  /// Whether the action of `item` may still start.
  func contains(_ item: AgendaItem) -> Bool { lock.withLock { item.work != nil } }

  private func turn(_ timer: Timer) {
    lock.withLock { if state.armed?.timer === timer { state.armed = nil } }
    turn()
    lock.withLock {
      state.idle.append(timer)
      arm(&state)
    }
  }

  private func turnOnMainQueue() {
    lock.withLock { state.queueDate = nil }
    // If the loop runs in another mode, its own timer starts the turn later. A loop that drains the queue runs in a common
    // mode.
    if mode != .common, let current = loop?.currentMode, current != mode { return }
    turn()
    lock.withLock { arm(&state) }
  }

  /// Runs the due actions, except those added meanwhile.
  private func turn() {
    let (now, last) = lock.withLock { (currentDate(&state), state.list.count) }
    while let (item, work) = next(dueBy: now, notAfter: last) {
      work()
      _ = lock.withLock {
        defer { arm(&state) }
        return state.list.done(item, currentDate(&state))
      }
    }
  }

  private func next(dueBy now: Date, notAfter last: Int) -> (AgendaItem, () -> Void)? {
    lock.withLock {
      defer { arm(&state) }
      return state.list.next(dueBy: now, notAfter: last)
    }
  }

  /// Arms the timers for the first item, unless they are armed for that time or an earlier one.
  private func arm(_ state: inout State) {
    guard let first = state.list.first else { return }
    armQueueTimer(&state, first.date)
    if let armed = state.armed, armed.date <= first.date { return }
    guard let timer = state.armed?.timer ?? state.idle.popLast() ?? makeTimer() else { return }
    timer.tolerance = state.list.tolerance
    _ = currentDate(&state)
    timer.fireDate = first.date + state.lead
    state.armed = (timer, first.date)
  }

  private func armQueueTimer(_ state: inout State, _ date: Date) {
    guard let queueTimer else { return }
    if let armed = state.queueDate, armed <= date { return }
    state.queueDate = date
    let wait = DispatchQueue.SchedulerTimeType.Stride.seconds(max(date.timeIntervalSince(currentDate(&state)), 0))
    let tolerance = DispatchQueue.SchedulerTimeType.Stride.seconds(state.list.tolerance)
    queueTimer.schedule(
      deadline: DispatchQueue.SchedulerTimeType(.now()).advanced(by: wait).dispatchTime, leeway: tolerance.timeInterval)
  }

  /// Creates a timer that does not fire until it is armed. Returns nil if the loop is deinitialised. The caller keeps it
  /// alive, because the lock is held.
  private func makeTimer() -> Timer? {
    guard let loop else { return nil }
    let timer = Timer(fire: .distantFuture, interval: 1e9, repeats: true) { [weak self] timer in self?.turn(timer) }
    loop.add(timer, forMode: mode)
    return timer
  }

  /// Returns the current date, as if the system clock had not been set. Changes of at most half a second are ignored. Sleep
  /// of the machine counts as a change.
  private func currentDate(_ state: inout State) -> Date {
    let date = Date()
    let lead = Self.offset(at: date) - state.offset
    if abs(lead - state.lead) > 0.5 { state.lead = lead }
    return date - state.lead
  }

  private static func offset(at date: Date) -> TimeInterval {
    date.timeIntervalSinceReferenceDate - TimeInterval(DispatchTime.now().uptimeNanoseconds) / 1e9
  }
}
