import Testing

@testable import Schedulers

/// The timeline without threads and without a lock: what each event returns.
@Suite struct TimelineStateTests {
  private static func isOver(_ effect: Effect) -> Bool { if case .over = effect { true } else { false } }

  /// Drives by hand. Returns how many actions have run.
  private func drive(_ state: inout TimelineState, _ goal: Drive.Goal) -> Int {
    var drive = Drive(goal)
    _ = state.begin(&drive, by: .current)
    var runs = 0
    while true {
      switch state.next(&drive) {
      case .run(let action):
        action.run()
        runs += 1
      case .over: return runs
      case .job, .release, .resume: break
      }
    }
  }

  @Test func anActionIsReturnedAtItsTimeAndRunByTheCaller() {
    var state = TimelineState()
    var ran = 0
    _ = state.schedule(due: 5, note: .none) { ran += 1 }
    var drive = Drive(.by(10))
    let isFirst = state.begin(&drive, by: .current)
    let effect = state.next(&drive)
    let (now, pending, whileDriven) = (state.time, state.queue.count, state.driver == .current)
    #expect(isFirst)
    #expect((now, pending) == (5, 0))
    #expect(whileDriven)
    #expect(ran == 0)
    if case .run(let action) = effect { action.run() }
    #expect(ran == 1)
    let last = state.next(&drive)
    let (end, driver) = (state.time, state.driver)
    #expect(Self.isOver(last))
    #expect(end == 10)
    #expect(driver == nil)
    #expect(drive.distance == 10)
  }

  @Test func aTimerIsDueAgainBeforeItRuns() {
    var state = TimelineState()
    _ = state.schedule(due: 1, Record(interval: 2)) {}
    var drive = Drive(.to(1))
    _ = state.begin(&drive, by: .current)
    _ = state.next(&drive)
    let next = state.queue.first?.due
    #expect(next == 3)
    let runs = state.record(of: state.queue.first!).runs
    #expect(runs == 1)
  }

  @Test func aTimerWithoutAnIntervalIsReleasedAndReported() {
    var state = TimelineState(name: "state")
    _ = state.schedule(due: 0, Record(interval: 0)) {}
    var drive = Drive(.by(1))
    _ = state.begin(&drive, by: .current)
    let (first, second) = (state.next(&drive), state.next(&drive))
    if case .run = first {} else { Issue.record("It runs once.") }
    if case .release = second {} else { Issue.record("It is not run again.") }
    let last = state.next(&drive)
    if case .over(let hasReports, _) = last { #expect(hasReports) }
    let text = state.reports.first?.text
    #expect(text?.hasPrefix("state: a timer of 0.0 seconds, due at 0.0 seconds repeats every") == true)
  }

  @Test func onlyOneThreadDrives() {
    var state = TimelineState()
    var (outer, inner) = (Drive(.by(1)), Drive(.by(1)))
    let before = state.canBeDriven(by: .current)
    _ = state.begin(&outer, by: .current)
    let byThis = state.canBeDriven(by: .current)
    #expect(before && byThis)
    // An advance within an action adds up.
    let isFirst = state.begin(&inner, by: .current)
    let end = state.next(&inner)
    let (nested, driver) = (state.time, state.driver)
    #expect(!isFirst)
    #expect(Self.isOver(end))
    #expect(nested == 1)
    #expect(driver == .current)
    let last = state.next(&outer)
    let free = state.driver == nil
    #expect(Self.isOver(last))
    #expect(free)
  }

  @Test func whatIsCancelledIsReturnedOnce() {
    var state = TimelineState()
    let ticket = state.schedule(due: 1, Record(kind: .background, name: "a")) {}
    let foreground = state.foregroundCount
    let (first, second) = (state.cancel(ticket), state.cancel(ticket))
    let background = state.backgroundCount
    #expect(foreground == 0)
    #expect(first != nil)
    #expect(second == nil)
    #expect(background == 0)
  }

  @Test func aRequestIsServedWhenTheGoalIsReached() {
    var state = TimelineState()
    var served = 0
    _ = state.schedule(due: 3, note: .none) {}
    state.jobs.add(Request(drive: Drive(.by(2))) { _ in })
    var drive = Drive(.to(1))
    _ = state.begin(&drive, by: .current)
    let first = state.next(&drive)
    if case .run = first { served = 1 }
    let second = state.next(&drive)
    if case .resume = second { served += 1 }
    let last = state.next(&drive)
    let time = state.time
    #expect(served == 2)
    #expect(Self.isOver(last))
    #expect(time == 3)
  }

  @Test func tooMuchAtOneInstantEndsTheDrive() {
    var state = TimelineState(name: "state")
    state.setLimit(10)
    for _ in 0..<5 { _ = state.schedule(due: 0, Record(interval: 1)) {} }
    _ = state.schedule(due: 0, note: .none) {}
    let runs = drive(&state, .to(4))
    #expect(runs == 26)
    var drive = Drive(.by(1))
    _ = state.begin(&drive, by: .current)
    var (steps, effect) = (0, state.next(&drive))
    while case .run = effect {
      steps += 1
      _ = state.schedule(due: 0, note: .none) {}
      effect = state.next(&drive)
    }
    // The limit, and one more for each that was pending at each instant.
    #expect(drive.stoodStill)
    #expect(steps > 10)
    let (time, reports) = (state.time, state.reports.map(\.text))
    #expect(time == 5)
    #expect(reports.first?.contains("state stands still at 5e-09 seconds: 10 actions and jobs") == true)
  }

  @Test func seededChoicesAreReturnedInTheSameOrder() {
    func order(_ seed: UInt64) -> [Int] {
      var state = TimelineState(order: .seeded(seed))
      var seen: [Int] = []
      for index in 0..<20 { _ = state.schedule(due: 1, note: .none) { seen.append(index) } }
      _ = drive(&state, .to(1))
      return seen
    }
    #expect(order(1) == order(1))
    #expect(order(1) != order(2))
    #expect(order(1).sorted() == Array(0..<20))
  }
}
