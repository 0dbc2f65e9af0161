import Dispatch
import Streams
import Testing

/// Many threads at once. Run under the thread sanitizer by `make tsan`.
@Suite struct StressTests {
  /// The bodies are what is to be tested: whether it holds what it promises when they are not kept apart.
  private func concurrently(_ bodies: [() -> Void]) {
    nonisolated(unsafe) let bodies = bodies
    DispatchQueue.concurrentPerform(iterations: bodies.count) { bodies[$0]() }
  }

  @Test func sendersAreSerialisedAndLoseNothing() {
    let subject = PassthroughSubject<Int, Never>()
    var plain = 0  // Not synchronised: the delivery must be.
    let canary = Canary()
    let cancellable = subject.map { $0 &+ 1 }.sink { _ in plain += 1 }
    let senders: [() -> Void] = (0..<3).map { _ in { for value in 0..<3_000 { subject.send(value) } } }
    let visitor: () -> Void = {
      for _ in 0..<3_000 {
        subject.filter { $0 > 0 }.sink { [token = canary.token()] _ in token.touch() }.cancel()
      }
    }
    concurrently(senders + [visitor])
    #expect(plain == 9_000)
    #expect(canary.alive == 0)
    cancellable.cancel()
  }

  @Test func aCurrentValueIsTheLastOneDelivered() {
    for _ in 0..<200 {
      let subject = CurrentValueSubject<Int, Never>(0)
      var last = -1
      let cancellable = subject.sink { last = $0 }
      concurrently((1...4).map { number in { for value in 1...20 { subject.send(number * 100 + value) } } })
      #expect(last == subject.value)
      cancellable.cancel()
    }
  }

  @Test func cancelFromElsewhereFreesEverything() {
    let subject = PassthroughSubject<Int, Never>()
    let canary = Canary()
    for _ in 0..<500 {
      let cancellable = subject.scan(0, &+).tryMap { $0 }
        .sink(receiveCompletion: { _ in }, receiveValue: { [token = canary.token()] _ in token.touch() })
      concurrently([{ for value in 0..<20 { subject.send(value) } }, { cancellable.cancel() }])
    }
    subject.send(0)
    #expect(canary.alive == 0)
  }

  @Test func completionRacesSubscriptionWithoutHarm() {
    for _ in 0..<500 {
      let subject = PassthroughSubject<Int, Never>()
      let subscribers = (0..<3).map { _ in RecordingSubscriber<Int, Never>() }
      concurrently(
        (0..<3).map { number in { subject.subscribe(subscribers[number]) } } + [{ subject.send(completion: .finished) }]
      )
      for subscriber in subscribers {
        #expect(subscriber.log.count == 2)
        #expect(subscriber.log.last == "finished")
      }
    }
  }

  @Test func concurrentRequestsOfASequenceAreServedOnce() throws {
    let subscriber = RecordingSubscriber<Int, Never>(.none)
    (0..<1_000_000).publisher.subscribe(subscriber)
    let subscription = try #require(subscriber.subscription)
    concurrently((0..<3).map { _ in { for _ in 0..<1_000 { subscription.request(.max(1)) } } })
    #expect(subscriber.values == Array(0..<3_000))
    #expect(!subscriber.wasOverlapped)
    concurrently([{ subscription.cancel() }, { subscription.request(.max(10)) }])
  }

  @Test func flatMapMergesThreads() {
    let children = (0..<4).map { _ in PassthroughSubject<Int, Never>() }
    var plain = 0
    var ended = false
    let cancellable = (0..<4).publisher.flatMap { children[$0] }
      .sink(receiveCompletion: { _ in ended = true }, receiveValue: { _ in plain += 1 })
    concurrently(
      children.map { child in
        {
          for value in 0..<2_000 { child.send(value) }
          child.send(completion: .finished)
        }
      })
    #expect(plain == 8_000)
    #expect(ended)
    withExtendedLifetime(cancellable) {}
  }

  @Test func switchToLatestSurvivesChangesFromElsewhere() {
    let source = PassthroughSubject<PassthroughSubject<Int, Never>, Never>()
    let children = (0..<4).map { _ in PassthroughSubject<Int, Never>() }
    var plain = 0
    let canary = Canary()
    let cancellable = source.switchToLatest().sink { [token = canary.token()] _ in
      token.touch()
      plain += 1
    }
    let changes: () -> Void = { for turn in 0..<2_000 { source.send(children[turn % 4]) } }
    concurrently([changes] + children.map { child in { for value in 0..<2_000 { child.send(value) } } })
    #expect(plain <= 8_000)
    cancellable.cancel()
    #expect(canary.alive == 0)
  }
}
