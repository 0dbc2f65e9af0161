import Dispatch
import Streams
import Testing

struct FlatMapTests {
  @Test func sendsTheValuesOfAllInOrderOfArrival() {
    let children = (0..<3).map { _ in PassthroughSubject<Int, Never>() }
    let subscriber = RecordingSubscriber<Int, Never>()
    (0..<3).publisher.flatMap { children[$0] }.subscribe(subscriber)
    children[2].send(1)
    children[0].send(2)
    children[1].send(3)
    children.forEach { $0.send(completion: .finished) }
    expectEqual(subscriber.log, ["FlatMap", "1", "2", "3", "finished"])
  }

  @Test func aCancellationAtTheSubscriptionSubscribesToNothing() {
    var subscriptions = 0
    let upstream = Deferred { () -> Just<Int> in
      subscriptions += 1
      return Just(1)
    }
    func check<P: Publisher>(_ publisher: P) where P.Failure == Never {
      publisher.subscribe(AnySubscriber(receiveSubscription: { $0.cancel() }))
    }
    check(upstream.flatMap { Just($0) })
    check(upstream.map { Just($0) }.switchToLatest())
    check(upstream.merge(with: upstream))
    expectEqual(subscriptions, 0)
  }

  @Test func subscribesToSoManyAtATime() {
    let children = (0..<4).map { _ in ManualPublisher<Int, Never>() }
    let source = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>()
    source.flatMap(maxPublishers: .max(2)) { children[$0] }.subscribe(subscriber)
    expectEqual(source.log, ["request(max(2))"])
    source.send(0)
    source.send(1)
    children[0].finish()
    expectEqual(source.log, ["request(max(2))", "request(max(1))"])
    source.send(2)
    source.finish()
    children[1].finish()
    #expect(!subscriber.isFinished)
    children[2].send(7)
    children[2].finish()
    expectEqual(subscriber.log, ["FlatMap", "7", "finished"])
  }

  @Test func withLimitedDemandEachChildHasOneValueWaiting() {
    let children = (0..<2).map { _ in ManualPublisher<Int, Never>() }
    let subscriber = RecordingSubscriber<Int, Never>(.max(1))
    (0..<2).publisher.flatMap { children[$0] }.subscribe(subscriber)
    expectEqual(children[0].log, ["request(max(1))"])
    children[0].send(1)
    children[1].send(2)
    children[0].send(3)
    expectEqual(subscriber.values, [1])
    subscriber.request(.max(1))
    expectEqual(subscriber.values, [1, 2])
    children.forEach { $0.finish() }
    #expect(!subscriber.isFinished)
    subscriber.request(.unlimited)
    expectEqual(subscriber.log, ["FlatMap", "1", "2", "3", "finished"])
  }

  @Test func aFailureOfAChildEndsEverything() {
    let children = (0..<2).map { _ in ManualPublisher<Int, TestError>() }
    let source = ManualPublisher<Int, TestError>()
    let subscriber = RecordingSubscriber<Int, TestError>()
    source.flatMap { children[$0] }.subscribe(subscriber)
    source.send(0)
    source.send(1)
    children[0].fail(TestError("first"))
    children[1].fail(TestError("second"))
    expectEqual(subscriber.log, ["FlatMap", "failure(first)"])
    #expect(source.isCancelled)
    #expect(children[1].isCancelled)
  }

  @Test func aFailureOfAChildBesideTheLastValueOfAnotherEndsIt() {
    for _ in 0..<3_000 {
      let (sending, failing) = (PassthroughSubject<Int, TestError>(), PassthroughSubject<Int, TestError>())
      let ends = Guarded(0)
      let sink = [sending, failing].publisher.setFailureType(to: TestError.self).flatMap { $0 }
        .sink(receiveCompletion: { _ in ends.with { $0 += 1 } }, receiveValue: { _ in })
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        if thread == 1 { return failing.send(completion: .failure(TestError())) }
        sending.send(1)
        sending.send(completion: .finished)
      }
      withExtendedLifetime(sink) {}
      if ends.value != 1 { Issue.record("\(ends.value) completions") }
    }
  }

  @Test func aFailureOfTheUpstreamCancelsTheChildren() {
    let child = ManualPublisher<Int, TestError>()
    let source = ManualPublisher<Int, TestError>()
    let subscriber = RecordingSubscriber<Int, TestError>()
    source.flatMap { _ in child }.subscribe(subscriber)
    source.send(0)
    source.fail(TestError())
    expectEqual(subscriber.error, TestError())
    #expect(child.isCancelled)
  }

  @Test func cancelReachesTheUpstreamAndTheChildren() {
    let child = ManualPublisher<Int, Never>()
    let source = ManualPublisher<Int, Never>()
    let canary = Canary()
    let cancellable = source.flatMap { [token = canary.token()] _ in
      token.touch()
      return child
    }.sink { [token = canary.token()] _ in token.touch() }
    source.send(0)
    cancellable.cancel()
    #expect(source.isCancelled)
    #expect(child.isCancelled)
    child.send(1)
    source.forgetSubscriber()
    child.forgetSubscriber()
    expectEqual(canary.alive, 0)
  }

  @Test func valuesSentFromInsideWaitForTheirTurn() {
    let child = PassthroughSubject<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>()
    subscriber.onValue = { if $0 < 5 { child.send($0 + 1) } }
    Just(0).flatMap { _ in child }.subscribe(subscriber)
    child.send(1)
    expectEqual(subscriber.values, [1, 2, 3, 4, 5])
    #expect(!subscriber.wasOverlapped)
  }

  @Test(arguments: [Subscribers.Demand.max(1), .max(3), .unlimited])
  func manyShortChildrenKeepTheirOrder(limit: Subscribers.Demand) {
    let once = RecordingSubscriber<Int, Never>()
    (0..<1000).publisher.flatMap(maxPublishers: limit) { Just($0) }.subscribe(once)
    expectEqual(once.values, Array(0..<1000))
    let twice = RecordingSubscriber<Int, Never>(.max(1)) { _ in .max(1) }
    (0..<1000).publisher.flatMap(maxPublishers: limit) { [$0, $0].publisher }.subscribe(twice)
    expectEqual(twice.values.sorted(), (0..<1000).flatMap { [$0, $0] })
    #expect(once.isFinished && twice.isFinished)
  }

  @Test func aChildThatKeepsItsSubscriberDoesNotDisturbTheNext() {
    let keeper = ManualPublisher<Int, Never>()
    let source = PassthroughSubject<AnyPublisher<Int, Never>, Never>()
    let subscriber = RecordingSubscriber<Int, Never>()
    source.flatMap { $0 }.subscribe(subscriber)
    source.send(keeper.eraseToAnyPublisher())
    keeper.finish()
    source.send(Just(1).eraseToAnyPublisher())
    keeper.send(9)
    source.send(Just(2).eraseToAnyPublisher())
    expectEqual(subscriber.values, [1, 2])
  }
}
