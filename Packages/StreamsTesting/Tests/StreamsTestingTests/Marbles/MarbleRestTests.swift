import IssueReporting
import StreamsTesting
import Testing

/// Events after a marble string without an end.
@Suite(.withoutPages, .leakCheck()) struct MarbleRestTests {
  let scheduler = VirtualTimeScheduler()
  let issues = Issues()

  @Test(arguments: ["-a-", "-a", "-a--------", "^a"])
  func aValueAfterTheStringIsAnIssue(marbles: String) {
    let holds = issues.collect {
      scheduler.expect(scheduler.cold("-a------------------b"), toEqual: marbles)
    }
    #expect(!holds)
    #expect(issues.all.map(\.text).joined().contains("expected nothing more, got value \"b\""))
    #expect(issues.all.map(\.text).joined().contains("'exhaustive: false' ignores it"))
  }

  @Test func aCompletionAfterTheStringIsAnIssue() {
    issues.collect { scheduler.expect(scheduler.cold("-a 10s |"), toEqual: "-a-") }
    expectGolden(issues.all.map(\.text).joined(), "marble-rest.txt")
  }

  @Test func anEndlessStreamFailsAtItsFirstValueAfterTheString() {
    let ticks = Timeline.TicksEverySecond(scheduler)
    issues.collect { scheduler.expect(ticks.publisher, toEqual: "1s a", values: ["a": 1], frame: .seconds(1)) }
    expectEqual(issues.all.count, 1)
    expectEqual(scheduler.timeline.now, Timeline.Instant(nanoseconds: 2_000_000_000))
    ticks.stop()
  }

  @Test func timeArrivesAtTheEndOfTheString() {
    scheduler.expect(scheduler.cold("-a-"), toEqual: "-a-")
    expectEqual(scheduler.timeline.now, Timeline.Instant(nanoseconds: 3_000_000))
    scheduler.expect(scheduler.cold("-b"), toEqual: "-b-------")
  }

  @Test func theNextExpectationBeginsAtTheEndOfTheString() {
    let keys = scheduler.hot("---a|")
    scheduler.expect(scheduler.cold("-x|"), toEqual: "-x|")
    expectEqual(scheduler.timeline.now, .beginning.advanced(by: .milliseconds(3)))
    scheduler.expect(keys, toEqual: "a|")
    scheduler.expect(scheduler.cold("(x|)"), toEqual: "[x|]")
  }

  @Test func anUnreadStringIsOneIssue() {
    issues.collect {
      let holds = scheduler.expect(scheduler.cold("-(a"), toEqual: "-a|")
      #expect(!holds)
      scheduler.record(scheduler.hot("-a-)")).expect(values: ["a"])
    }
    expectEqual(issues.all.count, 2, "\(issues.all)")
    #expect(issues.all.allSatisfy { !$0.text.contains("expected") }, "\(issues.all)")
  }

  @Test func anUnreadStringHidesNoFailureOfOtherStreams() async {
    let recorder = scheduler.record(Just(1), exhaustive: false)
    issues.collect {
      let unread = scheduler.cold("-1(", values: .digits)
      #expect(!scheduler.expect(Just(1), toEqual: "(2|)"))
      scheduler.record(unread).expect(values: [1])
      #expect(!scheduler.expect(scheduler.cold("-1|", values: .digits), toEqual: "-2|"))
      recorder.expect(values: [2])
    }
    expectEqual(issues.all.count, 4, "\(issues.all)")
    expectEqual(issues.all.filter { $0.text.contains("expected") }.count, 3, "\(issues.all)")
  }

  @Test func anUnreadStringIsOneIssueBehindOperatorsAndInTasks() async {
    let timeline = scheduler.timeline
    issues.collect {
      timeline.expect(Just("b").append(timeline.cold("-(a").map { $0 }.share()), toEqual: "(bc)")
    }
    await withIssueReporters([issues]) {
      let holds = await timeline.expect(timeline.cold("-a)").values, toEqual: "-a|", values: .standard)
      #expect(!holds)
    }
    expectEqual(issues.all.count, 2, "\(issues.all)")
    #expect(issues.all.allSatisfy { $0.text.hasPrefix("Marbles") }, "\(issues.all)")
  }

  enum LaterSubscription: CaseIterable { case append, flatMap, switchToLatest }

  @Test(arguments: LaterSubscription.allCases)
  func anUnreadStringThatAnOperatorSubscribesToLaterIsOneIssue(_ way: LaterSubscription) {
    issues.collect {
      let (source, unread) = (scheduler.cold("-a|"), scheduler.cold("(b"))
      let output =
        switch way {
        case .append: source.append(unread).eraseToAnyPublisher()
        case .flatMap: source.flatMap { _ in unread }.eraseToAnyPublisher()
        case .switchToLatest: source.map { _ in unread }.switchToLatest().eraseToAnyPublisher()
        }
      #expect(!scheduler.expect(output, toEqual: "-ab|"))
      // Another recording of the same run is reported.
      #expect(!scheduler.expect(source, toEqual: "-x|"))
    }
    expectEqual(issues.all.count, 2, "\(issues.all)")
    expectEqual(issues.all.first?.text.hasPrefix("Marbles"), true, "\(issues.all)")
  }

  @Test func anUnreadStringIsOneIssueIfItsRecordingIsNotKnown() {
    issues.collect {
      let delayed = scheduler.cold("-a|").delay(for: .milliseconds(1), scheduler: scheduler)
      #expect(!scheduler.expect(delayed.append(scheduler.cold("(b")), toEqual: "--ab|"))
    }
    expectEqual(issues.all.count, 1, "\(issues.all)")
    let other = VirtualTimeScheduler()
    issues.collect {
      let shared = other.cold("(c").makeConnectable()
      let recorders = [other.record(shared), other.record(shared)]
      let connection = shared.connect()
      other.run()
      for recorder in recorders { recorder.expect(values: ["c"]) }
      connection.cancel()
    }
    expectEqual(issues.all.count, 2, "\(issues.all)")
    #expect(issues.all.allSatisfy { $0.text.hasPrefix("Marbles") }, "\(issues.all)")
  }

  @Test func anUnreadStringHidesTheFailureOfOneRecordingOnly() {
    issues.collect {
      let sink = scheduler.cold("(b").sink { _ in }
      for _ in 0..<3 { #expect(!scheduler.expect(scheduler.cold("-a|"), toEqual: "-b|")) }
      sink.cancel()
    }
    expectEqual(issues.all.count, 3, "\(issues.all)")
  }

  @Test func anUnreadStringIsOneIssueInRealTimeToo() {
    issues.collect {
      let recorder = scheduler.cold("(b").record()
      scheduler.run()
      recorder.expect(values: ["b"])
      #expect(throws: (any Error).self) { try scheduler.cold("(c").waitForCompletion(timeout: .seconds(0.01)) }
    }
    expectEqual(issues.all.count, 2, "\(issues.all)")
    #expect(issues.all.allSatisfy { $0.text.hasPrefix("Marbles") }, "\(issues.all)")
  }

  @Test func anUnreadStringHidesNoFailureOfAnEarlierRecording() {
    issues.collect {
      let recorder = scheduler.record(scheduler.hot("-a|"))
      let unread = scheduler.record(scheduler.cold("(b"), exhaustive: false)
      scheduler.run()
      recorder.expect(toEqual: "-x|")
      unread.cancelAndIgnoreRemainingEvents()
    }
    expectEqual(issues.all.count, 2, "\(issues.all)")
  }

  @Test func aLateSubscriptionDoesNotEndTheLookAfterTheString() {
    let late = LateSubscription(scheduler.timeline)
    issues.collect { #expect(!scheduler.expect(late, toEqual: "---")) }
    #expect(issues.all.map(\.text).joined().contains("at 7 ms: expected nothing more, got value 7"))
  }

  @Test func timeStopsAtTheEndOfAStringThatIsNotExhaustive() {
    let source = scheduler.cold("-a-b-c|")
    #expect(scheduler.expect(source, toEqual: "-a-", exhaustive: false))
    #expect(scheduler.expect(source, toEqual: "-x-", values: ["x": "a"], exhaustive: false))
    #expect(scheduler.expect(source, toEqual: "-a!"))
    expectEqual(scheduler.timeline.now, Timeline.Instant(nanoseconds: 9_000_000))
  }

  @Test func anEndlessTimerEndsTheCheckAfterAThousandInstants() {
    var runs = 0
    let timer = scheduler.timeline.schedule(at: .beginning.advanced(by: .seconds(1)), every: .seconds(1)) { runs += 1 }
    scheduler.expect(scheduler.cold("-a"), toEqual: "-a-")
    expectEqual(runs, 1_000)
    timer.cancel()
  }

  @Test func anEndlessTimerEndsTheCheckOfASequenceAfterAsManyInstants() async {
    let timeline = scheduler.timeline
    let runs = Count()
    let timer = timeline.schedule(at: .beginning.advanced(by: .seconds(1)), every: .seconds(1)) { runs.add() }
    await timeline.expect(timeline.cold("-a").values, toEqual: "-a-", values: .standard)
    expectEqual(runs.count, 1_000)
    timer.cancel()
  }

  @Test func aLateValueIsReportedWithItsTime() {
    issues.collect { scheduler.expect(scheduler.cold("-a----b"), toEqual: "-a-b") }
    #expect(issues.all.map(\.text).joined().contains("expected value \"b\", got nothing until value \"b\" at 6 ms"))
  }

  @Test func aLateEndIsReportedWithItsTime() {
    issues.collect { scheduler.expect(scheduler.cold("-a---|"), toEqual: "-a-|") }
    let text = issues.all.map(\.text).joined()
    #expect(text.contains("at 3 ms: expected finished, got nothing until finished at 5 ms"), "\(text)")
    expectEqual(scheduler.timeline.now.offset, .milliseconds(5))
  }

  @Test func eventsAfterTheStringAreIssuesForSequences() async {
    let timeline = scheduler.timeline
    let wrong = await withIssueReporters([issues]) {
      await timeline.expect(timeline.cold("-a------b").values, toEqual: "-a-", values: .standard)
    }
    #expect(!wrong)
    #expect(issues.all.map(\.text).joined().contains("at 8 ms: expected nothing more, got value \"b\""))
    await timeline.expect(
      timeline.cold("-a------b").values, toEqual: "-a-", values: .standard, exhaustive: false)
    await timeline.expect(timeline.cold("-a-b-c|").values, toEqual: "-a-b!-------")
  }

  /// Another task advances beyond the end of the string, and beyond the cancellation, before this one compares.
  @Test(arguments: [("-a-", false), ("-a-!", true), ("-a-----", true)])
  func whatALongerAdvanceRecordsDoesNotBelongToTheString(marbles: String, isExhaustive: Bool) async throws {
    try await withIssueReporters([issues]) {
      try await withVirtualTime { timeline in
        let values = timeline.cold("-a--b").values
        let expectation = timeline.task {
          await timeline.expect(values, toEqual: marbles, values: .standard, exhaustive: isExhaustive)
        }
        await timeline.advance(by: .milliseconds(10))
        let holds = try await expectation.value
        expectEqual(holds, marbles.count < 7)
      }
    }
    expectEqual(issues.all.count, (marbles.count < 7 ? 0 : 1), "\(issues.all)")
  }
}

private final class Count: @unchecked Sendable {
  // Changed by the driving thread, and read when the advance has ended.
  private(set) var count = 0
  func add() { count += 1 }
}

/// Sends its subscription after 5 ms, and a value after 7 ms.
private struct LateSubscription: Publisher {
  typealias Output = Int
  typealias Failure = Never
  let timeline: Timeline

  init(_ timeline: Timeline) { self.timeline = timeline }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    timeline.schedule(in: .milliseconds(5)) { subscriber.receive(subscription: Subscriptions.empty) }
    timeline.schedule(in: .milliseconds(7)) { _ = subscriber.receive(7) }
  }
}

extension Timeline {
  /// 1, 2, 3 ... every second, without an end.
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
