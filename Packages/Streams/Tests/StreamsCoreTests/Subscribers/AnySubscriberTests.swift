import Streams
import Testing

struct AnySubscriberTests {
  @Test func passesOnToASubscriber() {
    let recorder = RecordingSubscriber<Int, TestError>(.max(1)) { .max($0) }
    let erased = AnySubscriber(recorder)
    let upstream = ManualPublisher<Int, TestError>()
    upstream.subscribe(erased)
    upstream.send(2)
    upstream.fail(TestError())
    expectEqual(recorder.log, ["Manual", "2", "failure(test error)"])
    expectEqual(erased.combineIdentifier, recorder.combineIdentifier)
  }

  @Test func passesOnToASubject() {
    let subject = PassthroughSubject<Int, TestError>()
    let recorder = RecordingSubscriber<Int, TestError>()
    subject.subscribe(recorder)
    let upstream = ManualPublisher<Int, TestError>()
    let erased = AnySubscriber(subject)
    upstream.subscribe(erased)
    expectEqual(upstream.log, ["request(unlimited)"])
    expectEqual(portrait(erased), "Subject(downstreamSubject, upstreamSubscription, subject)")
    upstream.send(1)
    upstream.finish()
    expectEqual(recorder.log, ["PassthroughSubject", "1", "finished"])
  }

  @Test func isMadeOfClosures() {
    var log: [String] = []
    let erased = AnySubscriber<Int, TestError>(
      receiveSubscription: {
        log.append("\($0)")
        $0.request(.max(1))
      },
      receiveValue: {
        log.append("\($0)")
        return .max(2)
      },
      receiveCompletion: { log.append("\($0)") })
    expectEqual(String(describing: erased), "Anonymous AnySubscriber")
    let upstream = ManualPublisher<Int, TestError>()
    upstream.subscribe(erased)
    expectEqual(upstream.log, ["request(max(1))"])
    upstream.send(7)
    upstream.finish()
    expectEqual(log, ["Manual", "7", "finished"])
  }

  @Test func aClosureThatIsNotGivenDoesNothing() {
    let upstream = ManualPublisher<Int, TestError>()
    let erased = AnySubscriber<Int, TestError>()
    upstream.subscribe(erased)
    expectEqual(upstream.log, [])
    expectEqual(erased.receive(1), .none)
    upstream.finish()
  }

  @Test func showsWhatItErases() {
    let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
    expectEqual(String(describing: AnySubscriber(sink)), "Sink")
    expectEqual(AnySubscriber(sink).playgroundDescription as? String, "Sink")
    let erasedTwice = AnySubscriber(AnySubscriber(sink))
    expectEqual(String(describing: erasedTwice), "Sink")
    expectEqual(erasedTwice.combineIdentifier, AnySubscriber(sink).combineIdentifier)
  }
}

/// An `AnySubscriber` that subscribes more than once.
struct ReusedSubscriberTests {
  @Test func eachSubscriptionIsGuardedByItself() {
    let subject = PassthroughSubject<Int, Never>()
    let subscriptions = Guarded<[any Subscription]>([])
    let values = Guarded<[Int]>([])
    let subscriber = AnySubscriber<Int, Never>(
      receiveSubscription: { subscription in
        subscriptions.with { $0.append(subscription) }
        subscription.request(.unlimited)
      },
      receiveValue: { value in
        values.with { $0.append(value) }
        if value % 10 == 0 { subscriptions.value.last?.cancel() }
        return .none
      })
    for round in 0..<3 {
      let publisher = subject.map { value in
        // The value in hand is not delivered after the cancellation.
        if value == 5 { subscriptions.value.last?.cancel() }
        return value
      }
      publisher.subscribe(subscriber)
      // The one before has been cancelled; to cancel it again changes nothing.
      subscriptions.value.dropLast().last?.cancel()
      for value in [1, round == 1 ? 5 : 10, 2] { subject.send(value) }
    }
    expectEqual(values.value, [1, 10, 1, 1, 10])
  }

  @Test func mayCancelAndSubscribeAgainWhileAnotherThreadDelivers() {
    let subject = PassthroughSubject<Int, Never>()
    let current = Guarded<(any Subscription)?>(nil)
    let subscriber = AnySubscriber<Int, Never>(
      receiveSubscription: { subscription in
        current.value = subscription
        subscription.request(.unlimited)
      },
      receiveValue: { _ in .none })
    let shared = Guarded(subscriber)
    onThreads(2) { thread in
      for value in 0..<2_000 {
        if thread == 0 {
          subject.send(value)
        } else {
          subject.map { $0 }.subscribe(shared.value)
          current.value?.cancel()
        }
      }
    }
    #expect(current.value != nil)
  }
}
