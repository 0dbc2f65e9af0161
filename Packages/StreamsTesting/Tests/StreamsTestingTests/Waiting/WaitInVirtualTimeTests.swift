import Dispatch
import IssueReporting
import StreamsTesting
import Testing

/// Waits on a timeline, and the other ways to look for an event, also where time does not move.
@Suite(.withoutPages, .leakCheck()) struct WaitInVirtualTimeTests {
  let scheduler = VirtualTimeScheduler()
  let issues = Issues()

  @Test func aWaitWithoutALimitContinuesUntilTheEvent() throws {
    let recorder = scheduler.record(Just(1).delay(for: 3_600, scheduler: scheduler))
    try expectEqual(recorder.next().wait(), 1)
    expectEqual(scheduler.timeline.now.offset, .seconds(3_600))
    try recorder.finished.get()
  }

  @Test func anAwaitedWaitWithoutALimitContinuesUntilTheEvent() async throws {
    let recorder = scheduler.record(Just(1).delay(for: 3_600, scheduler: scheduler))
    try await expectEqual(recorder.next().wait(), 1)
    try recorder.finished.get()
  }

  @Test func anAdvanceBesideAWaitDoesNotMoveItsLimit() async throws {
    try await withIssueReporters([issues]) {
      try await withVirtualTime { timeline in
        let scheduler = VirtualTimeScheduler(on: timeline)
        let recorder = scheduler.record(Just(1).delay(for: 8, scheduler: scheduler), exhaustive: false)
        let wait = timeline.task { try? await recorder.next().wait(timeout: 5) }
        let silence = timeline.task { await recorder.expectNoEvents(for: .seconds(5)) }
        await timeline.advance(by: .seconds(5))
        #expect(try await wait.value == nil)
        try await silence.value
        expectEqual(timeline.now.offset, .seconds(5))
      }
    }
    expectEqual(firstLines, ["stream: expected a value within 5 s of virtual time."])
  }

  @Test func aWaitBesideALongerAdvanceIgnoresLaterEvents() async throws {
    try await withIssueReporters([issues]) {
      try await withVirtualTime { timeline in
        let scheduler = VirtualTimeScheduler(on: timeline)
        func value(at seconds: Double) -> Recorder<Int, Never> {
          scheduler.record(Just(1).delay(for: .seconds(seconds), scheduler: scheduler), exhaustive: false)
        }
        let (late, early, absent) = (value(at: 8), value(at: 5), value(at: 7))
        let (silent, noisy) = (value(at: 5), value(at: 4))
        let tasks = [
          timeline.task { try? await late.next().wait(timeout: 5) },
          timeline.task { try? await early.next().wait(timeout: 5) },
        ]
        let others = [
          timeline.task { try await absent.next().inverted.wait(timeout: 5) },
          timeline.task { await silent.expectNoEvents(for: .seconds(5)) },
          timeline.task { await noisy.expectNoEvents(for: .seconds(5)) },
        ]
        await timeline.advance(by: .seconds(10))
        let values = try await [tasks[0].value, tasks[1].value]
        expectEqual(values, [nil, 1])
        for task in others { try await task.value }
        // They have not been consumed.
        try expectEqual(absent.next().get(), 1)
        try expectEqual(silent.next().get(), 1)
      }
    }
    let texts = issues.all.map(\.text).sorted()
    expectEqual(
      texts.map { $0.prefix { $0 != "\n" } },
      [
        "stream: expected a value within 5 s of virtual time.", "stream: expected no events, got:",
      ])
  }

  @Test func aWaitBesideALongerAdvanceIgnoresALaterEnd() async throws {
    struct Failed: Error {}
    try await withIssueReporters([issues]) {
      try await withVirtualTime { timeline in
        let scheduler = VirtualTimeScheduler(on: timeline)
        let short = scheduler.record(
          Just(1).append(Empty<Int, Never>().delay(for: 8, scheduler: scheduler)), exhaustive: false)
        let failing = scheduler.record(
          Fail<Int, Failed>(error: Failed()).delay(for: 8, scheduler: scheduler), exhaustive: false)
        let prefix = timeline.task { (try? await short.prefix(3).wait(timeout: 5)) == nil }
        let value = timeline.task { (try? await failing.next().wait(timeout: 5)) == nil }
        await timeline.advance(by: .seconds(10))
        let haveFailed = try await [prefix.value, value.value]
        expectEqual(haveFailed, [true, true])
      }
    }
    expectEqual(
      issues.all.map { $0.text.prefix { $0 != "\n" } }.sorted(),
      [
        "stream: expected 3 values or the end within 5 s of virtual time.",
        "stream: expected a value within 5 s of virtual time.",
      ])
  }

  @Test func aWaitFindsAnEventOfAClockThatWasSetBack() throws {
    let recorder = scheduler.record(Just(1).delay(for: 10, scheduler: scheduler), exhaustive: false)
    scheduler.run()
    scheduler.timeline.set(to: .beginning)
    try expectEqual(recorder.next().wait(timeout: 1), 1)
  }

  @Test func aWaitWithoutEndKeepsTheTime() throws {
    let recorder = scheduler.record(PassthroughSubject<Int, Never>())
    issues.collect { _ = try? recorder.next().wait(timeout: .infinity) }
    expectEqual(issues.all.count, 1)
    expectEqual(scheduler.timeline.now, .beginning)
  }

  @Test func aWaitEndsWhenNothingIsPending() {
    issues.collect {
      _ = try? scheduler.record(PassthroughSubject<Int, Never>(), name: "subject").next().wait()
      _ = try? scheduler.record(scheduler.cold("-a-"), name: "cold", exhaustive: false).finished.wait()
    }
    expectEqual(
      firstLines,
      [
        "subject: expected a value, but nothing more is pending.",
        "cold: never completed; expected the end without a failure, but nothing more is pending.",
      ])
  }

  @Test func aFailureSaysWhetherWorkIsPending() {
    let early = scheduler.record(Just(1).delay(for: 1, scheduler: scheduler), exhaustive: false)
    let silent = scheduler.record(PassthroughSubject<Int, Never>())
    issues.collect {
      _ = try? early.next().get()
      early.expect(values: [1])
      _ = try? silent.next().wait(timeout: 0.5)
      _ = try? silent.next().wait(timeout: 5)
    }
    let starts = [
      "stream: expected a value.\n  The next work is due at 1 s.\n  stream so far, now 0 ms:",
      "stream: expected the values [1], got [].\n  The next work is due at 1 s.\n  expected -, actual +\n",
      "stream: expected a value within 500 ms of virtual time.\n  stream so far, now 500 ms:",
      """
      stream: expected a value within 5 s of virtual time, but nothing more is pending.
        A source in real time needs 'publisher.record()', and all schedulers of a test one timeline.
        stream so far, now 5.5 s:
      """,
    ]
    expectEqual(issues.all.count, starts.count)
    for (issue, start) in zip(issues.all, starts) { #expect(issue.text.hasPrefix(start)) }
  }

  @Test func aWaitWithoutALimitPassesTheFramesOfMinutes() throws {
    let frames = scheduler.timeline.schedule(at: .beginning, every: .milliseconds(16)) {}
    let recorder = scheduler.record(Just(1).delay(for: 180, scheduler: scheduler))
    try expectEqual(recorder.next().wait(), 1)
    frames.cancel()
    try recorder.finished.get()
  }

  /// A hundred timers, so that few instants reach the limit. The two that run most often are named.
  @Test(arguments: Way.allCases) func everyWayEndsBesideEndlessTimersAndNamesThem(_ way: Way) throws {
    let start = Timeline.Instant.beginning
    var ran = 0
    var timers = [false, true].map { inBackground in
      scheduler.timeline.schedule(at: start, every: .nanoseconds(1), name: "poll", background: inBackground) {
        ran += 1
      }
    }
    for index in 0..<100 {
      let timer = scheduler.timeline.schedule(
        at: start, every: .nanoseconds(2), background: index.isMultiple(of: 2)
      ) { ran += 1 }
      timers.append(timer)
    }
    timers.append(scheduler.timeline.schedule(at: start.advanced(by: .seconds(1)), every: .seconds(1)) {})
    issues.collect { look(way) }
    expectEqual(issues.all.count, 1, "\(issues.all)")
    let text = try #require(issues.all.first).text
    let starts: [Way: String] = [
      .wait: "stream: expected a value, but the wait stopped at ",
      .invertedWait: "stream: expected not a value, but the wait stopped at ",
      .noEvents: "stream: expectNoEvents(for:) stopped at ",
      .marbles: "stream: expect(toEqual:) stopped at ", .diagram: "output: the diagram \"empty\" stopped at ",
    ]
    #expect(text.hasPrefix(starts[way] ?? "-"), "\(text)")
    #expect(text.contains("1000000 actions have run in addition to those pending at the call. Still pending"))
    #expect((1_000_000...1_002_000).contains(ran), "\(ran)")
    for kind in ["a timer", "a background timer"] {
      let described = "\n  \(kind) \"poll\" of 1e-09 seconds scheduled at \(#filePath):"
      #expect(text.contains(described), "\(text)")
    }
    #expect(text.contains("\nCancel it first, or pass the time before with advance(by:), which has no such bounds."))
    #expect(text.contains("\(way == .diagram ? "output" : "stream") so far"))
    for timer in timers { timer.cancel() }
  }

  @Test func aLimitOnATimelineIsVirtual() {
    let timer = scheduler.timeline.schedule(at: .beginning, every: .seconds(1)) {}
    issues.collect { _ = try? scheduler.record(PassthroughSubject<Int, Never>()).next().wait(timeout: 2.5) }
    expectEqual(firstLines, ["stream: expected a value within 2.5 s of virtual time."])
    expectEqual(scheduler.timeline.now.offset, .seconds(2.5))
    timer.cancel()
  }

  enum Way: CaseIterable { case wait, invertedWait, noEvents, marbles, diagram }

  /// Work that is always due again at the same instant.
  @Test(arguments: Way.allCases) func everyWayEndsWhereTimeStandsStill(_ way: Way) throws {
    let timeline = scheduler.timeline
    timeline.limitAtInstant = 1_000
    var isOver = false
    func again() { if !isOver { timeline.schedule { again() } } }
    issues.collect {
      again()
      look(way)
    }
    expectEqual(issues.all.filter { $0.text.contains("1000 ") }.count, 1, "\(issues.all)")
    expectEqual(issues.all.count, 1, "\(issues.all)")
    isOver = true
    timeline.run()
  }

  @Test func aValueDoesNotHideThatTimeStandsStill() {
    let (timeline, subject) = (scheduler.timeline, PassthroughSubject<Int, Never>())
    timeline.limitAtInstant = 1_000
    var isOver = false
    func again() { if !isOver { timeline.schedule { again() } } }
    timeline.schedule(in: .seconds(1)) {
      subject.send(1)
      again()
    }
    issues.collect { _ = try? scheduler.record(subject).next().wait() }
    expectEqual(
      issues.all.filter { $0.text.contains("expected a value, but the wait stands still at 1.0 s") }.count, 1,
      "\(issues.all)")
    isOver = true
    timeline.run()
  }

  /// The wait says so, once. A standstill that the action ends itself is an issue of its own.
  @Test(arguments: [false, true]) func anAdvanceWithinAWaitStandsStill(itEnds: Bool) {
    let timeline = scheduler.timeline
    timeline.limitAtInstant = 1_000
    var isOver = false
    func again() { if !isOver { timeline.schedule { again() } } }
    timeline.schedule(in: .seconds(1)) {
      again()
      timeline.advance(by: .seconds(1))
      isOver = itEnds
      if itEnds { timeline.skip(by: .seconds(1)) }
    }
    issues.collect { _ = try? scheduler.record(Empty<Int, Never>(completeImmediately: false)).next().wait() }
    let texts = issues.all.map(\.text)
    let waits = texts.filter { $0.contains("expected a value, but the wait stands still at 1.0 s") }
    #expect(texts.count == (itEnds ? 2 : 1) && waits.count == (itEnds ? 0 : 1), "\(texts)")
    isOver = true
    timeline.run()
  }

  /// The wait says so also where the end of the stream decides it, or a value that must not arrive.
  @Test(arguments: ["finished", "failure", "value"]) func anAdvanceWithinADecidedWaitStandsStill(event: String) {
    let timeline = scheduler.timeline
    timeline.limitAtInstant = 1_000
    var isOver = false
    func again() { if !isOver { timeline.schedule { again() } } }
    let subject = PassthroughSubject<Int, CancellationError>()
    timeline.schedule(in: .seconds(1)) {
      again()
      timeline.advance(by: .seconds(1))
      switch event {
      case "finished": subject.send(completion: .finished)
      case "failure": subject.send(completion: .failure(CancellationError()))
      default: subject.send(1)
      }
    }
    issues.collect {
      let next = scheduler.record(subject).next()
      if event == "value" { try? next.inverted.wait() } else { _ = try? next.wait() }
    }
    let texts = issues.all.map(\.text)
    #expect(texts.count == 1 && texts[0].contains(", but the wait stands still at 1.0 s"), "\(texts)")
    isOver = true
    timeline.run()
  }

  /// The timeline drives the body, and so the wait.
  @Test func anAdvanceWithinAWaitOfABodyStandsStill() async {
    func wait(on timeline: Timeline) {
      _ = try? VirtualTimeScheduler(on: timeline).record(Empty<Int, Never>(completeImmediately: false)).next().wait()
    }
    await withIssueReporters([issues]) {
      await withVirtualTime { timeline in
        timeline.limitAtInstant = 1_000
        nonisolated(unsafe) var isOver = false
        @Sendable func again() { if !isOver { timeline.schedule { again() } } }
        timeline.schedule(in: .seconds(1)) {
          again()
          timeline.advance(by: .seconds(1))
        }
        wait(on: timeline)
        isOver = true
        await timeline.advance()
      }
    }
    let texts = issues.all.map(\.text)
    #expect(texts.count == 1 && texts[0].contains("expected a value, but the wait stands still at 1.0 s"), "\(texts)")
  }

  @Test func anAdvanceOfATaskWithinAWaitStandsStill() async throws {
    let timeline = scheduler.timeline
    timeline.limitAtInstant = 1_000
    nonisolated(unsafe) var isOver = false
    @Sendable func again() { if !isOver { timeline.schedule { again() } } }
    timeline.schedule(in: .seconds(1)) { again() }
    let task = timeline.task { await timeline.advance(by: .seconds(2)) }
    let never = scheduler.record(Empty<Int, Never>(completeImmediately: false))
    await withIssueReporters([issues]) { _ = try? await never.next().wait() }
    let texts = issues.all.map(\.text)
    #expect(texts.count == 1 && texts[0].contains("expected a value, but the wait stands still at 1.0 s"), "\(texts)")
    isOver = true
    await timeline.run()
    try await task.value
  }

  /// The steps are renewed when the standstill has ended the wait.
  @Test func aSynchronousAdvanceAfterAWaitThatStoodStillGoesOn() async throws {
    func advance(_ timeline: Timeline) { timeline.advance(by: .seconds(1)) }
    try await withIssueReporters([issues]) {
      try await withVirtualTime { timeline in
        timeline.limitAtInstant = 1_000
        let never = VirtualTimeScheduler(on: timeline).record(Empty<Int, Never>(completeImmediately: false))
        let task = timeline.task { while !Task.isCancelled { await Task.yield() } }
        _ = try? await never.next().wait(timeout: 1)
        task.cancel()
        advance(timeline)
        expectEqual(timeline.now.offset, .seconds(1))
        try await task.value
      }
    }
    expectEqual(issues.all.count, 1, "\(issues.all)")
  }

  @Test func anAdvanceWithinTheWaitOfATaskOfTheTimelineStandsStill() async {
    let timeline = scheduler.timeline
    timeline.limitAtInstant = 1_000
    nonisolated(unsafe) var isOver = false
    func again() { if !isOver { timeline.schedule { again() } } }
    timeline.schedule(in: .seconds(1)) {
      again()
      timeline.advance(by: .seconds(1))
    }
    let never = scheduler.record(Empty<Int, Never>(completeImmediately: false))
    await withIssueReporters([issues]) {
      let hasFailed = timeline.task { (try? await never.next().wait()) == nil }
      await timeline.advance(by: .seconds(2))
      isOver = true
      await timeline.advance()
      expectEqual(try? await hasFailed.value, true)
    }
    let texts = issues.all.map(\.text)
    #expect(texts.count == 1 && texts[0].contains("expected a value, but the wait stands still at 1.0 s"), "\(texts)")
  }

  @Test(arguments: ["-^a|", "-a|", "-----"]) func marblesEndWhereTimeStandsStill(marbles: String) {
    let timeline = scheduler.timeline
    timeline.limitAtInstant = 1_000
    var isOver = false
    func again() { if !isOver { timeline.schedule { again() } } }
    issues.collect {
      again()
      #expect(!scheduler.expect(Empty<String, Never>(completeImmediately: false), toEqual: marbles))
    }
    expectEqual(issues.all.count, 1, "\(issues.all)")
    isOver = true
    timeline.run()
  }

  private func look(_ way: Way) {
    let silent = Empty<Int, Never>(completeImmediately: false)
    switch way {
    case .wait: _ = try? scheduler.record(silent).next().wait()
    case .invertedWait:
      #expect(throws: (any Error).self) { try scheduler.record(silent).next().inverted.wait(timeout: 1) }
    case .noEvents: scheduler.record(silent).expectNoEvents(for: .seconds(1))
    case .marbles: #expect(!scheduler.expect(silent, toEqual: "-----"))
    case .diagram: _ = MarbleDiagram("empty", scheduler.cold("-a|"), output: silent)
    }
  }

  private var firstLines: [String] { issues.all.map { String($0.text.prefix { $0 != "\n" }) } }
}
