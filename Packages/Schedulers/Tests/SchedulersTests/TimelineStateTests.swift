import Testing

@_spi(TestKit) @testable import Schedulers

/// The timeline without threads and without a lock: what each event returns.
struct TimelineStateTests {
  private static func isOver(_ effect: Effect) -> Bool { if case .over = effect { true } else { false } }

  /// Drives by hand. Returns how many actions have run.
  private func drive(_ state: inout TimelineState, _ limit: Walk.Limit) -> Int {
    var walk = Walk(limit)
    state.startDriving(&walk, by: .current)
    var runs = 0
    while true {
      switch state.nextEffect(of: &walk) {
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
    var walk = Walk(.by(10))
    state.startDriving(&walk, by: .current)
    let effect = state.nextEffect(of: &walk)
    let (now, pending, whileDriven) = (state.time, state.queue.count, state.driver == .current)
    #expect((now, pending) == (5, 0))
    #expect(whileDriven)
    expectEqual(ran, 0)
    if case .run(let action) = effect { action.run() }
    expectEqual(ran, 1)
    let last = state.nextEffect(of: &walk)
    let (end, driver) = (state.time, state.driver)
    #expect(Self.isOver(last))
    expectEqual(end, 10)
    #expect(driver == nil)
  }

  @Test func aTimerIsDueAgainBeforeItRuns() {
    var state = TimelineState()
    _ = state.schedule(due: 1, Record(interval: 2)) {}
    var walk = Walk(.to(1))
    state.startDriving(&walk, by: .current)
    _ = state.nextEffect(of: &walk)
    let next = state.queue.first?.due
    expectEqual(next, 3)
    let runs = state.record(of: state.queue.first!).runs
    expectEqual(runs, 1)
  }

  @Test func aTimerWithoutAnIntervalIsReleasedAndReported() {
    var state = TimelineState(name: "state")
    _ = state.schedule(due: 0, Record(interval: 0)) {}
    var walk = Walk(.by(1))
    state.startDriving(&walk, by: .current)
    let (first, second) = (state.nextEffect(of: &walk), state.nextEffect(of: &walk))
    if case .run = first {} else { Issue.record("It runs once.") }
    if case .release = second {} else { Issue.record("It is not run again.") }
    let last = state.nextEffect(of: &walk)
    if case .over(let hasReports, _, _) = last { #expect(hasReports) }
    let text = state.reports.first?.text
    expectEqual(text?.hasPrefix("state: a timer of 0.0 seconds, due at 0.0 seconds repeats every"), true)
  }

  @Test func onlyOneThreadDrives() {
    var state = TimelineState()
    var (outer, inner) = (Walk(.by(1)), Walk(.by(1)))
    let before = state.driver == nil
    state.startDriving(&outer, by: .current)
    let byThis = state.driver == .current
    #expect(before && byThis)
    // An advance within an action adds up.
    state.startDriving(&inner, by: .current)
    let end = state.nextEffect(of: &inner)
    let (nested, driver) = (state.time, state.driver)
    #expect(Self.isOver(end))
    expectEqual(nested, 1)
    expectEqual(driver, .current)
    let last = state.nextEffect(of: &outer)
    let free = state.driver == nil
    #expect(Self.isOver(last))
    #expect(free)
  }

  @Test func aCancelledActionIsReturnedOnce() {
    var state = TimelineState()
    let ticket = state.schedule(due: 1, Record(kind: .background, name: "a")) {}
    let foreground = state.foregroundCount
    let (first, second) = (state.cancel(ticket), state.cancel(ticket))
    let background = state.backgroundCount
    expectEqual(foreground, 0)
    #expect(first != nil)
    #expect(second == nil)
    expectEqual(background, 0)
  }

  @Test func aRequestIsServedWhenTheWalkHasEnded() {
    var state = TimelineState()
    var served = 0
    _ = state.schedule(due: 3, note: .none) {}
    state.jobs.requests.append(Request(walk: Walk(.by(2))) { _ in })
    var walk = Walk(.to(1))
    state.startDriving(&walk, by: .current)
    let first = state.nextEffect(of: &walk)
    if case .run = first { served = 1 }
    let second = state.nextEffect(of: &walk)
    if case .resume = second { served += 1 }
    let last = state.nextEffect(of: &walk)
    let time = state.time
    expectEqual(served, 2)
    #expect(Self.isOver(last))
    expectEqual(time, 3)
  }

  @Test func tooMuchAtOneInstantEndsTheDrive() {
    var state = TimelineState(name: "state")
    state.setLimit(10)
    for _ in 0..<5 { _ = state.schedule(due: 0, Record(interval: 1)) {} }
    _ = state.schedule(due: 0, note: .none) {}
    let runs = drive(&state, .to(4))
    expectEqual(runs, 26)
    var walk = Walk(.by(1))
    state.startDriving(&walk, by: .current)
    var (steps, effect) = (0, state.nextEffect(of: &walk))
    while case .run = effect {
      steps += 1
      _ = state.schedule(due: 0, note: .none) {}
      effect = state.nextEffect(of: &walk)
    }
    // The limit, and one more for each that was pending at each instant.
    if case .done = walk.end {} else { Issue.record("It stands still.") }
    #expect(steps > 10)
    let (time, reports) = (state.time, state.reports.map(\.text))
    expectEqual(time, 5)
    expectEqual(reports.first?.contains("state stands still at 5e-09 seconds: 10 actions and jobs"), true)
  }

  @Test func aHundredWakeUpsAtOneInstantSettleOneByOne() {
    var state = TimelineState()
    var record = Record()
    record.wakesTasks = true
    for _ in 0..<200 { _ = state.schedule(due: 5, record) {} }
    var walk = Walk(.to(5), pace: .instant)
    walk.settles = true
    var interruptions = 0
    repeat {
      state.startDriving(&walk, by: .current)
      while !Self.isOver(state.nextEffect(of: &walk)) {}
      if walk.isInterrupted { interruptions += 1 }
    } while walk.isInterrupted
    let left = state.queue.count
    expectEqual(interruptions, 100)
    expectEqual(left, 0)
  }

  @Test func aStandstillInNestedAdvancesIsReportedOnce() {
    var state = TimelineState()
    state.setLimit(1)
    var (outer, inner) = (Walk(.by(1)), Walk(.by(1)))
    for _ in 0..<2 { _ = state.schedule(due: 0, note: .none) {} }
    state.startDriving(&outer, by: .current)
    _ = state.nextEffect(of: &outer)
    for _ in 0..<9 { _ = state.schedule(due: 0, note: .none) {} }
    state.startDriving(&inner, by: .current)
    while !Self.isOver(state.nextEffect(of: &inner)) {}
    while !Self.isOver(state.nextEffect(of: &outer)) {}
    let reports = state.reports.count
    expectEqual(reports, 1)
    if case .done = inner.end, case .done = outer.end {} else { Issue.record("Both have ended.") }
    // A later advance is bounded, and reports, again.
    var later = Walk(.by(1))
    state.startDriving(&later, by: .current)
    while case .run = state.nextEffect(of: &later) { _ = state.schedule(due: 0, note: .none) {} }
    let all = state.reports.count
    expectEqual(all, 2)
  }

  @Test func theRunningWorkIsNamed() {
    var state = TimelineState()
    let place = SourcePlace(filePath: "/App/Loader.swift", line: 7)
    _ = state.schedule(due: 0, at: place) {}
    _ = state.schedule(due: 0, Record(name: "loader", place: place)) {}
    _ = state.schedule(due: 0, Record(interval: 2_000_000_000, name: "poll")) {}
    _ = state.schedule(due: 0, Record(kind: .sleep, place: place)) {}
    _ = state.schedule(due: 0, note: .none) {}
    var walk = Walk(.by(0))
    state.startDriving(&walk, by: .current)
    var texts: [String] = []
    while case .run = state.nextEffect(of: &walk) { texts.append(state.runningText) }
    expectEqual(
      texts,
      [
        "an action scheduled at /App/Loader.swift:7", "an action \"loader\" scheduled at /App/Loader.swift:7",
        "a timer \"poll\" of 2.0 seconds", "a sleep begun at /App/Loader.swift:7",
        "work without a name, for example of an operator,",
      ])
  }

  @Test func afterANestedAdvanceTheOuterActionIsTheRunningWork() {
    var state = TimelineState()
    state.setLogging(true)
    _ = state.schedule(due: 0, Record(name: "outer")) {}
    _ = state.schedule(due: 1, Record(name: "inner")) {}
    var (outer, inner) = (Walk(.by(0)), Walk(.by(1)))
    state.startDriving(&outer, by: .current)
    _ = state.nextEffect(of: &outer)
    let logged = state.running.logged
    state.startDriving(&inner, by: .current)
    _ = state.nextEffect(of: &inner)
    let during = state.runningText
    _ = state.nextEffect(of: &inner)
    let (after, loggedAfter) = (state.runningText, state.running.logged)
    expectEqual(during, "an action \"inner\"")
    expectEqual(after, "an action \"outer\"")
    #expect(logged != nil && logged == loggedAfter)
  }

  @Test func aRunEndsAfterAHundredThousandInstantsWithSettledTasksUnlessItHasALimit() throws {
    var state = TimelineState(name: "state")
    _ = state.schedule(due: 0, Record(interval: 1_000_000_000, name: "poll")) {}
    let first = state.queue.first
    let key = try #require(first)
    var (usual, larger) = (Budget(.run, limit: 1_000_000), Budget(.run, limit: 200_000))
    // One more, because one is pending at the start.
    for _ in 0..<100_001 {
      usual.begin(state, settles: true)
      larger.begin(state, settles: true)
    }
    #expect(usual.allows(key))
    usual.begin(state, settles: true)
    larger.begin(state, settles: true)
    #expect(!usual.allows(key))
    #expect(larger.allows(key))
    let text = usual.failure(in: state)
    #expect(text.contains("tasks have settled after 100000 instants in addition to those pending at the call (a"))
    #expect(text.contains(" 'limit:' other than the default 1000000 replaces this bound). Still pending"))
    #expect(text.contains("\n  a timer \"poll\" of 1.0 seconds, due at 0.0 seconds, run 0 times\n"))
  }

  @Test func seededChoicesAreReturnedInTheSameOrder() {
    func order(_ seed: UInt64) -> [Int] {
      var state = TimelineState(order: .seeded(seed))
      var seen: [Int] = []
      for index in 0..<20 { _ = state.schedule(due: 1, note: .none) { seen.append(index) } }
      _ = drive(&state, .to(1))
      return seen
    }
    expectEqual(order(1), order(1))
    #expect(order(1) != order(2))
    expectEqual(order(1).sorted(), Array(0..<20))
  }
}
