import Dispatch
import IssueReporting
import StreamsTesting
import Testing

private struct Offline: Error, Equatable {}

@Suite(.leakCheck()) struct RecorderTests {
  let scheduler = VirtualTimeScheduler()

  @Test func eventsHaveVirtualTimesAndOneOrder() {
    let a = scheduler.record(scheduler.cold("-1--2|", values: .digits), name: "a")
    let b = scheduler.record(scheduler.cold("-3--|", values: .digits), name: "b")
    scheduler.run()
    expectEqual(
      a.consumeAll().events,
      [
        .subscription(at: .zero), .value(1, at: .milliseconds(1)), .value(2, at: .milliseconds(4)),
        .finished(at: .milliseconds(5)),
      ])
    let (ofA, ofB) = (a.consumeAll().events.map(\.order), b.consumeAll().events.map(\.order))
    #expect(ofA[1] < ofB[1], "at one instant the order tells")
    #expect(ofB[2] > ofA[2])
    expectEqual(ofA, ofA.sorted())
  }

  @Test func positionsOrderTheEventsOfTwoRecordings() {
    let subject = PassthroughSubject<Int, Never>()
    let recorders = ["a", "b"].map { scheduler.record(subject, name: $0) }
    for number in 1...3 {
      subject.send(number)
      if number == 2 { scheduler.timeline.advance(by: .milliseconds(1)) }
    }
    subject.send(completion: .finished)
    let events = recorders.map { $0.consumeAll().events }
    for event in events {
      expectEqual(event.map { $0.event.value }, [nil, 1, 2, 3, nil])
      expectEqual(event.map { $0.time.nanoseconds }, [0, 0, 0, 1_000_000, 1_000_000])
      #expect(zip(event, event.dropFirst()).allSatisfy { $0.order < $1.order })
    }
    for (a, b) in zip(events[0], events[1]) { #expect(a.order < b.order, "the first that subscribed is served first") }
  }

  @Test func nextTakesOneOrSeveralValues() throws {
    let recorder = scheduler.record(scheduler.cold("1-2-3-4-5|", values: .digits))
    scheduler.run()
    try expectEqual(recorder.next().get(), 1)
    try expectEqual(recorder.next(2).get(), [2, 3])
    try expectEqual(recorder.next().get(), 4)
    try expectEqual(recorder.next().get(), 5)
    try recorder.next().inverted.get()
    try recorder.finished.get()
    recorder.expectNoEvents()
  }

  @Test func anExpectationKeepsTheStream() throws {
    let subject = PassthroughSubject<Int, Never>()
    func matching() -> RecorderExpectation<Int> { subject.record().next { $0 > 1 } }
    func first() -> RecorderExpectation<Int> { subject.record().next() }
    let expectations = [matching(), first()]
    for value in 1...2 { subject.send(value) }
    try expectEqual(expectations[0].get(), 2)
    try expectEqual(expectations[1].get(), 1)
    try #require(expectations[1].get() == 2)
  }

  @Test func elementsLastAndRecordingAreAvailableAtTheEnd() throws {
    let recorder = scheduler.record(scheduler.cold("1-2-3|", values: .digits))
    try recorder.elements.inverted.get()
    try expectEqual(recorder.prefix(2).wait(), [1, 2])
    try expectEqual(recorder.availableElements.get(), [1, 2])
    try expectEqual(recorder.elements.wait(), [1, 2, 3])
    try expectEqual(recorder.last.get(), 3)
    try expectEqual(recorder.completion.get(), .finished)
    try expectEqual(recorder.recording.get().values, [1, 2, 3])
    try expectEqual(recorder.prefix(9).get(), [1, 2, 3])
  }

  @Test func waitingAdvancesVirtualTimeOnlyToTheEvent() throws {
    let recorder = scheduler.record(scheduler.cold("10ms 1 20ms 2|", values: .digits))
    try expectEqual(recorder.next().wait(), 1)
    expectEqual(scheduler.timeline.now, .beginning.advanced(by: .milliseconds(10)))
    try recorder.next().inverted.wait(timeout: .seconds(0.005))
    expectEqual(scheduler.timeline.now, .beginning.advanced(by: .milliseconds(15)))
    recorder.cancelAndIgnoreRemainingEvents()
  }

  @Test func singleExpectsExactlyOneValue() throws {
    let one = scheduler.record(Just(7))
    try expectEqual(one.single.get(), 7)
    let issues = Issues()
    issues.collect {
      let two = scheduler.record([1, 2].publisher, name: "two")
      #expect(throws: RecordingError<Int>.self) { try two.single.get() }
    }
    expectEqual(issues.all.count, 1)
    expectEqual(issues.all.first?.text.hasPrefix("two: expected one value and the end."), true)
  }

  @Test func recordingExpectsTheEndAlsoAFailure() throws {
    let failing = [1, 2].publisher.setFailureType(to: Offline.self).append(Fail(error: Offline()))
    let events = try failing.record().recording.get()
    #expect(events.values == [1, 2] && events.completion == .failure(Offline()))
  }

  @Test func optionalValuesAreRecorded() throws {
    let recorder = scheduler.record([1, nil, 3].publisher.setFailureType(to: (any Error).self))
    try expectEqual(recorder.elements.get(), [1, nil, 3])
  }

  @Test func aFailureOfTheStreamIsThrownWithTheValuesAndIsNoIssue() throws {
    let recorder = scheduler.record(scheduler.cold("-1-#", values: .digits, error: Offline()), name: "pages")
    scheduler.run()
    try expectEqual(recorder.next().get(), 1)
    do {
      _ = try recorder.elements.get()
      Issue.record("it must throw")
    } catch let error as RecordingError<Int> {
      #expect(error.failure is Offline)
      expectEqual(error.received, [1])
      let text = error.description.replacing(#/swift:\d+/#, with: "swift:LINE")
      expectGolden(text, "recorder-stream-failed.txt")
    }
  }

  @Test func recordersRequestTheirDemand() {
    let source = scheduler.cold("(123456)|", values: .digits)
    let recorder = scheduler.record(source, demand: .max(1), answer: { $0 == 3 ? .max(1) : .none })
    scheduler.run()
    expectEqual(recorder.consumeAll().values, [1])
    recorder.request(.max(2))
    expectEqual(recorder.consumeAll().values, [1, 2, 3, 4])
    recorder.request(.unlimited)
    expectEqual(recorder.consumeAll().values, [1, 2, 3, 4, 5, 6])
    expectEqual(source.subscriptions[0].requests.map(\.demand), [.max(1), .max(2), .unlimited])
  }

  @Test func sequencesAreRecordedInVirtualTime() async throws {
    let timeline = Timeline()
    let ticks = AsyncThrowingStream<Int, any Error> { continuation in
      timeline.schedule(in: .milliseconds(2)) { continuation.yield(1) }
      timeline.schedule(in: .milliseconds(5)) { continuation.finish(throwing: Offline()) }
    }
    let recorder = timeline.record(ticks, name: "ticks")
    try await expectEqual(recorder.next().wait(), 1)
    expectEqual(timeline.now, .beginning.advanced(by: .milliseconds(2)))
    let end = try await recorder.completion.wait()
    if case .failure(let error) = end { #expect(error is Offline) } else { Issue.record("it must fail") }
  }

  /// Time moves by whole instants, in code that waits with `await` and in code that does not.
  @Test func aWaitRunsAllWorkDueAtTheInstantOfTheEvent() async throws {
    let blocking = scheduler.record(scheduler.cold("-(12)-3", values: .digits), exhaustive: false)
    try onTimeline(blocking.next())
    expectEqual(blocking.values, [1, 2])
    let suspending = scheduler.record(scheduler.cold("-(12)-3", values: .digits), exhaustive: false)
    try await suspending.next().wait()
    expectEqual(suspending.values, [1, 2])
  }

  private func onTimeline(_ expectation: RecorderExpectation<Int>) throws { try expectation.wait() }

  @Test func requestsBeforeTheSubscriptionAreForwarded() {
    let scheduler = VirtualTimeScheduler()
    let recorder = scheduler.record([1, 2, 3].publisher.subscribe(on: scheduler), demand: .none)
    recorder.request(.max(2))
    scheduler.run()
    expectEqual(recorder.consumeAll().values, [1, 2])
    recorder.cancel()
  }

  @Test func nextWaitsForTheNextOrTheNextMatchingValue() async throws {
    let scheduler = VirtualTimeScheduler()
    let recorder = scheduler.record(scheduler.cold("-1-2-3-4|", values: .digits))
    try await expectEqual(recorder.next().wait(), 1)
    try await expectEqual(recorder.next { $0 > 2 }.wait(), 3)
    try await expectEqual(recorder.next().wait(timeout: .milliseconds(2)), 4)
    try await recorder.finished.wait()
    let elsewhere = [1, 2, 3].publisher.receive(on: DispatchQueue(label: "elsewhere")).record()
    try await expectEqual(elsewhere.next { $0 == 2 }.wait(timeout: .seconds(300)), 2)
    try await expectEqual(elsewhere.next().wait(timeout: .seconds(300)), 3)
    try await elsewhere.finished.wait(timeout: .seconds(300))
  }

  @Test func recordersReturnDemandForEachValue() {
    let recorder = (1...5).publisher.record(demand: .max(1), answer: { $0 == 3 ? .none : .max(1) })
    expectEqual(recorder.consumeAll().values, [1, 2, 3])
    let silent = (1...5).publisher.record(demand: .max(1), answer: { _ in .none })
    expectEqual(silent.consumeAll().values, [1])
  }

  @Test func aReleasedRecorderCancelsASequence() async throws {
    let source = scheduler.cold("-1-2-3", values: .digits)
    var recorder: Recorder? = scheduler.timeline.record(source.values, exhaustive: false)
    try await expectEqual(recorder?.next().wait(), 1)
    recorder = nil
    await scheduler.timeline.advance(by: .milliseconds(2))
    expectEqual(source.subscriptions[0].cancellationTime?.offset, .milliseconds(1))
  }

  @Test func valuesAreComparedInOrder() {
    let issues = Issues()
    issues.collect {
      let recorder = [1, 2].publisher.record()
      #expect(!recorder.expect(values: [2, 1]))
      try? recorder.finished.get()
    }
    expectEqual(issues.all.count, 1)
    expectEqual(issues.all.first?.text.contains("expected the values [2, 1], got [1, 2]"), true)
    expectEqual(issues.all.first?.text.contains("stream so far"), true)
  }

  @Test func descriptionsOfValuesCanUseTheRecorder() async {
    final class Shared {
      var recorder: Recorder<Curious, Never>?
    }
    struct Curious: CustomStringConvertible {
      let shared: Shared
      var description: String { "\(shared.recorder?.values.count ?? 0) values" }
    }
    let issues = Issues()
    await withIssueReporters([issues]) {
      await Races.race(
        times: 1, timeout: .seconds(300), on: { Shared() },
        { shared in
          shared.recorder = Just(Curious(shared: shared)).record(exhaustive: false)
          Issues().collect { _ = try? shared.recorder?.next(2).get() }
          shared.recorder = nil
        })
    }
    #expect(issues.all.isEmpty, "\(issues.all)")
  }
  /// Under a lock, where the optimiser could release the subscription, its deinit would wait endlessly.
  @Test func theDeinitOfASubscriptionMayReadTheRecorder() {
    var (recorder, seen): (Recorder<Int, Never>?, [Int]?)
    let source = Source { seen = recorder?.values }
    recorder = source.record()
    _ = source.subscriber?.receive(1)
    source.subscriber?.receive(completion: .finished)
    expectEqual(seen, [1])
    _ = recorder?.consumeAll()
  }

  /// Sends a subscription that calls a closure when it is deinitialised.
  private final class Source: Publisher {
    typealias Output = Int
    typealias Failure = Never
    private(set) var subscriber: AnySubscriber<Int, Never>?
    private let atEnd: () -> Void
    init(atEnd: @escaping () -> Void) { self.atEnd = atEnd }

    func receive(subscriber: some Subscriber<Int, Never>) {
      self.subscriber = AnySubscriber(subscriber)
      subscriber.receive(subscription: Handle(atEnd))
    }

    private final class Handle: Subscription {
      private let atEnd: () -> Void
      init(_ atEnd: @escaping () -> Void) { self.atEnd = atEnd }
      deinit { atEnd() }
      func request(_ demand: Subscribers.Demand) {}
      func cancel() {}
    }
  }
}
