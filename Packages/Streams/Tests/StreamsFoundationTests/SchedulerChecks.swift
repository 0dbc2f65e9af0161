import Streams
import Testing

// The checks for dispatch queues, operation queues and run loops. The suite of each calls them.

/// Three actions run one after the other, where `isHere` is true.
nonisolated(nonsending) func expectOrder<S: Scheduler>(on scheduler: S, isHere: @escaping () -> Bool) async {
  let (done, log) = AsyncStream.makeStream(of: (Int, Bool).self)
  for number in 1...3 { scheduler.schedule { log.yield((number, isHere())) } }
  var seen: [Int] = []
  for await (number, isHere) in done.prefix(3) {
    seen.append(number)
    #expect(isHere)
  }
  expectEqual(seen, [1, 2, 3])
}

/// An action for the past runs at once, and a later one not before its time. The clock of dates may be corrected
/// meanwhile, by `correction`.
nonisolated(nonsending) func expectActionsInTime<S: Scheduler>(
  on scheduler: S, tolerance: S.SchedulerTimeType.Stride, correction: S.SchedulerTimeType.Stride = .seconds(0)
) async {
  let due = scheduler.now.advanced(by: .milliseconds(30))
  let (done, log) = AsyncStream.makeStream(of: (String, Bool).self)
  scheduler.schedule(after: scheduler.now.advanced(by: .seconds(-10)), tolerance: tolerance) {
    log.yield(("first", true))
  }
  scheduler.schedule(after: due) {
    log.yield(("second", scheduler.now.advanced(by: correction) >= due))
  }
  var seen: [String] = []
  for await (name, isInTime) in done.prefix(2) {
    seen.append(name)
    #expect(isInTime)
  }
  expectEqual(seen, ["first", "second"])
}

/// No tick comes before its time, and the grid begins with the first one.
nonisolated(nonsending) func expectTicksOnGrid<S: Scheduler>(
  on scheduler: S, correction: S.SchedulerTimeType.Stride = .seconds(0)
) async {
  let (done, log) = AsyncStream.makeStream(of: Bool.self)
  let start = scheduler.now.advanced(by: .milliseconds(20))
  var due = start
  let repetition = scheduler.schedule(after: start, interval: .milliseconds(15), tolerance: .milliseconds(1)) {
    log.yield(scheduler.now.advanced(by: correction) >= due)
    due = due.advanced(by: .milliseconds(15))
  }
  for await isInTime in done.prefix(3) { #expect(isInTime) }
  repetition.cancel()
}

/// A repetition from a time before all others ticks.
nonisolated(nonsending) func expectTicks<S: Scheduler>(on scheduler: S, after start: S.SchedulerTimeType) async {
  let (done, log) = AsyncStream.makeStream(of: Void.self)
  let repetition = scheduler.schedule(after: start, interval: .milliseconds(1)) { log.yield() }
  for await _ in done.prefix(3) {}
  repetition.cancel()
}

/// A repetition that an action cancels on the scheduler does not tick.
nonisolated(nonsending) func expectNoTickAfterCancel<S: Scheduler>(
  on scheduler: S, interval: S.SchedulerTimeType.Stride
) async {
  let log = Log()
  let (done, end) = AsyncStream.makeStream(of: Void.self)
  scheduler.schedule {
    let repetition = scheduler.schedule(after: scheduler.now, interval: interval, tolerance: .seconds(0)) {
      log.add("tick")
    }
    repetition.cancel()
    scheduler.schedule(after: scheduler.now.advanced(by: .milliseconds(20))) { end.yield() }
  }
  for await _ in done.prefix(1) {}
  expectEqual(log.entries, [])
}

/// Actions are released when they have run, and that of a repetition with its result.
nonisolated(nonsending) func expectReleasedActions<S: Scheduler>(on scheduler: S) async {
  let (released, log) = AsyncStream.makeStream(of: Void.self)
  func token() -> Token { Token { log.yield() } }
  do {
    let (one, two, three) = (token(), token(), token())
    scheduler.schedule { _ = one }
    scheduler.schedule(after: scheduler.now) { _ = two }
    _ = scheduler.schedule(after: scheduler.now.advanced(by: .seconds(3600)), interval: .seconds(1)) { _ = three }
  }
  for await _ in released.prefix(3) {}
}
