import StreamsTesting
import Testing

private struct Offline: Error, Equatable {}
private struct Person: Equatable {
  var name: String
  var age: Int
}

@Suite(.withoutPages, .leakCheck()) struct MarbleExpectationTests {
  let scheduler = VirtualTimeScheduler()

  @Test func equalEventsAreNoIssue() {
    let input = scheduler.cold("-1-2-(34)|", values: .digits)
    scheduler.expect(input.filter { $0 % 2 == 0 }, toEqual: "---2-4|")
    scheduler.expect(input.map { $0 * 10 }, toEqual: "-a-b-(cd)|", values: ["a": 10, "b": 20, "c": 30, "d": 40])
    expectEqual(scheduler.timeline.pendingCount, 0)
  }

  @Test func digitsAreNumbersWhereNumbersAreExpected() {
    let numbers: TestPublisher<Int, Never> = scheduler.cold("-1-2|")
    #expect(scheduler.expect(numbers, toEqual: "-1-2|"))
    #expect(scheduler.expect(scheduler.cold("-1-2|").map { $0 * 2 }, toEqual: "-2-4|"))
    #expect(scheduler.expect(scheduler.hot("-1-2|").filter { $0 > 1 }, toEqual: "---2|"))
    #expect(
      scheduler.expect(scheduler.cold("-1-2|").map { $0 + "!" }, toEqual: "-a-b|", values: ["a": "1!", "b": "2!"]))
  }

  @Test func timesAndZeroWidthStepsCount() {
    let input = scheduler.cold("[a] 500us [b] 1.5s |")
    scheduler.expect(input, toEqual: "[a] 500us [b] 1.5s |")
    scheduler.expect(
      input.delay(for: .milliseconds(250), scheduler: scheduler), toEqual: "250ms [a] 500us [b] 1.5s |")
  }

  @Test func caretAndExclamationMarkSubscribeAndCancel() {
    let hot = scheduler.hot("a-b-c-d-e-|")
    scheduler.expect(hot, toEqual: "---^c-d!---")
    expectEqual(hot.subscriptions.map(\.description), ["subscribed at 3 ms, requested all, got 2, cancelled at 7 ms"])
  }

  @Test func aHashMatchesAnyFailureUnlessOneIsGiven() {
    let input = scheduler.cold("-a#", error: Offline())
    scheduler.expect(input, toEqual: "-a#")
    scheduler.expect(input, toEqual: "-a#", error: Offline())
  }

  @Test func sequencesAreComparedWithMarbles() async {
    let timeline = Timeline()
    let ticks = AsyncStream<Int> { continuation in
      for tick in 1...3 {
        timeline.schedule(in: .milliseconds(tick * 2)) { continuation.yield(tick) }
      }
      timeline.schedule(in: .milliseconds(7)) { continuation.finish() }
    }
    await timeline.expect(ticks, toEqual: "--1-2-3|", values: .digits)
  }

  @MainActor @Test func aTaskThatAPublisherStartsRunsInAnAsyncTest() async {
    final class Letters: @unchecked Sendable { let subject = PassthroughSubject<String, Never>() }
    let timeline = Timeline()
    let letters = Letters()
    let output = letters.subject.handleEvents(receiveSubscription: { _ in
      MainActor.assertIsolated()
      timeline.task {
        try? await timeline.sleep(for: .milliseconds(3))
        letters.subject.send("a")
        try? await timeline.sleep(for: .milliseconds(2))
        letters.subject.send(completion: .finished)
      }
    })
    let holds = await timeline.expect(output, toEqual: "---a-|")
    #expect(holds)
    expectEqual(timeline.now.offset, .milliseconds(6))
  }

  @Test func testPublishersFeedSequences() async {
    let timeline = scheduler.timeline
    await timeline.expect(timeline.cold("-1-(23)-4|", values: .digits).values, toEqual: "-1-(23)-4|", values: .digits)
    await timeline.expect(timeline.cold("-a#", error: Offline()).values, toEqual: "-a#", values: .standard)
    let hot = timeline.hot("-1-(23)|", values: .digits, whenNoDemand: .hold)
    await timeline.expect(hot.values.map { $0 * 2 }, toEqual: "-2-(46)|", values: .digits)
  }

  @Test func recordersAreCompared() {
    let recorder = scheduler.record(scheduler.cold("-1-2|", values: .digits))
    scheduler.run()
    recorder.expect(toEqual: "-1-2|")
  }

  /// Records `-a-b-|`, and cancels after 4 ms.
  private func cancelled() -> Recorder<String, Never> {
    scheduler.timeline.advance(by: .milliseconds(10))
    let recorder = scheduler.record(scheduler.cold("-a-b-|"))
    scheduler.timeline.advance(by: .milliseconds(4))
    recorder.cancel()
    return recorder
  }

  @Test(arguments: ["-a-b!", "-a-b", "^a-b!", "--^a-b!", "3ms ^a-b", "--^a-b!-----"])
  func theSubscriptionAndTheCancellationOfARecorderAreCompared(marbles: String) {
    #expect(cancelled().expect(toEqual: marbles))
  }

  @Test func aRecorderThatIsNotCancelledOrSubscribedDiffers() {
    struct Silent: Publisher {
      typealias Output = String
      typealias Failure = Never
      func receive<S: Subscriber>(subscriber _: S) where S.Input == String, S.Failure == Never {}
    }
    let open = scheduler.record(scheduler.cold("-a-|"), exhaustive: false)
    scheduler.timeline.advance(by: .milliseconds(2))
    let ended = scheduler.record(Empty<String, Never>())
    ended.cancel()
    let texts = [
      complaint { open.expect(toEqual: "-a-!") },
      complaint { cancelled().expect(toEqual: "-a-b--!") },
      complaint { cancelled().expect(toEqual: "-a-(b!)") },
      complaint { cancelled().expect(toEqual: "-a-b--|") },
      complaint { cancelled().expect(toEqual: "-^-a-b!") },
      complaint { ended.expect(toEqual: "(|!)") },
      complaint { scheduler.record(Silent()).expect(toEqual: "-^-") },
    ]
    expectGolden(texts.joined(separator: "\n\n"), "marble-lifecycle.txt")
  }

  /// The text of the issues that `body` reports.
  private func complaint(_ body: () -> Bool) -> String {
    let issues = Issues()
    let isSame = issues.collect(body)
    #expect(!isSame)
    expectEqual(issues.all.count, 1)
    return issues.all.map(\.text).joined()
  }

  @Test func failuresShowBothDiagramsAndTheFirstDifference() {
    let late = scheduler.cold("--a--b|")
    let people = scheduler.cold(
      "-a-|", values: ["a": Person(name: "Ann", age: 41)])
    let wanted = Person(name: "Ann", age: 40)
    let texts = [
      complaint { scheduler.expect(late, toEqual: "--a-b-|", name: "letters") },
      complaint { scheduler.expect(late, toEqual: "--a--(bc)|") },
      complaint { scheduler.expect(late, toEqual: "--a---") },
      complaint { scheduler.expect(late, toEqual: "--a--b--c|") },
      complaint { scheduler.expect(late, toEqual: "-------|") },
      complaint { scheduler.expect(scheduler.cold("-a#", error: Offline()), toEqual: "-a|") },
      complaint { scheduler.expect(scheduler.cold("-a|"), toEqual: "-a#") },
      complaint {
        scheduler.expect(
          scheduler.cold("-1-2|", values: .digits).map { $0 * 10 }, toEqual: "-a-b|", values: ["a": 10, "b": 30])
      },
      complaint { scheduler.expect(people, toEqual: "-x-|", values: ["x": wanted]) },
      complaint { scheduler.expect(late, toEqual: "--a-(b") },
      complaint { scheduler.expect(people, toEqual: "-z", values: ["x": wanted]) },
      complaint { scheduler.expect(scheduler.cold("[a] 500us [b] 1.5s |"), toEqual: "(ab) 1.5s |") },
    ]
    expectGolden(texts.joined(separator: "\n\n"), "marble-expectations.txt")
  }

  @Test func eventsThatCannotHappenAreErrors() {
    let texts = ["!^", "-a^-b", "-a!b", "-!-|"].map { marbles in
      complaint { scheduler.expect(scheduler.cold("a"), toEqual: marbles) }
    }
    expectEqual(
      texts.map { $0.prefix { $0 != "\n" } },
      [
        "Marbles, column 1: '!' is before '^', where nothing can happen",
        "Marbles, column 2: 'a' is before '^', where nothing can happen",
        "Marbles, column 4: 'b' is after '!', where nothing can happen",
        "Marbles, column 4: '|' is after '!', where nothing can happen",
      ])
  }

  @Test func failuresShowTheSubscriptionAndTheCancellation() {
    let text = complaint { scheduler.expect(scheduler.hot("--ab"), toEqual: "-^-a-!-") }
    #expect(text.contains("expected: -^-a-!-\n  actual:   -^ab-!-\n"), "\(text)")
  }

  @Test func aFailureAtTheEndOfTimeIsShown() {
    scheduler.timeline.set(to: .end.advanced(by: .milliseconds(-2)))
    let text = complaint { scheduler.expect(scheduler.cold("a---b"), toEqual: "a---b") }
    let last = "9223372036.854775807 s"
    #expect(text.contains("at \(last): expected nothing until \(last), got value \"b\""), "\(text)")
  }

  @Test func issuesAreAtTheLineOfTheCaller() {
    let issues = Issues()
    let line: UInt = #line + 1
    issues.collect { scheduler.expect(scheduler.cold("-a|"), toEqual: "-b|") }
    expectEqual(issues.all.map(\.line), [line])
  }

  @Test func everyDifferenceIsShown() {
    let issues = Issues()
    issues.collect { scheduler.expect(scheduler.cold("-a-x-c--y|"), toEqual: "-a-b-c-d-|", values: .standard) }
    expectGolden(issues.all.map(\.text).joined(), "marble-differences.txt")
  }
}
