import Dispatch
import Streams
import Testing

struct CollectByTimeTests {
  let scheduler = ManualScheduler()
  let upstream = ManualPublisher<Int, TestError>()

  @Test func byTimeSendsAtEachIntervalWhatHasCome() {
    let subscriber = RecordingSubscriber<[Int], TestError>()
    upstream.collect(.byTime(scheduler, 1), options: "o").subscribe(subscriber)
    expectEqual(subscriber.log, ["CollectByTime"])
    expectEqual(upstream.log, ["request(unlimited)"])
    expectEqual(scheduler.log, ["after 1000 every 1000 o"])
    expectEqual(upstream.send(1), .none)
    scheduler.advance(by: 500)
    upstream.send(2)
    scheduler.advance(by: 500)
    expectEqual(subscriber.values, [[1, 2]])
    scheduler.advance(by: 2500)
    expectEqual(subscriber.values, [[1, 2]])
    upstream.send(3)
    scheduler.advance(by: 500)
    expectEqual(subscriber.values, [[1, 2], [3]])
    expectEqual(scheduler.log.count, 1)
  }

  @Test func byTimeRequestsUnlimitedValuesForALimitedSubscriber() {
    let subscriber = RecordingSubscriber<[Int], TestError>(.max(1))
    upstream.collect(.byTime(scheduler, 1)).subscribe(subscriber)
    expectEqual(upstream.log, ["request(unlimited)"])
    expectEqual(upstream.send(1), .none)
  }

  @Test func theEndSendsTheRestFirst() {
    let subscriber = RecordingSubscriber<[Int], TestError>()
    upstream.collect(.byTime(scheduler, 1)).subscribe(subscriber)
    upstream.send(1)
    upstream.finish()
    expectEqual(subscriber.log, ["CollectByTime"])
    scheduler.run()
    expectEqual(subscriber.log, ["CollectByTime", "[1]", "finished"])
    expectEqual(scheduler.pending, 0)
  }

  @Test func anEndWithNothingCollectedSendsNoEmptyArray() {
    let subscriber = RecordingSubscriber<[Int], TestError>()
    upstream.collect(.byTimeOrCount(scheduler, 1, 2)).subscribe(subscriber)
    upstream.finish()
    scheduler.run()
    expectEqual(subscriber.log, ["CollectByTime", "finished"])
  }

  @Test func aFailureTakesThePlaceOfTheRest() {
    let subscriber = RecordingSubscriber<[Int], TestError>()
    upstream.collect(.byTimeOrCount(scheduler, 1, 2)).subscribe(subscriber)
    for value in 1...3 { upstream.send(value) }
    upstream.fail(TestError("x"))
    scheduler.advance(by: 5000)
    expectEqual(subscriber.log, ["CollectByTime", "[1, 2]", "failure(x)"])
  }

  @Test func aFullArrayIsScheduledAndDoesNotRestartTheInterval() {
    var log: [String] = []
    let subject = PassthroughSubject<Int, Never>()
    let cancellable = subject.collect(.byTimeOrCount(scheduler, 1, 3)).sink { [scheduler] in
      log.append("\($0) at \(scheduler.now)")
    }
    for (index, time) in [100, 200, 300, 400, 500, 1300, 1400].enumerated() {
      scheduler.schedule(after: .init(milliseconds: time)) { subject.send(index + 1) }
    }
    scheduler.advance(by: 5000)
    expectEqual(log, ["[1, 2, 3] at 300", "[4, 5] at 1000", "[6, 7] at 2000"])
    expectEqual(scheduler.log.filter { $0 == "now" }.count, 1)
    cancellable.cancel()
  }

  @Test func nothingIsDeliveredByTheSender() {
    for end in [Subscribers.Completion<TestError>.finished, .failure(TestError())] {
      let upstream = ManualPublisher<Int, TestError>()
      let subscriber = record(upstream.collect(.byTimeOrCount(scheduler, 1, 2), options: "o"))
      for value in 1...3 { upstream.send(value) }
      upstream.send(completion: end)
      expectEqual(subscriber.log, ["CollectByTime"])
      expectEqual(scheduler.log.last, "now o")
      scheduler.run()
      expectEqual(subscriber.values.first, [1, 2])
      expectEqual(subscriber.completions.count, 1)
    }
  }

  @Test func arraysThatNobodyWantsYetCostNoMoreThanOthers() {
    let subscriber = RecordingSubscriber<[Int], TestError>(.none)
    upstream.collect(.byTimeOrCount(scheduler, 1, 2)).subscribe(subscriber)
    for value in 1...200_001 { upstream.send(value) }
    upstream.finish()
    for _ in 0..<100_001 {
      subscriber.request(.max(1))
      scheduler.run()
    }
    expectEqual(subscriber.values.count, 100_001)
    expectEqual(subscriber.values.last, [200_001])
    #expect(subscriber.isFinished)
  }

  @Test func byCountAsksForCountValuesAnArray() {
    let subscriber = RecordingSubscriber<[Int], TestError>(.max(2), more: { $0 == [1, 2, 3] ? .max(1) : .none })
    upstream.collect(.byTimeOrCount(scheduler, 1, 3)).subscribe(subscriber)
    expectEqual(upstream.log, ["request(max(6))"])
    for value in 1...3 { upstream.send(value) }
    expectEqual(upstream.log, ["request(max(6))"])
    scheduler.run()
    expectEqual(upstream.log, ["request(max(6))", "request(max(3))"])
    subscriber.request(.max(1))
    expectEqual(upstream.log.last, "request(max(3))")
    expectEqual(upstream.log.count, 3)
  }

  @Test func demandReturnedForAnArrayOfAnIntervalCounts() {
    let subscriber = RecordingSubscriber<[Int], TestError>(.max(1), more: { $0 == [1] ? .max(1) : .none })
    upstream.collect(.byTimeOrCount(scheduler, 1, 3)).subscribe(subscriber)
    upstream.send(1)
    scheduler.advance(by: 1000)
    expectEqual(subscriber.values, [[1]])
    expectEqual(upstream.log, ["request(max(3))", "request(max(3))"])
  }

  @Test func whatIsDueWithoutDemandStaysCollected() {
    let subscriber = RecordingSubscriber<[Int], TestError>(.max(1))
    upstream.collect(.byTimeOrCount(scheduler, 1, 2)).subscribe(subscriber)
    upstream.send(1)
    scheduler.advance(by: 1000)
    for value in 2...6 { upstream.send(value) }
    scheduler.advance(by: 5000)
    expectEqual(subscriber.values, [[1]])
    subscriber.request(.max(2))
    scheduler.run()
    expectEqual(subscriber.values, [[1], [2, 3], [4, 5]])
    upstream.finish()
    #expect(subscriber.completions.isEmpty)
    subscriber.request(.max(1))
    scheduler.run()
    expectEqual(subscriber.log, ["CollectByTime", "[1]", "[2, 3]", "[4, 5]", "[6]", "finished"])
  }

  @Test func theEndDeliversWhatWasScheduledInOrder() {
    let subscriber = RecordingSubscriber<[Int], TestError>()
    upstream.collect(.byTimeOrCount(scheduler, 1, 2)).subscribe(subscriber)
    for value in 1...5 { upstream.send(value) }
    upstream.finish()
    scheduler.run()
    expectEqual(subscriber.log, ["CollectByTime", "[1, 2]", "[3, 4]", "[5]", "finished"])
    scheduler.advance(by: 5000)
    expectEqual(subscriber.log.count, 5)
  }

  @Test(arguments: [0, -1]) func withoutAnIntervalOnlyCountAndEndSend(seconds: Int) {
    let subscriber = RecordingSubscriber<[Int], TestError>()
    upstream.collect(.byTimeOrCount(scheduler, .seconds(seconds), 2)).subscribe(subscriber)
    scheduler.run()
    for value in 1...3 {
      upstream.send(value)
      scheduler.advance(by: 10)
    }
    expectEqual(subscriber.values, [[1, 2]])
    upstream.finish()
    scheduler.run()
    expectEqual(subscriber.values, [[1, 2], [3]])
  }

  @Test func aSynchronousSchedulerCollectsUntilTheCountOrTheEnd() {
    let byTime = RecordingSubscriber<[Int], Never>()
    (1...5).publisher.collect(.byTime(ImmediateScheduler.shared, .seconds(1))).subscribe(byTime)
    expectEqual(byTime.log, ["CollectByTime", "[1, 2, 3, 4, 5]", "finished"])
    let byCount = RecordingSubscriber<[Int], Never>(.max(1), more: { _ in .max(1) })
    (1...5).publisher.collect(.byTimeOrCount(ImmediateScheduler.shared, .seconds(1), 2)).subscribe(byCount)
    expectEqual(byCount.log, ["CollectByTime", "[1, 2]", "[3, 4]", "[5]", "finished"])
  }

  @Test func nothingComesAfterCancelAndEverythingIsReleased() {
    let canary = Canary()
    let subject = PassthroughSubject<Canary.Token, Never>()
    var count = 0
    let cancellable = subject.collect(.byTimeOrCount(scheduler, 1, 2)).sink(
      receiveCompletion: { _ in count += 1 }, receiveValue: { _ in count += 1 })
    for _ in 0..<3 { subject.send(canary.token()) }
    expectEqual(canary.alive, 3)
    cancellable.cancel()
    expectEqual(canary.alive, 0)
    subject.send(completion: .finished)
    scheduler.advance(by: 5000)
    expectEqual(count, 0)
  }

  @Test func mayBeCancelledFromInside() {
    let subscriber = RecordingSubscriber<[Int], TestError>()
    subscriber.onValue = { _ in subscriber.cancel() }
    upstream.collect(.byTime(scheduler, 1)).subscribe(subscriber)
    upstream.send(1)
    scheduler.advance(by: 1000)
    upstream.send(2)
    scheduler.advance(by: 1000)
    expectEqual(subscriber.log, ["CollectByTime", "[1]"])
    #expect(upstream.isCancelled)
    expectEqual(scheduler.pending, 0)
  }

  @Test func losesNothingOnAConcurrentQueue() async {
    let subscriber = RecordingSubscriber<[Int], Never>()
    let subject = PassthroughSubject<Int, Never>()
    await withCheckedContinuation { done in
      subscriber.onCompletion = { _ in done.resume() }
      subject.collect(.byTimeOrCount(DispatchQueue.global(), .microseconds(50), 7)).subscribe(subscriber)
      for value in 0..<5_000 { subject.send(value) }
      subject.send(completion: .finished)
    }
    #expect(!subscriber.wasOverlapped)
    expectEqual(subscriber.values.flatMap { $0 }, Array(0..<5_000))
    #expect(subscriber.values.allSatisfy { !$0.isEmpty && $0.count <= 7 })
  }
}
