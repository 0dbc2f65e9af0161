import Streams
import Testing

/// The last child of an upstream that has finished delivers without asking for its turn: what `flatMap` and
/// `switchToLatest` promise holds nevertheless.
struct LastChildTests {
  enum Way: CaseIterable {
    case flatMap, switchToLatest

    func flatten<P: Publisher>(_ publishers: P) -> AnyPublisher<P.Output.Output, P.Failure>
    where P.Output: Publisher, P.Output.Failure == P.Failure {
      switch self {
      case .flatMap: publishers.flatMap { $0 }.eraseToAnyPublisher()
      case .switchToLatest: publishers.switchToLatest().eraseToAnyPublisher()
      }
    }
  }

  @Test(arguments: Way.allCases) func valuesSentWithinADeliveryFollowIt(way: Way) {
    let child = PassthroughSubject<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>()
    subscriber.onValue = { if $0 % 10 < 3 { child.send($0 + 1) } }
    way.flatten(Just(child)).subscribe(subscriber)
    for value in [1, 11, 21, 5] { child.send(value) }
    expectEqual(subscriber.values, [1, 2, 3, 11, 12, 13, 21, 22, 23, 5])
    #expect(!subscriber.wasOverlapped)
  }

  @Test(arguments: Way.allCases) func mayFailWithinADelivery(way: Way) {
    let child = PassthroughSubject<Int, TestError>()
    let subscriber = RecordingSubscriber<Int, TestError>()
    subscriber.onValue = { if $0 == 3 { child.send(completion: .failure(TestError())) } }
    way.flatten(Just(child).setFailureType(to: TestError.self)).subscribe(subscriber)
    for value in 1...4 { child.send(value) }
    expectEqual(subscriber.values, [1, 2, 3])
    expectEqual(subscriber.log.count, 5)
  }

  @Test(arguments: Way.allCases) func anEndFollowsAWaitingValue(way: Way) {
    let child = PassthroughSubject<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>()
    subscriber.onValue = {
      guard $0 == 2 else { return }
      child.send(20)
      child.send(completion: .finished)
    }
    way.flatten(Just(child)).subscribe(subscriber)
    child.send(1)
    child.send(2)
    expectEqual(subscriber.values, [1, 2, 20])
    #expect(subscriber.isFinished)
  }

  @Test(arguments: Way.allCases) func mayBeCancelledAndReleasedWithinADelivery(way: Way) {
    let canary = Canary()
    let child = PassthroughSubject<Int, Never>()
    var values: [Int] = []
    var cancellable: AnyCancellable?
    cancellable = way.flatten(Just(child)).sink { [token = canary.token()] in
      token.touch()
      values.append($0)
      if $0 == 3 { cancellable?.cancel() }
    }
    for value in 1...4 { child.send(value) }
    expectEqual(values, [1, 2, 3])
    cancellable = nil
    expectEqual(canary.alive, 0)
  }

  @Test(arguments: Way.allCases) func demandMayComeBetweenValues(way: Way) {
    let child = PassthroughSubject<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>(.max(1))
    way.flatten(Just(child)).subscribe(subscriber)
    child.send(1)
    subscriber.request(.unlimited)
    child.send(2)
    child.send(3)
    subscriber.request(.max(1))
    child.send(4)
    subscriber.onValue = { if $0 == 5 { subscriber.request(.max(2)) } }
    for value in 5...7 { child.send(value) }
    expectEqual(subscriber.values.suffix(6), [2, 3, 4, 5, 6, 7])
  }

  @Test(arguments: Way.allCases) func theUpstreamMayEndWhileItsLastValueIsTaken(way: Way) {
    let children = (0..<2).map { _ in PassthroughSubject<Int, Never>() }
    let source = PassthroughSubject<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>()
    way.flatten(
      source.map { number in
        if number == 1 {
          source.send(completion: .finished)
          children[0].send(10)
        }
        return children[number]
      }
    ).subscribe(subscriber)
    source.send(0)
    source.send(1)
    for value in 1...3 {
      children[0].send(value)
      children[1].send(-value)
    }
    children.forEach { $0.send(completion: .finished) }
    expectEqual(subscriber.values.first, 10)
    #expect(subscriber.isFinished)
  }

  @Test func severalChildrenThenTheLastOneDeliverAllValues() {
    let children = (0..<3).map { _ in PassthroughSubject<Int, Never>() }
    let subscriber = RecordingSubscriber<Int, Never>()
    children.publisher.flatMap { $0 }.subscribe(subscriber)
    for child in children { child.send(1) }
    children[0].send(completion: .finished)
    children[1].send(2)
    children[2].send(3)
    children[2].send(completion: .finished)
    for value in 4...6 { children[1].send(value) }
    children[1].send(completion: .finished)
    expectEqual(subscriber.values, [1, 1, 1, 2, 3, 4, 5, 6])
    #expect(subscriber.isFinished)
  }
}
