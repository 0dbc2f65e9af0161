import Dispatch
import Streams
import Testing

@_spi(TestKit) @testable import Schedulers

/// Work that leads to more work at one instant, and real time that passes without progress.
@Suite(.timeLimit(.minutes(10))) struct StandstillTests {
  @Test func workThatNeverLetsTimeMoveEndsTheAdvanceAndIsNamed() {
    let timeline = Timeline("stuck")
    timeline.limitAtInstant = 1000
    var runs = 0
    let line = #line + 3
    func again() {
      runs += 1
      timeline.schedule { again() }
    }
    timeline.schedule(in: .seconds(1)) { again() }
    withKnownIssue {
      timeline.advance(by: .seconds(2))
    } matching: {
      $0.comments.contains {
        "\($0)".contains("stuck stands still at 1.0 seconds: 1000 actions and jobs have run")
          && "\($0)".contains("StandstillTests.swift:\(line)")
      } && $0.sourceLocation?.line == line && $0.sourceLocation?.fileName == "StandstillTests.swift"
    }
    expectEqual(runs, 1001)
    expectEqual(timeline.now.offset, .seconds(1))
    expectEqual(timeline.pendingCount, 1)
  }

  @Test func theDefaultLimitAtAnInstantIsAMillion() {
    expectEqual(Timeline().limitAtInstant, 1_000_000)
  }

  @Test func workPendingBeforeDoesNotCount() {
    let timeline = Timeline()
    timeline.limitAtInstant = 10
    var runs = 0
    for second in 0..<3 {
      for _ in 0..<1000 { timeline.schedule(in: .seconds(second)) { runs += 1 } }
    }
    timeline.advance(by: .seconds(1))
    for _ in 0..<1000 { timeline.schedule { runs += 1 } }
    timeline.advance(by: .seconds(1))
    expectEqual(runs, 4000)
  }

  @Test(arguments: [false, true]) func theTaskThatAdvancesReportsIt(insideTheTimeline: Bool) async {
    let timeline = Timeline("async")
    timeline.limitAtInstant = 1000
    let endless = AsyncRunTests.Endless()
    timeline.schedule(in: .seconds(1)) { endless.again(timeline) }
    await withKnownIssue {
      if insideTheTimeline {
        await withVirtualTime(on: timeline) { await timeline.advance(by: .seconds(2)) }
      } else {
        await timeline.advance(by: .seconds(2))
      }
      expectEqual(timeline.now.offset, .seconds(1))
    } matching: { issue in
      issue.sourceLocation?.fileName == "AsyncRunTests.swift"
        && issue.sourceLocation?.line == Int(AsyncRunTests.Endless.line)
        && issue.comments.contains { "\($0)".contains("async stands still at 1.0 seconds") }
    }
  }

  @Test func aTimerWithoutAPlaceIsReportedWithoutAFile() {
    let scheduler = DispatchQueue.test
    let timer = scheduler.schedule(after: scheduler.now, interval: 0, tolerance: 0, options: nil) {}
    withKnownIssue {
      scheduler.advance()
    } matching: {
      $0.sourceLocation?.fileName == "<unknown>"
    }
    timer.cancel()
  }

  @Test func theWatchdogPrintsOnASeparateThread() async {
    let timeline = Timeline("kennel")
    let line = #line + 1
    let sleeper = timeline.task { try await timeline.sleep(for: .seconds(60)) }
    await timeline.advance()
    let place = SourcePlace(filePath: "/App/Dog.swift", line: 7)
    let (barks, bark) = AsyncStream.makeStream(of: String.self)
    let watch = Watchdog(after: .zero, to: { bark.yield($0) }) { timeline.sleeperWarning(3, at: place) }
    let heard = await barks.first { _ in true }
    watch.stop()
    expectEqual(
      heard,
      """
      warning: kennel: /App/Dog.swift:7 still waits for 3 sleeping tasks; 1 sleep now. Pending: 
        a sleep begun at \(#filePath):\(line), due at 60.0 seconds

      """)
    sleeper.cancel()
    await timeline.advance()
  }

  @Test func aWatchdogThatIsStoppedIsQuiet() async {
    let log = Log<String>()
    let watch = Watchdog(after: .seconds(3600), to: { log.add($0) }) { "late" }
    watch.stop()
    expectEqual(log.all, [])
  }
}
