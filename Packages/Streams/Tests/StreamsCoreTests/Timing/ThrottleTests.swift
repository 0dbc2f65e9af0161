import Dispatch
import Streams
import Synchronization
import Testing

struct ThrottleTests {
  let scheduler = ManualScheduler()
  let upstream = ManualPublisher<Int, TestError>()

  /// Sends 0, 1, 2 ... at `times` and tells what came when.
  func deliveries(sendingAt times: [Int], latest: Bool, interval: Double = 1) -> [String] {
    var log: [String] = []
    let subject = PassthroughSubject<Int, Never>()
    let cancellable = subject.throttle(for: .seconds(interval), scheduler: scheduler, latest: latest).sink {
      [scheduler] in log.append("\($0) at \(scheduler.now)")
    }
    for (index, time) in times.enumerated() {
      scheduler.schedule(after: .init(milliseconds: time)) { subject.send(index) }
    }
    scheduler.advance(by: 100_000)
    cancellable.cancel()
    return log
  }

  @Test func sendsTheFirstAtOnceAndThenTheLatestAfterEachInterval() {
    expectEqual(
      deliveries(sendingAt: [100, 200, 300, 1500, 5000, 5100], latest: true),
      ["0 at 100", "2 at 1100", "3 at 2100", "4 at 5000", "5 at 6000"])
  }

  @Test func withoutLatestSendsTheFirstValueOfEachInterval() {
    expectEqual(
      deliveries(sendingAt: [100, 200, 300, 1500, 1600, 5000], latest: false),
      ["0 at 100", "1 at 1100", "3 at 2100", "5 at 5000"])
  }

  @Test(arguments: [0.0, -1]) func anIntervalOfNothingSendsOncePerRunOfTheScheduler(interval: Double) {
    expectEqual(deliveries(sendingAt: [1, 2, 2, 3], latest: true, interval: interval), ["0 at 1", "2 at 2", "3 at 3"])
  }

  @Test(arguments: [true, false]) func theFirstValueIsScheduledAndTheLatestMayReplaceIt(latest: Bool) {
    let subscriber = RecordingSubscriber<Int, TestError>()
    upstream.throttle(for: 1, scheduler: scheduler, latest: latest).subscribe(subscriber)
    expectEqual(upstream.log, ["request(unlimited)"])
    expectEqual(upstream.send(1), .none)
    upstream.send(2)
    expectEqual(scheduler.log, ["now"])
    expectEqual(subscriber.log, ["Throttle"])
    scheduler.run()
    expectEqual(subscriber.log, ["Throttle", latest ? "2" : "1"])
    upstream.send(3)
    expectEqual(scheduler.log, ["now", "after 1000"])
  }

  @Test func theEndGoesOutWithAPendingValue() {
    let subscriber = RecordingSubscriber<Int, TestError>()
    upstream.throttle(for: 1, scheduler: scheduler, latest: true).subscribe(subscriber)
    upstream.send(1)
    scheduler.run()
    upstream.send(2)
    upstream.finish()
    scheduler.advance(by: 999)
    expectEqual(subscriber.log, ["Throttle", "1"])
    scheduler.advance(by: 1)
    expectEqual(subscriber.log, ["Throttle", "1", "2", "finished"])
  }

  @Test func anEndWithoutAPendingValueIsScheduledNow() {
    let subscriber = RecordingSubscriber<Int, TestError>()
    upstream.throttle(for: 1, scheduler: scheduler, latest: true).subscribe(subscriber)
    upstream.send(1)
    scheduler.run()
    upstream.fail(TestError("x"))
    expectEqual(scheduler.log, ["now", "now"])
    expectEqual(subscriber.log, ["Throttle", "1"])
    scheduler.run()
    expectEqual(subscriber.log, ["Throttle", "1", "failure(x)"])
  }

  @Test func dropsWhatIsDueWithoutDemand() {
    let subscriber = RecordingSubscriber<Int, TestError>(.max(1))
    upstream.throttle(for: 1, scheduler: scheduler, latest: true).subscribe(subscriber)
    for value in 1...2 {
      upstream.send(value)
      scheduler.advance(by: 1000)
    }
    subscriber.request(.max(1))
    upstream.send(3)
    scheduler.advance(by: 1000)
    expectEqual(subscriber.values, [1, 3])
  }

  @Test func cancelDropsAndReleasesWhatIsPending() {
    let canary = Canary()
    let subject = PassthroughSubject<Canary.Token, Never>()
    var count = 0
    let cancellable = subject.throttle(for: 1, scheduler: scheduler, latest: true).sink(
      receiveCompletion: { _ in count += 1 }, receiveValue: { _ in count += 1 })
    subject.send(canary.token())
    subject.send(completion: .finished)
    cancellable.cancel()
    expectEqual(canary.alive, 0)
    scheduler.advance(by: 5000)
    expectEqual(count, 0)
  }

  @Test func aSynchronousSchedulerSendsEveryValueAtOnce() {
    let subscriber = RecordingSubscriber<Int, TestError>()
    subscriber.onValue = { if $0 < 3 { upstream.send($0 + 1) } }
    upstream.throttle(for: .seconds(1), scheduler: ImmediateScheduler.shared, latest: true).subscribe(subscriber)
    upstream.send(1)
    upstream.finish()
    expectEqual(subscriber.log, ["Throttle", "1", "2", "3", "finished"])
    #expect(!subscriber.wasOverlapped)
  }

  @Test func keepsTheOrderAndTheLastValueOnAConcurrentQueue() async {
    let subscriber = RecordingSubscriber<Int, Never>()
    let subject = PassthroughSubject<Int, Never>()
    await withCheckedContinuation { done in
      subscriber.onCompletion = { _ in done.resume() }
      subject.throttle(for: .nanoseconds(1), scheduler: DispatchQueue.global(), latest: true).subscribe(subscriber)
      for value in 0..<5_000 { subject.send(value) }
      subject.send(completion: .finished)
    }
    #expect(!subscriber.wasOverlapped)
    expectEqual(subscriber.values, subscriber.values.sorted())
    expectEqual(subscriber.values.last, 4_999)
  }

  @Test func aValueThatArrivesDuringACancelIsReleased() {
    let canary = Canary()
    var kept = 0
    for _ in 0..<200 {
      let scheduler = ManualScheduler()
      let subject = PassthroughSubject<Canary.Token, Never>()
      let cancellable = subject.throttle(for: 1, scheduler: scheduler, latest: true).sink { _ in }
      nonisolated(unsafe) let (source, birds) = (subject, canary)
      let ready = Atomic(0)
      onThreads(2) { index in
        ready.add(1, ordering: .relaxed)
        while ready.load(ordering: .relaxed) < 2 {}
        if index == 0 { source.send(birds.token()) } else { cancellable.cancel() }
      }
      // The scheduler's action still holds the delivery.
      withExtendedLifetime(scheduler) { kept += canary.alive }
    }
    expectEqual(kept, 0)
  }
}
