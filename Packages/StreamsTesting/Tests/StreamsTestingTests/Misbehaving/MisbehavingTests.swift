import Foundation
import StreamsLaws
import StreamsTesting
import Testing

@Suite(.leakCheck()) struct MisbehavingTests {
  @Test func aMisbehavingPublisherSendsWhatItIsTold() {
    let upstream = MisbehavingPublisher<Int, Never>(sendsSubscription: false)
    let subscriber = MisbehavingSubscriber<Int, Never>([.acceptsSecondSubscription], initial: .max(1))
    upstream.subscribe(subscriber)
    upstream.send(1)
    upstream.sendSubscription()
    upstream.sendSubscription()
    upstream.send(completion: .finished)
    upstream.send(2)
    upstream.send(completion: .finished)
    #expect(subscriber.events == ["1", "subscription", "subscription", "finished", "2", "finished"])
    #expect(upstream.requests == [.max(1), .max(1)])
    subscriber.cancel()
    #expect(upstream.cancelCount == 2)
    #expect(upstream.subscriberCount == 1)
  }

  @Test func anOperatorHandlesAMisbehavingUpstream() {
    let upstream = MisbehavingPublisher<Int, Never>(sendsSubscription: false)
    let subscriber = MisbehavingSubscriber<Int, Never>([])
    upstream.dropFirst().subscribe(subscriber)
    upstream.send(1)
    upstream.sendSubscription()
    upstream.sendSubscription()
    for value in 2...4 { upstream.send(value) }
    upstream.send(completion: .finished)
    upstream.send(5)
    #expect(subscriber.events == ["subscription", "2", "3", "4", "finished"])
    #expect(upstream.cancelCount == 1)
  }

  @Test func aMisbehavingPublisherSendsFromManyThreads() async {
    let events = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let upstream = MisbehavingPublisher<Int, Never>()
        let subscriber = MisbehavingSubscriber<Int, Never>([])
        upstream.subscribe(subscriber)
        upstream.sendConcurrently([1, 2, 3, 4])
        continuation.resume(returning: subscriber.events)
      }
    }
    #expect(events.sorted() == ["1", "2", "3", "4", "subscription"])
  }

  @Test func aMisbehavingSubscriberBreaksTheGivenRules() {
    let upstream = MisbehavingPublisher<Int, Never>()
    let subscriber = MisbehavingSubscriber<Int, Never>(
      [.requestsAfterEnd, .cancelsTwice, .requestsTwice, .requestsTooMuch], initial: .max(1))
    upstream.subscribe(subscriber)
    #expect(upstream.send(1) == .max(1))
    upstream.send(completion: .finished)
    #expect(upstream.requests == [.max(1), .max(.max), .max(.max), .max(1), .max(1), .max(1)])
    #expect(upstream.cancelCount == 2)
  }

  @Test func aSubscriberThatCancelsAndRequestsReceivesNothingMore() {
    let subscriber = MisbehavingSubscriber<Int, Never>([.requestsAfterCancel, .cancelsTwice, .requestsAfterEnd])
    [1, 2, 3].publisher.subscribe(subscriber)
    #expect(subscriber.events == ["subscription", "1"])
  }

  @Test func aMisbehavingSubscriberCancelsASecondSubscriptionByDefault() {
    let upstream = MisbehavingPublisher<Int, Never>()
    let subscriber = MisbehavingSubscriber<Int, Never>([])
    upstream.subscribe(subscriber)
    upstream.sendSubscription()
    #expect(upstream.cancelCount == 1)
  }
}
