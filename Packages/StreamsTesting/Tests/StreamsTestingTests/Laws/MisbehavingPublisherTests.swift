import Foundation
import StreamsLaws
import StreamsTesting
import Testing

@Suite(.leakCheck()) struct MisbehavingPublisherTests {
  @Test func aMisbehavingPublisherSendsWhatItIsTold() {
    let upstream = MisbehavingPublisher<Int, Never>(sendsSubscription: false)
    var events: [String] = []
    var subscriptions: [any Subscription] = []
    upstream.subscribe(
      AnySubscriber<Int, Never>(
        receiveSubscription: {
          events.append("subscription")
          subscriptions.append($0)
          $0.request(.max(1))
        },
        receiveValue: {
          events.append("\($0)")
          return .max($0)
        }, receiveCompletion: { _ in events.append("finished") }))
    #expect(upstream.send(1) == .max(1))
    upstream.sendSubscription()
    upstream.sendSubscription()
    upstream.send(completion: .finished)
    #expect(upstream.send(2) == .max(2))
    upstream.send(completion: .finished)
    #expect(events == ["1", "subscription", "subscription", "finished", "2", "finished"])
    #expect(upstream.requests == [.max(1), .max(1)])
    for subscription in subscriptions { subscription.cancel() }
    #expect(upstream.cancelCount == 2)
    #expect(upstream.subscriberCount == 1)
  }

  @Test func anOperatorHandlesAMisbehavingUpstream() throws {
    let upstream = MisbehavingPublisher<Int, Never>(sendsSubscription: false)
    let recorder = upstream.dropFirst().record()
    upstream.send(1)
    upstream.sendSubscription()
    upstream.sendSubscription()
    for value in 2...4 { upstream.send(value) }
    upstream.send(completion: .finished)
    upstream.send(5)
    #expect(try recorder.elements.get() == [2, 3, 4])
    #expect(upstream.cancelCount == 1)
  }

  @Test func aMisbehavingPublisherSendsFromManyThreads() async {
    let values = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let upstream = MisbehavingPublisher<Int, Never>()
        let recorder = upstream.record(exhaustive: false)
        upstream.sendConcurrently([1, 2, 3, 4])
        continuation.resume(returning: recorder.values)
        recorder.cancel()
      }
    }
    #expect(values.sorted() == [1, 2, 3, 4])
  }
}
