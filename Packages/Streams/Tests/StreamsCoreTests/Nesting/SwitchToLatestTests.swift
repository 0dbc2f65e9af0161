import Streams
import Testing

struct SwitchToLatestTests {
  @Test func leavesEachForTheNext() {
    let children = (0..<2).map { _ in ManualPublisher<Int, Never>() }
    let source = ManualPublisher<ManualPublisher<Int, Never>, Never>()
    let subscriber = RecordingSubscriber<Int, Never>()
    source.switchToLatest().subscribe(subscriber)
    expectEqual(source.log, ["request(unlimited)"])
    source.send(children[0])
    children[0].send(1)
    children[1].onRequest = { _ in #expect(children[0].isCancelled) }
    source.send(children[1])
    children[0].send(2)
    children[1].send(3)
    expectEqual(subscriber.log, ["SwitchToLatest", "1", "3"])
  }

  @Test func aSingleValueGivesWayToANewerOneThatCancellingSends() {
    let former = ManualPublisher<Int, Never>()
    let source = ManualPublisher<AnyPublisher<Int, Never>, Never>()
    var values: [Int] = []
    let cancellable = source.switchToLatest().sink { values.append($0) }
    source.send(former.eraseToAnyPublisher())
    former.onCancel = { source.send(CurrentValueSubject(3).eraseToAnyPublisher()) }
    source.send(Just(2).eraseToAnyPublisher())
    expectEqual(values, [3])
    cancellable.cancel()
  }

  @Test func finishesWhenTheUpstreamAndTheLatestHave() {
    let source = PassthroughSubject<PassthroughSubject<Int, Never>, Never>()
    let child = PassthroughSubject<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>()
    source.switchToLatest().subscribe(subscriber)
    source.send(child)
    source.send(completion: .finished)
    #expect(!subscriber.isFinished)
    child.send(1)
    child.send(completion: .finished)
    expectEqual(subscriber.log, ["SwitchToLatest", "1", "finished"])
  }

  @Test func finishesWithTheUpstreamIfNoneIsUnderWay() {
    let source = PassthroughSubject<Just<Int>, Never>()
    let subscriber = RecordingSubscriber<Int, Never>()
    source.switchToLatest().subscribe(subscriber)
    source.send(Just(1))
    source.send(Just(2))
    source.send(completion: .finished)
    expectEqual(subscriber.log, ["SwitchToLatest", "1", "2", "finished"])
  }

  @Test func unusedDemandCarriesOver() {
    let children = (0..<2).map { _ in ManualPublisher<Int, Never>() }
    let source = ManualPublisher<ManualPublisher<Int, Never>, Never>()
    let subscriber = RecordingSubscriber<Int, Never>(.max(3)) { $0 == 1 ? .max(1) : .none }
    source.switchToLatest().subscribe(subscriber)
    source.send(children[0])
    expectEqual(children[0].demand, .max(3))
    #expect(children[0].send(1) == .max(1) || children[0].demand == .max(4))
    children[0].send(2)
    source.send(children[1])
    expectEqual(children[1].demand, .max(2))
    subscriber.request(.max(2))
    expectEqual(children[1].demand, .max(4))
  }

  @Test func aFailureOfEitherEndsIt() {
    let child = ManualPublisher<Int, TestError>()
    let source = ManualPublisher<ManualPublisher<Int, TestError>, TestError>()
    let subscriber = RecordingSubscriber<Int, TestError>()
    source.switchToLatest().subscribe(subscriber)
    source.send(child)
    child.fail(TestError())
    expectEqual(subscriber.error, TestError())
    #expect(source.isCancelled)
  }

  @Test func cancelReachesBothAndFreesEverything() {
    let child = ManualPublisher<Int, Never>()
    let source = ManualPublisher<ManualPublisher<Int, Never>, Never>()
    let canary = Canary()
    let cancellable = source.switchToLatest().sink { [token = canary.token()] _ in token.touch() }
    source.send(child)
    cancellable.cancel()
    #expect(source.isCancelled && child.isCancelled)
    source.forgetSubscriber()
    child.forgetSubscriber()
    expectEqual(canary.alive, 0)
  }

  @Test func mayChangeFromInside() {
    let source = PassthroughSubject<PassthroughSubject<Int, Never>, Never>()
    let children = (0..<2).map { _ in PassthroughSubject<Int, Never>() }
    let subscriber = RecordingSubscriber<Int, Never>()
    subscriber.onValue = { if $0 == 1 { source.send(children[1]) } }
    source.switchToLatest().subscribe(subscriber)
    source.send(children[0])
    children[0].send(1)
    children[0].send(2)
    children[1].send(3)
    expectEqual(subscriber.values, [1, 3])
    #expect(!subscriber.wasOverlapped)
  }

  @Test func aValueThatWaitsIsDeliveredBeforeTheNextPublishers() {
    let source = PassthroughSubject<PassthroughSubject<Int, Never>, Never>()
    let children = (0..<2).map { _ in PassthroughSubject<Int, Never>() }
    let subscriber = RecordingSubscriber<Int, Never>()
    subscriber.onValue = {
      guard $0 == 1 else { return }
      children[0].send(2)
      source.send(children[1])
      children[1].send(3)
    }
    source.switchToLatest().subscribe(subscriber)
    source.send(children[0])
    children[0].send(1)
    expectEqual(subscriber.values, [1, 2, 3])
    let values = PassthroughSubject<Int, Never>()
    let singles = RecordingSubscriber<Int, Never>()
    singles.onValue = { if $0 == 1 { [2, 3].forEach { values.send($0) } } }
    values.map { Just($0) }.switchToLatest().subscribe(singles)
    values.send(1)
    expectEqual(singles.values, [1, 2, 3])
  }

  @Test func theNextPublisherIsNotAskedForTheDemandOfValuesThatWait() {
    let source = PassthroughSubject<ManualPublisher<Int, Never>, Never>()
    let children = (0..<2).map { _ in ManualPublisher<Int, Never>() }
    let subscriber = RecordingSubscriber<Int, Never>(.max(2))
    subscriber.onValue = {
      guard $0 == 1 else { return }
      children[0].send(2)
      source.send(children[1])
    }
    source.switchToLatest().subscribe(subscriber)
    source.send(children[0])
    children[0].send(1)
    expectEqual(subscriber.values, [1, 2])
    expectEqual(children[1].log, [])
    subscriber.request(.max(1))
    expectEqual(children[1].log, ["request(max(1))"])
  }
}
