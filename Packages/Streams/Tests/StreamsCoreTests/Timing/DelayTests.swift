import Dispatch
import Streams
import Testing

struct DelayTests {
  let scheduler = ManualScheduler(tolerance: 7)
  let upstream = ManualPublisher<Int, TestError>()

  @Test func delaysValuesAndTheCompletionButNotTheSubscription() {
    let subscriber = RecordingSubscriber<String, TestError>()
    upstream.delay(for: 0.5, scheduler: scheduler).map { "\($0) at \(scheduler.now)" }.subscribe(subscriber)
    expectEqual(subscriber.log, ["Delay"])
    expectEqual(upstream.log, ["request(unlimited)"])
    upstream.send(1)
    scheduler.advance(by: 250)
    upstream.send(2)
    upstream.finish()
    scheduler.advance(by: 250)
    expectEqual(subscriber.log, ["Delay", "1 at 500"])
    scheduler.advance(by: 249)
    expectEqual(subscriber.log, ["Delay", "1 at 500"])
    scheduler.advance(by: 1)
    expectEqual(subscriber.log, ["Delay", "1 at 500", "2 at 750", "finished"])
    expectEqual(scheduler.log, ["after 500", "after 750", "after 750"])
  }

  @Test func delaysAFailureToo() {
    let subscriber = RecordingSubscriber<Int, TestError>()
    upstream.delay(for: 1, scheduler: scheduler).subscribe(subscriber)
    upstream.send(1)
    upstream.fail(TestError("x"))
    scheduler.advance(by: 999)
    expectEqual(subscriber.log, ["Delay"])
    scheduler.advance(by: 1)
    expectEqual(subscriber.log, ["Delay", "1", "failure(x)"])
  }

  @Test func handsToleranceAndOptionsOn() {
    let subscriber = RecordingSubscriber<Int, TestError>()
    upstream.delay(for: 1, tolerance: 0.25, scheduler: scheduler, options: "o").subscribe(subscriber)
    upstream.send(1)
    expectEqual(scheduler.log, ["after 1000 tolerance 250 o"])
  }

  @Test(arguments: [0, -1]) func aDelayOfNothingIsAsSoonAsTheSchedulerRuns(seconds: Int) {
    let subscriber = RecordingSubscriber<Int, TestError>()
    upstream.delay(for: .seconds(seconds), scheduler: scheduler).subscribe(subscriber)
    upstream.send(1)
    #expect(subscriber.values.isEmpty)
    scheduler.run()
    expectEqual(subscriber.values, [1])
  }

  @Test func demandPassesStraightThrough() {
    let subscriber = RecordingSubscriber<Int, TestError>(.max(2), more: { _ in .max(3) })
    upstream.delay(for: 1, scheduler: scheduler).subscribe(subscriber)
    subscriber.request(.max(1))
    expectEqual(upstream.send(1), .none)
    scheduler.advance(by: 1000)
    expectEqual(upstream.log, ["request(max(2))", "request(max(1))", "request(max(3))"])
  }

  @Test func cancelDropsWhatIsPendingAndReleasesIt() {
    let canary = Canary()
    let subject = PassthroughSubject<Canary.Token, Never>()
    var count = 0
    let cancellable = subject.delay(for: 3600, scheduler: scheduler).sink(
      receiveCompletion: { _ in count += 1 }, receiveValue: { _ in count += 1 })
    subject.send(canary.token())
    subject.send(canary.token())
    subject.send(completion: .finished)
    expectEqual(canary.alive, 2)
    cancellable.cancel()
    expectEqual(canary.alive, 0)
    scheduler.advance(by: 3_600_000)
    expectEqual(count, 0)
  }

  @Test func aConcurrentSchedulerKeepsOrderWithoutOverlap() async {
    let subscriber = RecordingSubscriber<Int, Never>()
    await withCheckedContinuation { done in
      subscriber.onCompletion = { _ in done.resume() }
      (0..<5_000).publisher.delay(for: .microseconds(10), scheduler: DispatchQueue.global()).subscribe(subscriber)
    }
    expectEqual(subscriber.values, Array(0..<5_000))
    #expect(!subscriber.wasOverlapped)
  }
}
