import Dispatch
import Streams
import Testing

struct TimeoutTests {
  let scheduler = ManualScheduler()
  let upstream = ManualPublisher<Int, TestError>()

  @Test func finishesAndCancelsWhenNothingComes() {
    let subscriber = RecordingSubscriber<Int, TestError>()
    upstream.timeout(1, scheduler: scheduler).subscribe(subscriber)
    expectEqual(subscriber.log, ["Timeout"])
    scheduler.advance(by: 999)
    upstream.send(1)
    scheduler.run()
    scheduler.advance(by: 999)
    expectEqual(subscriber.log, ["Timeout", "1"])
    scheduler.advance(by: 1)
    expectEqual(subscriber.log, ["Timeout", "1", "finished"])
    expectEqual(upstream.log, ["request(unlimited)", "cancel"])
    upstream.send(2)
    upstream.finish()
    scheduler.advance(by: 5000)
    expectEqual(subscriber.log.count, 3)
    expectEqual(scheduler.pending, 0)
  }

  @Test func schedulesOnceAnIntervalInRealTime() {
    let subscriber = RecordingSubscriber<Int, TestError>()
    upstream.timeout(1, scheduler: RealTimeScheduler(scheduler)).subscribe(subscriber)
    for value in 0..<9 {
      scheduler.advance(by: 100)
      upstream.send(value)
    }
    let centuries = Int.max / 1_000_000
    expectEqual(scheduler.log.filter { $0 != "now" }, ["after 1000 every \(centuries)"])
    scheduler.advance(by: 999)
    expectEqual(
      scheduler.log.filter { $0 != "now" },
      ["after 1000 every \(centuries)", "cancel", "after 1900 every \(centuries)"])
    expectEqual(subscriber.values, Array(0..<9))
    #expect(subscriber.completions.isEmpty)
    scheduler.advance(by: 1)
    #expect(subscriber.isFinished)
    #expect(upstream.isCancelled)
    expectEqual(scheduler.pending, 0)
  }

  @Test func failsWithTheCustomErrorWhenNothingComes() {
    let subscriber = RecordingSubscriber<Int, TestError>()
    upstream.timeout(1, scheduler: scheduler, customError: { TestError("late") }).subscribe(subscriber)
    scheduler.advance(by: 1000)
    expectEqual(subscriber.log, ["Timeout", "failure(late)"])
    #expect(upstream.isCancelled)
  }

  @Test func theClockStartsAtTheSubscriptionAndAgainAtTheFirstRequest() {
    let subscriber = RecordingSubscriber<Int, TestError>(.none)
    upstream.timeout(1, scheduler: scheduler).subscribe(subscriber)
    scheduler.advance(by: 800)
    subscriber.request(.max(1))
    scheduler.advance(by: 800)
    expectEqual(subscriber.log, ["Timeout"])
    subscriber.request(.max(1))
    scheduler.advance(by: 200)
    expectEqual(subscriber.log, ["Timeout", "finished"])
    let idle = RecordingSubscriber<Int, TestError>(.none)
    upstream.timeout(1, scheduler: scheduler).subscribe(idle)
    scheduler.advance(by: 1000)
    expectEqual(idle.log, ["Timeout", "finished"])
  }

  @Test func valuesAndTheUpstreamsEndAreScheduled() {
    let subscriber = RecordingSubscriber<Int, TestError>(.max(1), more: { .max($0) })
    upstream.timeout(1, scheduler: scheduler, options: "o").subscribe(subscriber)
    expectEqual(scheduler.log, ["after 1000 every 1000 o"])
    expectEqual(upstream.send(3), .none)
    #expect(subscriber.values.isEmpty)
    expectEqual(scheduler.log, ["after 1000 every 1000 o", "cancel", "after 1000 every 1000 o", "now o"])
    scheduler.run()
    expectEqual(subscriber.values, [3])
    expectEqual(upstream.log, ["request(max(1))", "request(max(3))"])
    upstream.fail(TestError("x"))
    #expect(subscriber.completions.isEmpty)
    scheduler.run()
    expectEqual(subscriber.log, ["Timeout", "3", "failure(x)"])
    expectEqual(scheduler.pending, 0)
  }

  @Test(arguments: [0, -1]) func aTimeOfNothingEndsAsSoonAsTheSchedulerRuns(seconds: Int) {
    let subscriber = RecordingSubscriber<Int, TestError>()
    upstream.timeout(.seconds(seconds), scheduler: scheduler).subscribe(subscriber)
    expectEqual(subscriber.log, ["Timeout"])
    scheduler.run()
    expectEqual(subscriber.log, ["Timeout", "finished"])
  }

  @Test func nothingComesAfterCancel() {
    let canary = Canary()
    var log: [String] = []
    let cancellable: AnyCancellable
    do {
      let token = canary.token()
      cancellable = upstream.timeout(1, scheduler: scheduler).sink(
        receiveCompletion: { log.append("\($0)") },
        receiveValue: {
          token.touch()
          log.append("\($0)")
        })
    }
    upstream.send(1)
    cancellable.cancel()
    upstream.forgetSubscriber()
    expectEqual(canary.alive, 0)
    scheduler.advance(by: 5000)
    #expect(log.isEmpty)
    expectEqual(upstream.log, ["request(unlimited)", "cancel"])
  }

  @Test func cancellingReleasesTheClosureOfTheErrorAlthoughWorkIsScheduled() {
    let canary = Canary()
    let subscriber = RecordingSubscriber<Int, TestError>()
    do {
      let token = canary.token()
      upstream.timeout(1, scheduler: scheduler) {
        token.touch()
        return TestError()
      }.subscribe(subscriber)
    }
    upstream.send(1)
    subscriber.cancel()
    upstream.forgetSubscriber()
    expectEqual(canary.alive, 0)
  }

  @Test func mayBeCancelledFromInside() {
    let subscriber = RecordingSubscriber<Int, TestError>()
    subscriber.onValue = { _ in subscriber.cancel() }
    upstream.timeout(1, scheduler: scheduler).subscribe(subscriber)
    upstream.send(1)
    upstream.send(2)
    scheduler.advance(by: 5000)
    expectEqual(subscriber.log, ["Timeout", "1"])
  }

  @Test func aSynchronousSchedulerKnowsNoTimeAndEndsAtOnce() {
    let subscriber = RecordingSubscriber<Int, TestError>()
    upstream.timeout(.seconds(1), scheduler: ImmediateScheduler.shared).subscribe(subscriber)
    expectEqual(subscriber.log, ["Timeout", "finished"])
  }

  @Test func aSourceThatSendsAndEndsWhenItIsAsked() {
    let subscriber = RecordingSubscriber<Int, Never>()
    [1, 2].publisher.timeout(1, scheduler: scheduler).subscribe(subscriber)
    scheduler.advance(by: 5000)
    expectEqual(subscriber.log, ["Timeout", "1", "2", "finished"])
    expectEqual(scheduler.pending, 0)
  }

  @Test func endsOnceOnAConcurrentQueue() async {
    for _ in 0..<20 {
      let subscriber = RecordingSubscriber<Int, Never>()
      let subject = PassthroughSubject<Int, Never>()
      await withCheckedContinuation { done in
        subscriber.onCompletion = { _ in done.resume() }
        subject.timeout(.milliseconds(1), scheduler: DispatchQueue.global()).subscribe(subscriber)
        for value in 0..<200 { subject.send(value) }
      }
      #expect(!subscriber.wasOverlapped)
      expectEqual(subscriber.values, Array(0..<subscriber.values.count))
      expectEqual(subscriber.completions.count, 1)
    }
  }
}
