import Streams
import Testing

/// Subscribers that are not ours.
struct CustomSubscriberTests {
  @Test func aStructReceivesWhatAnObjectWould() {
    let forms: [(PassthroughSubject<Int, Never>, StructSubscriber) -> Void] = [
      { $0.subscribe($1) }, { $0.map { $0 }.subscribe($1) }, { $0.dropFirst(0).subscribe($1) },
      { $0.scan(0) { $1 }.eraseToAnyPublisher().subscribe($1) },
    ]
    for (number, form) in forms.enumerated() {
      let subject = PassthroughSubject<Int, Never>()
      let record = RecordingSubscriber<Int, Never>()
      form(subject, StructSubscriber(record: record))
      subject.send(1)
      record.cancel()
      subject.send(2)
      expectEqual(record.values, [1], "\(number)")
    }
  }

  /// One object is the subscriber of its upstream and the subscription of its downstream.
  @Test func aClassMayBeSubscriberAndSubscriptionAtOnce() {
    for isCancelled in [true, false] {
      let canary = Canary()
      let subject = PassthroughSubject<Int, Never>()
      let record = RecordingSubscriber<Int, Never>(.max(2))
      do {
        let relay = Relay(AnySubscriber(record), canary.token())
        subject.map { $0 + 1 }.prefix(9).subscribe(relay)
        record.receive(subscription: relay)
      }
      subject.send(1)
      subject.send(2)
      subject.send(3)
      expectEqual(record.values, [2, 3])
      expectEqual(canary.alive, 1)
      if isCancelled { record.cancel() } else { subject.send(completion: .finished) }
      record.forgetSubscription()
      expectEqual(canary.alive, 0)
      #expect(record.isFinished != isCancelled)
    }
  }

  @Test func theSubscriptionKeepsItsIdentifier() throws {
    let subject = PassthroughSubject<Int, Never>()
    let record = RecordingSubscriber<Int, Never>()
    subject.prefix(1).subscribe(record)
    let subscription = try #require(record.subscription)
    let before = subscription.combineIdentifier
    subject.send(1)
    #expect(record.isFinished)
    expectEqual(subscription.combineIdentifier, before)
  }

  @Test func aSecondStreamOfOneSubscriberIsGuardedByItself() {
    let (one, other) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let record = RecordingSubscriber<Int, Never>()
    one.map { $0 }.subscribe(record)
    other.map { $0 }.subscribe(record)
    record.cancel()
    one.send(1)
    other.send(2)
    expectEqual(record.values, [2])
  }
}

private struct StructSubscriber: Subscriber {
  let combineIdentifier = CombineIdentifier()
  let record: RecordingSubscriber<Int, Never>
  func receive(subscription: any Subscription) { record.receive(subscription: subscription) }
  func receive(_ input: Int) -> Subscribers.Demand { record.receive(input) }
  func receive(completion: Subscribers.Completion<Never>) { record.receive(completion: completion) }
}

private final class Relay: Subscriber, Subscription {
  private let downstream: AnySubscriber<Int, Never>
  private let token: Canary.Token
  private var upstream: (any Subscription)?

  init(_ downstream: AnySubscriber<Int, Never>, _ token: Canary.Token) {
    self.downstream = downstream
    self.token = token
  }

  func receive(subscription: any Subscription) { upstream = subscription }
  func receive(_ input: Int) -> Subscribers.Demand { downstream.receive(input) }
  func receive(completion: Subscribers.Completion<Never>) { downstream.receive(completion: completion) }
  func request(_ demand: Subscribers.Demand) { upstream?.request(demand) }
  func cancel() { upstream?.cancel() }
}
