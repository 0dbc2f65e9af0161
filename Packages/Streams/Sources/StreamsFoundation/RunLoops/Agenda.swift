import Foundation
import StreamsCore
import StreamsDispatch

/// What is to be done in one mode of a run loop, in order of time and, at one time, of scheduling.
///
/// It is one agenda with a few timers that are used again and again, rather than a timer for each piece of work: away
/// from Apple's systems Foundation never frees a timer, and a loop's `perform` does not wake it. Every turn takes one
/// timer for itself and arms another for what comes next, so that an action that runs the loop again holds nothing up.
///
/// Sendable because `state` is reached only under its lock, and of the loop only what any thread may do is used.
final class Agenda: @unchecked Sendable {
  private struct State {
    var list = AgendaList()
    var clock = DateStep()
    /// The timer that has been set, and the time.
    var armed: (timer: Timer, date: Date)?
    /// Timers that are neither set nor at work.
    var idle: [Timer] = []
  }

  private let state = Locked(State())
  private weak var loop: RunLoop?
  private let mode: RunLoop.Mode

  init(_ loop: RunLoop, _ mode: RunLoop.Mode) {
    self.loop = loop
    self.mode = mode
  }

  /// Does `work` at `date`, or as soon as possible, at most `tolerance` seconds later; then, if there is an `interval`,
  /// every so many seconds. Repeats at most every tenth of a millisecond, as Foundation's timers do.
  @discardableResult
  func add(_ work: HandedOver, at date: Date?, every interval: TimeInterval?, tolerance: TimeInterval) -> AgendaItem {
    state.withLock { state in
      let now = currentDate(&state)
      let item = AgendaItem(work, at: date ?? now, every: interval.map { max($0, 0.0001) })
      state.list.add(item, tolerance: tolerance)
      arm(&state)
      return item
    }
  }

  /// Drops `item`; it is not begun again, and its work is let go.
  func remove(_ item: AgendaItem) {
    _ = state.withLock { $0.list.drop(item) }
  }

  /// Does what is due now, but not what is added meanwhile.
  private func turn(_ timer: Timer) {
    let (now, last) = state.withLock { state in
      if state.armed?.timer === timer { state.armed = nil }
      return (currentDate(&state), state.list.count)
    }
    while let (item, work) = next(dueBy: now, notAfter: last) {
      work()
      _ = state.withLock { state in
        defer { arm(&state) }
        return state.list.done(item, Date())
      }
    }
    state.withLock { state in
      state.idle.append(timer)
      arm(&state)
    }
  }

  private func next(dueBy now: Date, notAfter last: Int) -> (AgendaItem, HandedOver)? {
    state.withLock { state in
      defer { arm(&state) }
      return state.list.next(dueBy: now, notAfter: last)
    }
  }

  /// Sets a timer for the first item, unless one is set for that time or an earlier one.
  private func arm(_ state: inout State) {
    guard let first = state.list.first else { return }
    if let armed = state.armed, armed.date <= first.date { return }
    guard let timer = state.armed?.timer ?? state.idle.popLast() ?? makeTimer() else { return }
    timer.tolerance = state.list.tolerance
    timer.fireDate = first.date
    state.armed = (timer, first.date)
  }

  /// A timer that is far from firing; nil if the loop is deinitialised.
  private func makeTimer() -> Timer? {
    guard let loop else { return nil }
    let timer = Timer(fire: .distantFuture, interval: 1e9, repeats: true) { [weak self] timer in self?.turn(timer) }
    loop.add(timer, forMode: mode)
    return timer
  }

  /// The date. If the clock has been set, what is waiting is put off or on by as much, as it waits for time to pass.
  private func currentDate(_ state: inout State) -> Date {
    let now = Date()
    if let step = state.clock.step(at: now) { state.list.shift(by: step) }
    return now
  }
}
