import Streams
import Testing

/// Upstreams that are not ours, and break the rules.
struct CustomUpstreamTests {
  @Test func operatorsWithoutStatePassEverythingOn() {
    let publisher = ManualPublisher<Int, Never>(sendsSubscription: false)
    let subscriber = RecordingSubscriber<Int, Never>()
    publisher.map { $0 * 10 }.filter { $0 > 0 }.compactMap { $0 }.scan(0, +).subscribe(subscriber)
    publisher.send(1)
    publisher.sendSubscription()
    publisher.sendSubscription()
    publisher.finish()
    publisher.send(2)
    publisher.finish()
    expectEqual(subscriber.log, ["10", "Manual", "Manual", "finished", "30", "finished"])
  }

  @Test func operatorsWithASubscriptionIgnoreWhatIsOutOfOrder() {
    let publisher = ManualPublisher<Int, Never>(sendsSubscription: false)
    let subscriber = RecordingSubscriber<Int, any Error>()
    publisher.tryCompactMap { $0 * 10 }.subscribe(subscriber)
    publisher.send(1)
    publisher.finish()
    publisher.sendSubscription()
    publisher.sendSubscription()
    expectEqual(publisher.log, ["request(unlimited)", "cancel"])
    publisher.send(2)
    publisher.finish()
    publisher.send(3)
    publisher.finish()
    expectEqual(subscriber.log, ["TryCompactMap", "20", "finished"])
  }

  @Test func aPublisherWhoseSubscriptionIsAStructMayKeepItsSubscriber() {
    struct Inert: Subscription {
      let combineIdentifier = CombineIdentifier()
      func request(_ demand: Subscribers.Demand) {}
      func cancel() {}
    }
    final class Keeping: Publisher {
      typealias Output = Int
      typealias Failure = Never
      var kept: Any?
      func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
        kept = subscriber
        subscriber.receive(subscription: Inert())
      }
    }
    let publisher = Keeping()
    weak var token: Canary?
    do {
      let canary = Canary()
      token = canary
      publisher.sink { _ in withExtendedLifetime(canary) {} }.cancel()
    }
    #expect(publisher.kept != nil)
    #expect(token == nil)
  }

  @Test func theUpstreamSeesTheOperatorsThemselves() {
    struct Looking: Publisher {
      typealias Output = Int
      typealias Failure = Never
      let look: (Any) -> Void
      func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never { look(subscriber) }
    }
    var names: [String] = []
    let looking = Looking { names.append("\($0)") }
    let many = looking.map { $0 + 1 }.map { $0 + 1 }.filter { $0 > 0 }.compactMap { $0 }.filter { $0 > 1 }
    many.subscribe(AnySubscriber<Int, Never>())
    looking.scan(0, +).subscribe(AnySubscriber<Int, Never>())
    looking.eraseToAnyPublisher().subscribe(RecordingSubscriber<Int, Never>())
    looking.filter { $0 > 0 }.eraseToAnyPublisher().subscribe(AnySubscriber<Int, Never>())
    expectEqual(names.prefix(2), ["Map", "Scan"])
    #expect(names[2].hasSuffix("RecordingSubscriber<Swift.Int, Swift.Never>"))
    expectEqual(names[3], "Filter")
  }

  @Test func operatorsThatLookAtTheSubscriptionSeeThePublishersOwn() {
    let upstream = FrailUpstream()
    var isOwn: [Bool] = []
    func look(_ subscription: any Subscription) { isOwn.append(subscription is FrailUpstream.Link) }
    let forms: [AnyPublisher<Int, TestError>] = [
      upstream.handleEvents(receiveSubscription: look).eraseToAnyPublisher(),
      upstream.map { $0 }.handleEvents(receiveSubscription: look).eraseToAnyPublisher(),
      upstream.breakpoint(receiveSubscription: {
        look($0)
        return false
      }).eraseToAnyPublisher(),
    ]
    for form in forms { form.sink(receiveCompletion: { _ in }, receiveValue: { _ in }).cancel() }
    expectEqual(isOwn, [true, true, true])
  }

  @Test func aPublisherThatForgetsItsSubscriberReleasesTheStream() {
    let canary = Canary()
    let publisher = ManualPublisher<Int, Never>()
    func start() -> AnyCancellable {
      publisher.map { [token = canary.token()] in
        token.touch()
        return $0
      }.dropFirst(0).sink { [token = canary.token()] _ in token.touch() }
    }
    let cancellable = start()
    publisher.send(1)
    expectEqual(canary.alive, 2)
    publisher.forgetSubscriber()
    withExtendedLifetime(cancellable) {}
    cancellable.cancel()
    expectEqual(canary.alive, 0)
  }

  @Test func aPublisherOfOursBehindACustomOneIsTrusted() {
    struct Doubled<Upstream: Publisher<Int, Never>>: Publisher {
      typealias Output = Int
      typealias Failure = Never
      let upstream: Upstream
      func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
        upstream.map { $0 * 2 }.receive(subscriber: subscriber)
      }
    }
    let canary = Canary()
    let subject = PassthroughSubject<Int, Never>()
    var values: [Int] = []
    let cancellable = Doubled(upstream: Doubled(upstream: subject)).prefix(3).sink { [token = canary.token()] in
      token.touch()
      values.append($0)
      if $0 == 4 { subject.send(2) }
    }
    subject.send(1)
    subject.send(3)
    subject.send(4)
    expectEqual(values, [4, 8, 12])
    expectEqual(canary.alive, 0)
    withExtendedLifetime(cancellable) {}
  }

  @Test(arguments: [true, false]) func aSecondSubscriptionIsCancelledAndTheStreamContinues(isMapped: Bool) {
    let publisher = ManualPublisher<Int, Never>()
    var values: [Int] = []
    let note = { (value: Int) in values.append(value) }
    let cancellable = isMapped ? publisher.map { $0 }.sink(receiveValue: note) : publisher.sink(receiveValue: note)
    publisher.send(1)
    publisher.sendSubscription()
    publisher.send(2)
    expectEqual(values, [1, 2])
    expectEqual(publisher.log, ["request(unlimited)", "cancel"])
    withExtendedLifetime(cancellable) {}
  }

  @Test func aSecondSubscriptionBehindOneOfASubjectIsForwarded() {
    struct Both: Publisher {
      typealias Output = Int
      typealias Failure = Never
      let first: PassthroughSubject<Int, Never>
      let second: PassthroughSubject<Int, Never>
      func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
        first.subscribe(subscriber)
        second.subscribe(subscriber)
      }
    }
    let both = Both(first: .init(), second: .init())
    for publisher in [AnyPublisher(both.map { $0 * 10 }), AnyPublisher(AnyPublisher(both).map { $0 * 10 })] {
      let subscriber = record(publisher)
      both.first.send(1)
      both.second.send(2)
      subscriber.cancel()
      both.second.send(3)
      expectEqual(subscriber.log, ["PassthroughSubject", "PassthroughSubject", "10", "20", "30"])
    }
  }
}
