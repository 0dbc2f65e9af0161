import Schedulers
import Testing

/// The extent of one step if tasks schedule actions, and actions resume tasks.
struct StepTests {
  let timeline = Timeline("steps")

  @Test func aStepToAnActionRunsReadyJobsFirst() {
    let log = Log<String>()
    timeline.task { log.add("task") }
    timeline.schedule(in: .seconds(1)) { log.add("action") }
    #expect(timeline.stepAction())
    expectEqual(log.all, ["task", "action"])
    #expect(!timeline.stepAction())
  }

  @Test func aStepToAnActionRunsTheJobsThatItMakesReadyAndNoOtherAction() {
    let log = Log<String>()
    for second in 1...2 {
      timeline.schedule(in: .seconds(1)) { [timeline] in
        log.add("action \(second)")
        timeline.task { log.add("task \(second)") }
      }
    }
    #expect(timeline.stepAction())
    expectEqual(log.all, ["action 1", "task 1"])
    #expect(timeline.stepAction())
    expectEqual(log.all, ["action 1", "task 1", "action 2", "task 2"])
  }

  @Test func aStepGoesToTheInstantThatAReadyTaskSchedules() {
    let log = Log<Int>()
    timeline.task { [timeline] in timeline.schedule(in: .seconds(1)) { log.add(1) } }
    timeline.schedule(in: .seconds(2)) { log.add(2) }
    #expect(timeline.step())
    expectEqual(log.all, [1])
    expectEqual(timeline.now.offset, .seconds(1))
    #expect(timeline.step())
    expectEqual(log.all, [1, 2])
    #expect(!timeline.step())
  }

  @Test func stoppingARefusedTimerIsNoAction() {
    let timer = timeline.schedule(at: .beginning, every: .zero) {}
    #expect(timeline.stepAction())
    withKnownIssue {
      #expect(!timeline.stepAction())
    } matching: {
      $0.comments.contains { "\($0)".contains("An interval must be above zero") }
    }
    timer.cancel()
  }

  @Test func aStepRunsOnlyJobsIfNothingElseIsPending() {
    let log = Log<Int>()
    timeline.task { log.add(0) }
    #expect(!timeline.step())
    expectEqual(log.all, [0])
  }

  /// The task becomes ready while plain tasks settle, and its work leads to a plain task that must settle, too, before
  /// time moves.
  @Test func anAdvanceSettlesAfterTheJobsOfAnInstant() async {
    let log = Log<Duration>()
    for _ in 0..<50 {
      let timeline = Timeline()
      timeline.schedule(in: .seconds(1)) {}
      await withCheckedContinuation { started in
        Task {
          started.resume()
          for _ in 0..<4 { await Task.yield() }
          timeline.task { Task { log.add(timeline.now.offset) } }
        }
      }
      await timeline.advance(by: .seconds(1))
    }
    expectEqual(log.all, Array(repeating: .zero, count: 50))
  }

  /// Beyond the target, too.
  @Test(arguments: [false, true]) func anAdvanceRunsWhatASkipInItsActionMakesDue(isAsync: Bool) async {
    let log = Log<Duration>()
    timeline.schedule(in: .seconds(5)) { [timeline] in timeline.skip(by: .seconds(10)) }
    for due in [7, 12, 16] {
      timeline.schedule(in: .seconds(due)) { [timeline] in log.add(timeline.now.offset) }
    }
    func synchronously() { timeline.advance(by: .seconds(10)) }
    if isAsync { await timeline.advance(by: .seconds(10)) } else { synchronously() }
    expectEqual(log.all, [.seconds(15), .seconds(15)])
    expectEqual(timeline.now.offset, .seconds(15))
    expectEqual(timeline.pendingCount, 1)
  }

  /// What they make due runs once beyond the target.
  @Test(arguments: [false, true]) func anAdvanceEndsThoughEachTickSkips(isAsync: Bool) async {
    let log = Log<Duration>()
    let timer = timeline.schedule(at: timeline.now.advanced(by: .seconds(1)), every: .seconds(1)) { [timeline] in
      log.add(timeline.now.offset)
      if log.all.count < 100 { timeline.skip(by: .seconds(1)) }
    }
    func synchronously() { timeline.advance(by: .seconds(10)) }
    if isAsync { await timeline.advance(by: .seconds(10)) } else { synchronously() }
    expectEqual(log.all, (1...11).map { .seconds($0) })
    expectEqual(timeline.now.offset, .seconds(12))
    timer.cancel()
  }

  @Test(arguments: [false, true]) func anAdvanceEndsThoughEachActionAdvances(isAsync: Bool) async {
    let log = Log<Duration>()
    @Sendable func poll() {
      timeline.schedule { [timeline] in
        log.add(timeline.now.offset)
        guard log.all.count < 100 else { return }
        timeline.advance(by: .seconds(1))
        poll()
      }
    }
    poll()
    func synchronously() { timeline.advance(to: timeline.now.advanced(by: .seconds(10))) }
    if isAsync {
      await timeline.advance(to: timeline.now.advanced(by: .seconds(10)))
    } else {
      synchronously()
    }
    expectEqual(log.all, (0...11).map { .seconds($0) })
    expectEqual(timeline.now.offset, .seconds(12))
    expectEqual(timeline.pendingCount, 1)
  }

  @Test func aRunWithATimeoutReportsAStandstillOnce() async {
    timeline.limitAtInstant = 100
    let endless = AsyncRunTests.Endless()
    timeline.schedule { [timeline] in endless.again(timeline) }
    let issues = Log<Void>()
    await withKnownIssue {
      await timeline.run(timeout: .seconds(60))
    } matching: {
      issues.add(())
      return $0.comments.contains { "\($0)".contains("steps stands still at 0.0 seconds") }
    }
    expectEqual(issues.all.count, 1)
  }
}
