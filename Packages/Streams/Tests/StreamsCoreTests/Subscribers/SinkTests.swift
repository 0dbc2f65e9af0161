import Dispatch
import Streams
import Testing

struct SinkTests {
  @Test func asksForEverythingAndReportsTheEnd() {
    let publisher = ManualPublisher<Int, TestError>()
    var log: [String] = []
    let cancellable = publisher.sink(receiveCompletion: { log.append("\($0)") }, receiveValue: { log.append("\($0)") })
    expectEqual(publisher.log, ["request(unlimited)"])
    publisher.send(1)
    publisher.fail(TestError())
    publisher.send(2)
    publisher.finish()
    expectEqual(log, ["1", "failure(test error)"])
    withExtendedLifetime(cancellable) {}
  }

  @Test func releasingItsCancellableCancels() {
    let publisher = ManualPublisher<Int, Never>()
    var values: [Int] = []
    do {
      let cancellable = publisher.sink { values.append($0) }
      publisher.send(1)
      withExtendedLifetime(cancellable) {}
    }
    #expect(publisher.isCancelled)
    publisher.send(2)
    expectEqual(values, [1])
  }

  @Test func refusesOneOfTwoSubscriptionsThatArriveAtOnce() {
    struct Counted: Subscription {
      let cancellations: Guarded<Int>
      let combineIdentifier = CombineIdentifier()
      func request(_ demand: Subscribers.Demand) {}
      func cancel() { cancellations.with { $0 += 1 } }
    }
    for _ in 0..<3_000 {
      let cancellations = Guarded(0)
      let sink = Carried(Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in }))
      DispatchQueue.concurrentPerform(iterations: 2) { _ in
        sink.value.receive(subscription: Counted(cancellations: cancellations))
      }
      if cancellations.value != 1 { Issue.record("\(cancellations.value) of 2 were cancelled") }
    }
  }

  @Test func canCancelItselfFromInside() {
    let subject = PassthroughSubject<Int, Never>()
    let canary = Canary()
    var cancellable: AnyCancellable?
    cancellable = subject.sink { [token = canary.token()] _ in
      token.touch()
      cancellable?.cancel()
    }
    subject.send(1)
    expectEqual(canary.alive, 0)
    cancellable = nil
  }

  @Test func aCompletedSinkLetsGoOfItsClosuresThoughItsCancellableIsHeld() {
    let canary = Canary()
    let cancellable = Just(1).sink(
      receiveCompletion: { [token = canary.token()] _ in token.touch() },
      receiveValue: { [token = canary.token()] _ in token.touch() })
    expectEqual(canary.alive, 0)
    withExtendedLifetime(cancellable) {}
  }

  @Test func aSinkHeldByItsMakerLetsGoOfItsClosuresWhenCancelled() {
    let canary = Canary()
    let subject = PassthroughSubject<Int, Never>()
    let sink = Subscribers.Sink<Int, Never>(
      receiveCompletion: { _ in }, receiveValue: { [token = canary.token()] _ in token.touch() })
    subject.subscribe(sink)
    subject.send(1)
    expectEqual(canary.alive, 1)
    sink.cancel()
    expectEqual(canary.alive, 0)
    expectEqual(String(describing: sink), "Sink")
  }

  @Test func asASecondUpstreamAFinishedSubjectDoesNotEndIt() {
    let finished = PassthroughSubject<Int, Never>()
    finished.send(completion: .finished)
    let shared = finished.share()
    shared.subscribe(RecordingSubscriber<Int, Never>())
    let subject = PassthroughSubject<Int, Never>()
    var log: [String] = []
    let sink = Subscribers.Sink<Int, Never>(
      receiveCompletion: { log.append("\($0)") }, receiveValue: { log.append("\($0)") })
    subject.subscribe(sink)
    finished.subscribe(sink)
    shared.subscribe(sink)
    subject.send(1)
    expectEqual(log, ["1"])
  }

  @Test func asSecondUpstreamsPublishersThatEndAtOnceDoNotEndIt() {
    struct Custom: Publisher {
      typealias Output = Int
      typealias Failure = Never
      func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
        subscriber.receive(subscription: Subscriptions.empty)
        Just(1).subscribe(subscriber)
        Empty().subscribe(subscriber)
        _ = subscriber.receive(2)
      }
    }
    var log: [String] = []
    let cancellable = Custom().sink(receiveCompletion: { log.append("\($0)") }, receiveValue: { log.append("\($0)") })
    expectEqual(log, ["2"])
    withExtendedLifetime(cancellable) {}
  }

  @Test func itsClosuresCanBeCalledByHand() {
    var log: [String] = []
    let sink = Subscribers.Sink<Int, TestError>(
      receiveCompletion: { log.append("\($0)") }, receiveValue: { log.append("\($0)") })
    sink.receiveValue(1)
    expectEqual(sink.receive(2), .none)
    sink.receiveCompletion(.failure(TestError()))
    sink.receiveValue(3)
    sink.receiveCompletion(.finished)
    expectEqual(log, ["1", "2", "failure(test error)"])
  }

  @Test func mirrorHasNoChildren() {
    let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
    #expect(Mirror(reflecting: sink).children.isEmpty)
    expectEqual(sink.playgroundDescription as? String, "Sink")
  }
}

struct AnyCancellableTests {
  @Test func cancelsOnceWhenCancelledOrReleased() {
    var count = 0
    do {
      let cancellable = AnyCancellable { count += 1 }
      cancellable.cancel()
      cancellable.cancel()
    }
    expectEqual(count, 1)
    _ = AnyCancellable { count += 1 }
    expectEqual(count, 2)
  }

  @Test func isStoredInSetsAndCollections() {
    var set: Set<AnyCancellable> = []
    var array: [AnyCancellable] = []
    var count = 0
    AnyCancellable { count += 1 }.store(in: &set)
    AnyCancellable { count += 1 }.store(in: &array)
    #expect((set.count, array.count, count) == (1, 1, 0))
    set.removeAll()
    array.removeAll()
    expectEqual(count, 2)
  }
}
