import Streams
import Testing

struct PassthroughSubjectTests {
  @Test func sendsToEveryoneInOrderOfSubscription() {
    let subject = PassthroughSubject<Int, Never>()
    var log: [String] = []
    let first = subject.sink { log.append("a\($0)") }
    let second = subject.sink { log.append("b\($0)") }
    subject.send(1)
    subject.send(2)
    expectEqual(log, ["a1", "b1", "a2", "b2"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func aNestedSendIsDeliveredAtOnce() {
    let subject = PassthroughSubject<Int, Never>()
    var log: [String] = []
    let first = subject.sink {
      log.append("a\($0)")
      if $0 == 1 { subject.send(2) }
    }
    let second = subject.sink { log.append("b\($0)") }
    subject.send(1)
    expectEqual(log, ["a1", "a2", "b2", "b1"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func dropsValuesForSubscribersWithoutDemand() {
    let subject = PassthroughSubject<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>(.max(2))
    subject.subscribe(subscriber)
    for value in 1...4 { subject.send(value) }
    subscriber.request(.max(1))
    for value in 5...6 { subject.send(value) }
    expectEqual(subscriber.values, [1, 2, 5])
  }

  @Test func demandReturnedForAValueCounts() {
    let subject = PassthroughSubject<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>(.max(1)) { $0 == 1 ? .max(2) : .none }
    subject.subscribe(subscriber)
    for value in 1...5 { subject.send(value) }
    expectEqual(subscriber.values, [1, 2, 3])
  }

  @Test func aSubscriberDuringADeliveryReceivesTheNextValue() {
    let subject = PassthroughSubject<Int, Never>()
    var late: [Int] = []
    var cancellables: [AnyCancellable] = []
    subject.sink { value in
      guard value == 1 else { return }
      subject.sink { late.append($0) }.store(in: &cancellables)
      subject.send(2)
    }.store(in: &cancellables)
    subject.send(1)
    subject.send(3)
    expectEqual(late, [2, 3])
  }

  @Test func aCancelDuringADeliveryIsKept() {
    let subject = PassthroughSubject<Int, Never>()
    var values: [Int] = []
    let second = RecordingSubscriber<Int, Never>()
    let first = subject.sink {
      values.append($0)
      second.cancel()
    }
    subject.subscribe(second)
    subject.send(1)
    subject.send(2)
    expectEqual(values, [1, 2])
    expectEqual(second.values, [])
    withExtendedLifetime(first) {}
  }

  @Test func completesEverySubscriberOnceAlsoLaterOnes() {
    let subject = PassthroughSubject<Int, TestError>()
    let early = RecordingSubscriber<Int, TestError>()
    let late = RecordingSubscriber<Int, TestError>(.none)
    subject.subscribe(early)
    subject.send(1)
    subject.send(completion: .failure(TestError("over")))
    subject.send(completion: .finished)
    subject.send(2)
    subject.subscribe(late)
    expectEqual(early.log, ["PassthroughSubject", "1", "failure(over)"])
    expectEqual(late.log, ["Empty", "failure(over)"])
  }

  @Test func aSubscriberDuringTheCompletionReceivesItAtOnce() {
    let subjects: [any Subject<Int, Never>] = [PassthroughSubject<Int, Never>(), CurrentValueSubject<Int, Never>(0)]
    for subject in subjects {
      var log: [String] = []
      var cancellables: [AnyCancellable] = []
      func subscribe(_ name: String) {
        subject.eraseToAnyPublisher().sink(
          receiveCompletion: { _ in log.append("\(name) ended") }, receiveValue: { log.append("\(name) \($0)") }
        ).store(in: &cancellables)
        let raw = RecordingSubscriber<Int, Never>()
        subject.eraseToAnyPublisher().subscribe(raw)
        log += raw.log
        log.append("after \(name)")
      }
      let early = subject.eraseToAnyPublisher().sink(
        receiveCompletion: { _ in subscribe("in the completion") },
        receiveValue: {
          guard $0 == 1 else { return }
          subject.send(completion: .finished)
          subscribe("in the value")
        })
      subject.send(1)
      expectEqual(
        log,
        [
          "in the completion ended", "Empty", "finished", "after in the completion", "in the value ended", "Empty",
          "finished", "after in the value",
        ])
      withExtendedLifetime(early) {}
    }
  }

  @Test func aCompletionDuringTheGreetingComesAfterIt() {
    let subject = PassthroughSubject<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>()
    subscriber.onSubscription = { _ in
      subject.send(7)
      subject.send(completion: .finished)
    }
    subject.subscribe(subscriber)
    expectEqual(subscriber.log, ["PassthroughSubject", "7", "finished"])
  }

  @Test func asksItsUpstreamsForEverythingOnceAnybodyAsks() {
    let subject = PassthroughSubject<Int, Never>()
    let upstream = ManualPublisher<Int, Never>()
    let connection = upstream.subscribe(subject)
    expectEqual(upstream.log, [])
    let subscriber = RecordingSubscriber<Int, Never>(.max(1))
    subject.subscribe(subscriber)
    expectEqual(upstream.log, ["request(unlimited)"])
    upstream.send(5)
    expectEqual(subscriber.values, [5])
    connection.cancel()
    expectEqual(upstream.log, ["request(unlimited)", "cancel"])
    upstream.send(6)
    expectEqual(subscriber.values, [5])
  }

  @Test func releasingTheSubjectCancelsItsUpstreams() {
    final class Line: Subscription {
      var log: [String] = []
      func request(_ demand: Subscribers.Demand) { log.append("\(demand)") }
      func cancel() { log.append("cancel") }
    }
    let line = Line()
    do {
      let subject = PassthroughSubject<Int, Never>()
      subject.send(subscription: line)
      expectEqual(line.log, [])
      subject.sink { _ in }.cancel()
      expectEqual(line.log, ["unlimited"])
    }
    expectEqual(line.log, ["unlimited", "cancel"])
  }

  @Test func releasesASubscriberThatCancelsAndAllAtTheEnd() {
    let subject = PassthroughSubject<Int, Never>()
    let canary = Canary()
    let first = subject.map { [token = canary.token()] in
      token.touch(); return $0
    }.sink { (_: Int) in }
    let second = subject.sink { [token = canary.token()] _ in token.touch() }
    subject.send(1)
    expectEqual(canary.alive, 2)
    first.cancel()
    expectEqual(canary.alive, 1)
    subject.send(completion: .finished)
    expectEqual(canary.alive, 0)
    withExtendedLifetime(second) {}
  }

  @Test func aHundredThousandSubscribeAndCancel() {
    let subject = PassthroughSubject<Int, Never>()
    var count = 0
    var cancellables = (0..<100_000).map { _ in subject.sink { _ in count += 1 } }
    subject.send(1)
    expectEqual(count, 100_000)
    cancellables.removeSubrange(1_000..<100_000)
    subject.send(2)
    expectEqual(count, 101_000)
    cancellables.append(contentsOf: (0..<50).map { _ in subject.sink { _ in count += 1 } })
    subject.send(3)
    expectEqual(count, 102_050)
  }

  @Test func mirrorShowsParentDownstreamDemandAndSubject() throws {
    let subject = PassthroughSubject<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>(.max(3))
    subject.subscribe(subscriber)
    let subscription = try #require(subscriber.subscription)
    expectEqual(String(describing: subscription), "PassthroughSubject")
    let mirror = Mirror(reflecting: subscription)
    expectEqual(mirror.children.map(\.label), ["parent", "downstream", "demand", "subject"])
    expectEqual(mirror.descendant("demand") as? Subscribers.Demand, .max(3))
  }

  @Test func aSignalNeedsNoValue() {
    let subject = PassthroughSubject<Void, Never>()
    var count = 0
    let cancellable = subject.sink { count += 1 }
    subject.send()
    subject.send()
    expectEqual(count, 2)
    cancellable.cancel()
  }

  @Test func aSinkThatWasCancelledBeforeItsSubscriptionComesIsForgotten() {
    let canary = Canary()
    let scheduler = ManualScheduler()
    let subject = PassthroughSubject<Int, Never>()
    let cancellable = subject.subscribe(on: scheduler).sink { [token = canary.token()] _ in token.touch() }
    cancellable.cancel()
    scheduler.advance(by: 1)
    subject.send(1)
    #expect(canary.alive <= 1)
    withExtendedLifetime(cancellable) {}
  }

  @Test func aColdUpstreamDeliversToTheSinkThatWantsItsValues() {
    let subject = PassthroughSubject<Int, Never>()
    let feeding = numbers(0..<3).subscribe(subject)
    var values: [Int] = []
    let cancellable = subject.sink { values.append($0) }
    expectEqual(values, [0, 1, 2])
    withExtendedLifetime((feeding, cancellable)) {}
  }

  /// The value sent after the end waits, with the completion, behind the value of another thread.
  @Test func aSubscriberThatIsReceivingItsSubscriptionReceivesNothingAfterTheEnd() {
    let subject = PassthroughSubject<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>()
    subscriber.onSubscription = { _ in subject.send(0) }
    subscriber.onValue = {
      if $0 > 0 { return }
      onThreads(1) { _ in subject.send(1) }
      subject.send(completion: .finished)
      subject.send(2)
    }
    subject.subscribe(subscriber)
    expectEqual(subscriber.log.dropFirst(), ["0", "1", "finished"])
  }
}
