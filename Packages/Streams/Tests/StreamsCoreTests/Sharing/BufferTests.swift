import Dispatch
import Streams
import Testing

struct BufferTests {
  let upstream = ManualPublisher<Int, TestError>()

  func subscriber(
    _ demand: Subscribers.Demand = .none, size: Int = 3, _ prefetch: Publishers.PrefetchStrategy = .byRequest,
    _ whenFull: Publishers.BufferingStrategy<TestError> = .dropNewest
  ) -> RecordingSubscriber<Int, TestError> {
    let subscriber = RecordingSubscriber<Int, TestError>(demand)
    upstream.buffer(size: size, prefetch: prefetch, whenFull: whenFull).subscribe(subscriber)
    return subscriber
  }

  @Test func keepsWhatIsNotWantedYet() {
    let subscriber = subscriber(.max(1))
    for value in 1...3 { expectEqual(upstream.send(value), .none) }
    expectEqual(subscriber.log, ["Buffer", "1"])
    subscriber.request(.max(1))
    expectEqual(subscriber.values, [1, 2])
    subscriber.request(.unlimited)
    upstream.send(4)
    expectEqual(subscriber.values, [1, 2, 3, 4])
    expectEqual(upstream.log, ["request(unlimited)"])
  }

  @Test func dropsTheNewestOrTheOldestWhenFull() {
    for (strategy, kept) in [
      (Publishers.BufferingStrategy<TestError>.dropNewest, [1, 2, 3]), (.dropOldest, [3, 4, 5]),
    ] {
      let subscriber = subscriber(whenFull: strategy)
      for value in 1...5 { upstream.send(value) }
      subscriber.request(.unlimited)
      expectEqual(subscriber.values, kept)
    }
  }

  func subscriber(whenFull: Publishers.BufferingStrategy<TestError>) -> RecordingSubscriber<Int, TestError> {
    subscriber(.none, size: 3, .byRequest, whenFull)
  }

  @Test func aFullBufferMayFailAndCancel() {
    let subscriber = subscriber(whenFull: .customError { TestError("full") })
    for value in 1...5 { upstream.send(value) }
    expectEqual(subscriber.log, ["Buffer"])
    expectEqual(upstream.log, ["request(unlimited)", "cancel"])
    subscriber.request(.max(2))
    expectEqual(subscriber.values, [1, 2])
    subscriber.request(.max(5))
    expectEqual(subscriber.log, ["Buffer", "1", "2", "3", "failure(full)"])
  }

  @Test func keepFullAsksForItsSizeBeforeTheSubscriptionAndForWhatIsTakenOut() {
    let upstream = ManualPublisher<Int, TestError>(sendsSubscription: false)
    let subscriber = RecordingSubscriber<Int, TestError>(.none)
    upstream.buffer(size: 3, prefetch: .keepFull, whenFull: .dropNewest).subscribe(subscriber)
    var order: [String] = []
    upstream.onRequest = { order.append("request \($0)") }
    subscriber.onSubscription = { _ in order.append("subscription") }
    upstream.sendSubscription()
    expectEqual(order, ["request max(3)", "subscription"])
    for value in 1...3 { upstream.send(value) }
    subscriber.request(.max(2))
    expectEqual(order.last, "request max(2)")
    subscriber.request(.max(3))
    expectEqual(order.last, "request max(1)")
    expectEqual(upstream.send(4), .max(1))
    expectEqual(upstream.send(5), .max(1))
    expectEqual(upstream.send(6), .none)
    expectEqual(subscriber.values, [1, 2, 3, 4, 5])
  }

  @Test func finishWaitsForTheBuffer() {
    let subscriber = subscriber()
    upstream.send(1)
    upstream.send(2)
    upstream.finish()
    subscriber.request(.max(1))
    expectEqual(subscriber.log, ["Buffer", "1"])
    subscriber.request(.max(1))
    expectEqual(subscriber.log, ["Buffer", "1", "2", "finished"])
  }

  @Test func aFailureDoesNotWaitForDemand() {
    let subscriber = subscriber()
    upstream.send(1)
    upstream.fail(TestError("x"))
    expectEqual(subscriber.log, ["Buffer", "failure(x)"])
  }

  @Test func anEmptyBufferEndsAtOnce() {
    let subscriber = subscriber()
    upstream.finish()
    expectEqual(subscriber.log, ["Buffer", "finished"])
  }

  @Test func anUpstreamThatSendsAndEndsWhenItIsAsked() {
    let fast = RecordingSubscriber<Int, Never>(.max(2))
    (1...10).publisher.buffer(size: 4, prefetch: .byRequest, whenFull: .dropNewest).subscribe(fast)
    expectEqual(fast.log, ["Buffer", "1", "2"])
    fast.request(.unlimited)
    expectEqual(fast.log, ["Buffer", "1", "2", "3", "4", "finished"])
    let full = RecordingSubscriber<Int, Never>(.max(1), more: { _ in .max(1) })
    (1...10).publisher.buffer(size: 4, prefetch: .keepFull, whenFull: .dropNewest).subscribe(full)
    expectEqual(full.values, Array(1...10))
    #expect(full.isFinished)
    let failing = RecordingSubscriber<Int, TestError>(.none)
    let upstream = ManualPublisher<Int, TestError>()
    upstream.onRequest = { _ in upstream.fail(TestError("x")) }
    upstream.buffer(size: 4, prefetch: .keepFull, whenFull: .dropNewest).subscribe(failing)
    expectEqual(failing.log, ["Buffer", "failure(x)"])
  }

  @Test func aQuarterMillionValuesAreFetchedWithoutGrowingTheStack() {
    var sum = 0
    let cancellable = (1...250_000).publisher.buffer(size: 8, prefetch: .keepFull, whenFull: .dropNewest)
      .sink { sum += $0 }
    expectEqual(sum, 31_250_125_000)
    cancellable.cancel()
  }

  @Test func sendsAndRequestsFromInside() {
    let subscriber = subscriber(.max(1))
    subscriber.onValue = {
      if $0 == 1 {
        upstream.send(2)
        upstream.send(3)
        subscriber.request(.max(2))
        upstream.finish()
      }
    }
    upstream.send(1)
    expectEqual(subscriber.log, ["Buffer", "1", "2", "3", "finished"])
    #expect(!subscriber.wasOverlapped)
  }

  @Test func cancelFromInsideDropsWhatIsKept() {
    let canary = Canary()
    let upstream = ManualPublisher<Canary.Token, Never>()
    let subscriber = RecordingSubscriber<Canary.Token, Never>(.none)
    var count = 0
    subscriber.onValue = { _ in
      count += 1
      subscriber.cancel()
    }
    upstream.buffer(size: 10, prefetch: .byRequest, whenFull: .dropNewest).subscribe(subscriber)
    for _ in 0..<5 { upstream.send(canary.token()) }
    subscriber.request(.unlimited)
    expectEqual(count, 1)
    #expect(upstream.isCancelled)
    expectEqual(canary.alive, 1)  // The one that the subscriber has recorded.
  }

  @Test func aBufferOfNothingPassesOnWhatIsWanted() {
    let subscriber = subscriber(.max(1), size: 0, .byRequest, .dropOldest)
    upstream.send(1)
    upstream.send(2)
    subscriber.request(.max(1))
    upstream.send(3)
    expectEqual(subscriber.values, [1, 3])
    let full = RecordingSubscriber<Int, TestError>(.max(1))
    let idle = ManualPublisher<Int, TestError>()
    idle.buffer(size: 0, prefetch: .keepFull, whenFull: .dropNewest).subscribe(full)
    #expect(idle.log.isEmpty)
  }

  @Test func mirrorShowsKeptValues() throws {
    let subscriber = subscriber()
    upstream.send(1)
    upstream.send(2)
    let children = Mirror(reflecting: try #require(subscriber.subscription)).children
    expectEqual(children.map(\.label), ["values", "state", "downstreamDemand", "terminal"])
    expectEqual(children.first?.value as? [Int], [1, 2])
  }

  @Test func aMisbehavingUpstreamChangesNothing() {
    let upstream = ManualPublisher<Int, TestError>(sendsSubscription: false)
    let subscriber = RecordingSubscriber<Int, TestError>()
    upstream.buffer(size: 2, prefetch: .byRequest, whenFull: .dropNewest).subscribe(subscriber)
    upstream.send(1)
    upstream.fail(TestError())
    upstream.sendSubscription()
    upstream.sendSubscription()
    upstream.finish()
    upstream.finish()
    upstream.send(2)
    expectEqual(subscriber.log, ["Buffer", "finished"])
    expectEqual(upstream.log, ["request(unlimited)", "cancel"])
  }

  @Test func oneThreadSendsAndOthersRequest() async {
    let subject = PassthroughSubject<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>(.none)
    let shared = Guarded(subscriber)
    await withCheckedContinuation { done in
      subscriber.onCompletion = { _ in done.resume() }
      subject.buffer(size: 10_000, prefetch: .byRequest, whenFull: .dropNewest).subscribe(subscriber)
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        for value in 0..<1_000 {
          if thread == 0 { subject.send(value) } else { shared.value.request(.max(1)) }
        }
      }
      subject.send(completion: .finished)
    }
    expectEqual(subscriber.values, Array(0..<1_000))
    #expect(!subscriber.wasOverlapped)
  }
}
