import IssueReporting
import StreamsTesting
import Testing

@Suite(.withoutPages, .leakCheck()) struct MarblePropertiesTests {
  /// What `publisher` of the marbles sends.
  private func values<P: Publisher>(
    _ marbles: String, _ make: (TestPublisher<String, Never>, VirtualTimeScheduler) -> P
  ) -> [P.Output] {
    let scheduler = VirtualTimeScheduler()
    let recorder = scheduler.record(make(scheduler.cold(marbles), scheduler), exhaustive: false)
    scheduler.run()
    return recorder.consumeAll().values
  }

  @Test func aPropertyThatHoldsIsNoIssue() {
    let failing = checkMarbles(count: 200) { marbles in
      values(marbles) { input, scheduler in input.delay(for: .milliseconds(3), scheduler: scheduler) }
        == values(marbles) { input, _ in input }
    }
    #expect(failing == nil)
  }

  @Test func theSmallestStringThatFailsIsFound() {
    let issues = Issues()
    let line: UInt = #line + 2
    let smallest = issues.collect {
      checkMarbles(seed: 7) { marbles in
        values(marbles) { input, _ in input.removeDuplicates() } == values(marbles) { input, _ in input }
      }
    }
    #expect(smallest == "aa")
    #expect(issues.all.map(\.line) == [line])
    expectGolden(issues.all.map(\.text).joined(), "marble-properties.txt")
  }

  @Test func theSameSeedGivesTheSameStrings() {
    func strings(_ seed: UInt64) -> [String] {
      var strings: [String] = []
      checkMarbles(count: 20, seed: seed, endings: "|#") {
        strings.append($0)
        return true
      }
      return strings
    }
    #expect(strings(3) == strings(3))
    #expect(strings(3) != strings(4))
    #expect(strings(3).allSatisfy { (try? Marble($0)) != nil })
  }

  @Test func anErrorThrownByAPropertyIsInTheIssue() {
    struct Odd: Error {}
    let issues = Issues()
    let smallest = issues.collect {
      checkMarbles { marbles in
        if marbles.contains("b") { throw Odd() }
        return true
      }
    }
    #expect(smallest == "b")
    #expect(issues.all[0].text.contains("it throws Odd()"))
  }

  @Test func anIssueInsideAPropertyFailsItAndOnlyTheSmallestIsReported() {
    let issues = Issues()
    var line: UInt = 0
    let smallest = issues.collect {
      checkMarbles(seed: 7, endings: "|") { marbles in
        let scheduler = VirtualTimeScheduler()
        line = #line + 1
        return scheduler.expect(scheduler.cold(marbles).removeDuplicates(), toEqual: marbles)
      }
    }
    #expect(smallest == "aa")
    let told = issues.all.map(\.text).joined()
    #expect(told.contains("StreamsTestingTests/MarblePropertiesTests.swift:\(line): stream did not send"), "\(told)")
    expectGolden(told.replacing(":\(line):", with: ":LINE:"), "marble-properties-issue.txt")
    #expect(issues.all.count == 1)
  }

  @Test func checkMarblesRunsAsyncBodies() async {
    let timeline = Timeline()
    let failing = await checkMarbles(count: 20, endings: "|") { marbles in
      await timeline.expect(timeline.cold(marbles).values, toEqual: marbles, values: .standard)
    }
    #expect(failing == nil)
    let issues = Issues()
    let smallest = await withIssueReporters([issues]) {
      await checkMarbles { marbles in
        await Task.yield()
        return !marbles.contains("c")
      }
    }
    #expect(smallest == "c")
    #expect(issues.all.count == 1)
  }
}
