import IssueReporting
import StreamsTesting
import Testing

/// Events after a marble string without an end.
@Suite(.withoutPages, .leakCheck()) struct MarbleRestTests {
  let scheduler = VirtualTimeScheduler()
  let issues = Issues()

  @Test(arguments: ["-a-", "-a", "-a--------", "^a"])
  func whatComesAfterTheStringIsAnIssue(marbles: String) {
    let holds = issues.collect {
      scheduler.expect(scheduler.cold("-a------------------b"), toEqual: marbles)
    }
    #expect(!holds)
    #expect(issues.all.map(\.text).joined().contains("expected nothing more, got value \"b\""))
    #expect(issues.all.map(\.text).joined().contains("'exhaustive: false' ignores it"))
  }

  @Test func anEndAfterTheStringIsAnIssueToo() {
    issues.collect { scheduler.expect(scheduler.cold("-a 10s |"), toEqual: "-a-") }
    expectGolden(issues.all.map(\.text).joined(), "marble-rest.txt")
  }

  @Test func aStreamThatGoesOnForEverIsSeenAtItsFirstValue() {
    let ticks = Timeline.TicksEverySecond(scheduler)
    issues.collect { scheduler.expect(ticks.publisher, toEqual: "1s a", values: ["a": 1], frame: .seconds(1)) }
    #expect(issues.all.count == 1)
    #expect(scheduler.timeline.now == Timeline.Instant(nanoseconds: 2_000_000_000))
    ticks.stop()
  }

  @Test func nothingMoreIsNoIssueAndTimeStaysWhereNothingIsDue() {
    scheduler.expect(scheduler.cold("-a-"), toEqual: "-a-")
    #expect(scheduler.timeline.now == Timeline.Instant(nanoseconds: 2_999_999))
    scheduler.expect(scheduler.cold("-b"), toEqual: "-b-------")
  }

  @Test func timeStopsWithTheStringWhereThatIsSaid() {
    let source = scheduler.cold("-a-b-c|")
    #expect(scheduler.expect(source, toEqual: "-a-", exhaustive: false))
    #expect(scheduler.expect(source, toEqual: "-x-", values: ["x": "a"], exhaustive: false))
    #expect(scheduler.expect(source, toEqual: "-a!"))
    #expect(scheduler.timeline.now < Timeline.Instant(nanoseconds: 9_000_000))
  }

  @Test func somethingElseThatNeverEndsDoesNotKeepIt() {
    var runs = 0
    let timer = scheduler.timeline.schedule(at: .beginning.advanced(by: .seconds(1)), every: .seconds(1)) { runs += 1 }
    scheduler.expect(scheduler.cold("-a"), toEqual: "-a-")
    #expect(runs == 1_000)
    timer.cancel()
  }

  @Test func theTextOfALateValueSaysWhenItCame() {
    issues.collect { scheduler.expect(scheduler.cold("-a----b"), toEqual: "-a-b") }
    #expect(issues.all.map(\.text).joined().contains("expected value \"b\", got nothing until value \"b\" at 6 ms"))
  }

  @Test func sequencesAreLookedAtAlike() async {
    let timeline = scheduler.timeline
    let wrong = await withIssueReporters([issues]) {
      await timeline.expect(timeline.cold("-a------b").values, toEqual: "-a-", values: .letters)
    }
    #expect(!wrong)
    #expect(issues.all.map(\.text).joined().contains("at 8 ms: expected nothing more, got value \"b\""))
    await timeline.expect(
      timeline.cold("-a------b").values, toEqual: "-a-", values: .letters, exhaustive: false)
    await timeline.expect(timeline.cold("-a-b-c|").values, toEqual: "-a-b!-------")
  }
}

extension Timeline {
  /// 1, 2, 3 ... every second, for ever.
  fileprivate final class TicksEverySecond {
    let publisher = PassthroughSubject<Int, Never>()
    private var timer: (any Cancellable)?
    private var last = 0

    init(_ time: VirtualTimeScheduler) {
      timer = time.timeline.schedule(at: .beginning.advanced(by: .seconds(1)), every: .seconds(1)) { [unowned self] in
        last += 1
        publisher.send(last)
      }
    }

    func stop() { timer?.cancel() }
  }
}
