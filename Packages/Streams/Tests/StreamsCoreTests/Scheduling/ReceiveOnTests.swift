import Dispatch
import Streams
import Testing

struct ReceiveOnTests {
  let scheduler = ManualScheduler()
  let upstream = ManualPublisher<Int, TestError>()

  @Test func schedulesEachValueAndTheCompletionButNotTheSubscription() {
    let subscriber = RecordingSubscriber<Int, TestError>(.max(3))
    upstream.receive(on: scheduler, options: "urgent").subscribe(subscriber)
    expectEqual(subscriber.log, ["ReceiveOn"])
    #expect(scheduler.log.isEmpty)
    expectEqual(upstream.send(1), .none)
    upstream.send(2)
    upstream.finish()
    expectEqual(scheduler.log, ["now urgent", "now urgent", "now urgent"])
    #expect(subscriber.values.isEmpty)
    scheduler.run()
    expectEqual(subscriber.log, ["ReceiveOn", "1", "2", "finished"])
    expectEqual(upstream.log, ["request(max(3))"])
  }

  @Test func returnedDemandBecomesALaterRequest() {
    let subscriber = RecordingSubscriber<Int, TestError>(.max(1), more: { .max($0) })
    upstream.receive(on: scheduler).subscribe(subscriber)
    upstream.send(4)
    expectEqual(upstream.log, ["request(max(1))"])
    scheduler.run()
    expectEqual(upstream.log, ["request(max(1))", "request(max(4))"])
    upstream.send(0)
    scheduler.run()
    expectEqual(upstream.log.count, 2)
  }

  @Test func failureWaitsItsTurn() {
    let subscriber = RecordingSubscriber<Int, TestError>()
    upstream.receive(on: scheduler).subscribe(subscriber)
    upstream.send(1)
    upstream.fail(TestError("x"))
    scheduler.run()
    expectEqual(subscriber.log, ["ReceiveOn", "1", "failure(x)"])
  }

  @Test func nothingComesAfterCancel() {
    let subscriber = RecordingSubscriber<Int, TestError>()
    upstream.receive(on: scheduler).subscribe(subscriber)
    upstream.send(1)
    subscriber.cancel()
    subscriber.cancel()
    scheduler.run()
    expectEqual(subscriber.log, ["ReceiveOn"])
    expectEqual(upstream.log, ["request(unlimited)", "cancel"])
  }

  @Test func aPendingCompletionDoesNotComeAfterCancel() {
    let subscriber = RecordingSubscriber<Int, TestError>()
    upstream.receive(on: scheduler).subscribe(subscriber)
    upstream.finish()
    subscriber.cancel()
    scheduler.run()
    #expect(subscriber.completions.isEmpty)
    #expect(!upstream.isCancelled)
  }

  @Test func mayBeCancelledFromInsideAValue() {
    let subscriber = RecordingSubscriber<Int, TestError>()
    subscriber.onValue = { _ in subscriber.cancel() }
    upstream.receive(on: scheduler).subscribe(subscriber)
    upstream.send(1)
    upstream.send(2)
    upstream.finish()
    scheduler.run()
    expectEqual(subscriber.log, ["ReceiveOn", "1"])
  }

  @Test func cancelReleasesWhatWaitsAlthoughTheSchedulerStillHoldsTheActions() {
    let canary = Canary()
    let subject = PassthroughSubject<Canary.Token, Never>()
    var cancellable: AnyCancellable?
    do {
      let kept = canary.token()
      cancellable = subject.receive(on: scheduler).sink { _ in kept.touch() }
    }
    subject.send(canary.token())
    expectEqual(canary.alive, 2)
    cancellable?.cancel()
    cancellable = nil
    expectEqual(scheduler.pending, 1)
    expectEqual(canary.alive, 0)
  }

  @Test func everythingIsReleasedAfterTheCompletion() {
    let canary = Canary()
    let subject = PassthroughSubject<Int, Never>()
    let cancellable: AnyCancellable
    do {
      let kept = canary.token()
      cancellable = subject.receive(on: scheduler).sink { _ in kept.touch() }
    }
    subject.send(completion: .finished)
    scheduler.run()
    expectEqual(canary.alive, 0)
    cancellable.cancel()
  }

  @Test func aSynchronousSchedulerDeliversAtOnceInOrderAndWithoutOverlap() {
    let subscriber = RecordingSubscriber<Int, Never>()
    let subject = PassthroughSubject<Int, Never>()
    subscriber.onValue = { if $0 < 3 { subject.send($0 + 1) } }
    subject.receive(on: ImmediateScheduler.shared).subscribe(subscriber)
    subject.send(1)
    subject.send(completion: .finished)
    expectEqual(subscriber.log, ["ReceiveOn", "1", "2", "3", "finished"])
    #expect(!subscriber.wasOverlapped)
  }

  @Test func aQuarterMillionSynchronousValuesOneAtATimeDoNotGrowTheStack() {
    var count = 0
    let subscriber = AnySubscriber<Int, Never>(
      receiveSubscription: { $0.request(.max(1)) },
      receiveValue: { _ in
        count += 1
        return .max(1)
      }, receiveCompletion: { _ in count += 1 })
    (0..<250_000).publisher.receive(on: ImmediateScheduler.shared).subscribe(subscriber)
    expectEqual(count, 250_001)
  }

  @Test func aConcurrentSchedulerKeepsOrderWithoutOverlap() async {
    let subscriber = RecordingSubscriber<Int, Never>(.max(10), more: { _ in .max(1) })
    await withCheckedContinuation { done in
      subscriber.onCompletion = { _ in done.resume() }
      (0..<20_000).publisher.receive(on: DispatchQueue.global()).subscribe(subscriber)
    }
    expectEqual(subscriber.values, Array(0..<20_000))
    #expect(!subscriber.wasOverlapped)
    #expect(subscriber.isFinished)
  }

  @Test func cancelsWhileAnotherThreadDelivers() async {
    for _ in 0..<200 {
      let canary = Canary()
      let subject = PassthroughSubject<Canary.Token, Never>()
      let cancellable = subject.receive(on: DispatchQueue.global()).sink { $0.touch() }
      let cancelling = Task.detached { cancellable.cancel() }
      for _ in 0..<20 { subject.send(canary.token()) }
      await cancelling.value
      subject.send(completion: .finished)
    }
  }

  @Test func aMisbehavingUpstreamChangesNothing() {
    let upstream = ManualPublisher<Int, TestError>(sendsSubscription: false)
    let subscriber = RecordingSubscriber<Int, TestError>()
    upstream.receive(on: scheduler).subscribe(subscriber)
    upstream.send(1)
    upstream.finish()
    upstream.sendSubscription()
    upstream.sendSubscription()
    expectEqual(upstream.log, ["request(unlimited)", "cancel"])
    upstream.send(2)
    upstream.finish()
    upstream.send(3)
    upstream.fail(TestError())
    scheduler.run()
    expectEqual(subscriber.log, ["ReceiveOn", "2", "finished"])
  }
}
