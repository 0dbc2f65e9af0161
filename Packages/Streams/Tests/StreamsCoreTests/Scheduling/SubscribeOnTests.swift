import Dispatch
import Streams
import Testing

struct SubscribeOnTests {
  let scheduler = ManualScheduler()
  let upstream = ManualPublisher<Int, TestError>()

  @Test func schedulesSubscriptionRequestsAndCancelButNotValues() {
    let subscriber = RecordingSubscriber<Int, TestError>(.max(1), more: { .max($0) })
    upstream.subscribe(on: scheduler, options: "o").subscribe(subscriber)
    expectEqual(upstream.subscriberCount, 0)
    scheduler.run()
    expectEqual(subscriber.log, ["SubscribeOn"])
    expectEqual(scheduler.log, ["now o", "now o"])
    expectEqual(upstream.log, ["request(max(1))"])
    expectEqual(upstream.send(5), .max(5))
    expectEqual(subscriber.values, [5])
    subscriber.request(.max(2))
    expectEqual(upstream.log, ["request(max(1))"])
    scheduler.run()
    expectEqual(upstream.log, ["request(max(1))", "request(max(2))"])
    upstream.fail(TestError("x"))
    expectEqual(subscriber.log, ["SubscribeOn", "5", "failure(x)"])
    subscriber.request(.max(1))
    subscriber.cancel()
    expectEqual(scheduler.log.count, 3)
  }

  @Test func nothingComesAfterCancelAlthoughTheUpstreamIsCancelledLater() {
    let subscriber = RecordingSubscriber<Int, TestError>()
    upstream.subscribe(on: scheduler).subscribe(subscriber)
    scheduler.run()
    subscriber.cancel()
    subscriber.cancel()
    upstream.send(1)
    upstream.finish()
    expectEqual(subscriber.log, ["SubscribeOn"])
    let other = RecordingSubscriber<Int, TestError>()
    upstream.subscribe(on: scheduler).subscribe(other)
    scheduler.run()
    other.cancel()
    #expect(!upstream.isCancelled)
    scheduler.run()
    expectEqual(upstream.log.filter { $0 == "cancel" }.count, 1)
  }

  @Test func aCancelBeforeTheSchedulerSubscribesReleasesClosures() {
    let canary = Canary()
    var cancellable: AnyCancellable?
    do {
      let token = canary.token()
      cancellable = upstream.subscribe(on: scheduler).sink(
        receiveCompletion: { _ in }, receiveValue: { _ in token.touch() })
    }
    cancellable?.cancel()
    cancellable = nil
    scheduler.advance(by: 10)
    upstream.send(1)
    upstream.forgetSubscriber()
    expectEqual(canary.alive, 0)
  }

  @Test func aSynchronousSchedulerSubscribesAtOnce() {
    let subscriber = RecordingSubscriber<Int, Never>()
    [1, 2].publisher.subscribe(on: ImmediateScheduler.shared).subscribe(subscriber)
    expectEqual(subscriber.log, ["SubscribeOn", "1", "2", "finished"])
  }

  @Test func keepsTheOrderOnAConcurrentQueue() async {
    let subscriber = RecordingSubscriber<Int, Never>(.max(1), more: { _ in .max(1) })
    await withCheckedContinuation { done in
      subscriber.onCompletion = { _ in done.resume() }
      (0..<1_000).publisher.subscribe(on: DispatchQueue.global()).subscribe(subscriber)
    }
    expectEqual(subscriber.values, Array(0..<1_000))
    for _ in 0..<100 {
      let subject = PassthroughSubject<Int, Never>()
      let cancellable = subject.subscribe(on: DispatchQueue.global()).sink { _ in }
      let sending = Task.detached { for value in 0..<10 { subject.send(value) } }
      cancellable.cancel()
      await sending.value
    }
  }
}
