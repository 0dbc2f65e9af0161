import Streams
import Testing

private typealias Manual = ManualPublisher<Int, TestError>
private typealias Recorder = RecordingSubscriber<Int, TestError>

struct ShareTests {
  @Test func oneSubscriptionServesAll() {
    let upstream = Manual()
    let shared = upstream.share()
    let first = Recorder()
    let second = Recorder(.max(1))
    shared.subscribe(first)
    expectEqual(upstream.log, ["request(unlimited)"])
    upstream.send(1)
    shared.subscribe(second)
    upstream.send(2)
    upstream.send(3)
    expectEqual(upstream.subscriberCount, 1)
    expectEqual(first.values, [1, 2, 3])
    expectEqual(second.values, [2])
    upstream.finish()
    #expect(first.isFinished && second.isFinished)
    let late = Recorder()
    shared.subscribe(late)
    expectEqual(late.log, ["Multicast", "finished"])
    expectEqual(upstream.subscriberCount, 1)
  }

  @Test func theUpstreamIsCancelledWithTheLastSubscriberAndConnectedAnew() {
    let upstream = Manual()
    let shared = upstream.share()
    let first = Recorder()
    let second = Recorder()
    shared.subscribe(first)
    shared.subscribe(second)
    first.cancel()
    first.cancel()
    #expect(!upstream.isCancelled)
    second.cancel()
    expectEqual(upstream.log, ["request(unlimited)", "cancel"])
    let third = Recorder()
    shared.subscribe(third)
    expectEqual(upstream.subscriberCount, 2)
    upstream.send(5)
    expectEqual(third.values, [5])
    #expect(first.values == [] && second.values == [])
  }

  @Test func aSubscriberThatLeavesAtTheFirstValueStopsAnEndlessUpstream() {
    let recorder = RecordingSubscriber<Int, Never>()
    recorder.onValue = { if $0 == 3 { recorder.cancel() } }
    (0...).publisher.share().subscribe(recorder)
    expectEqual(recorder.values, [0, 1, 2, 3])
  }

  @Test func aSubscriberThatLeavesAtTheGreetingMakesNoConnection() {
    let upstream = Manual()
    let recorder = Recorder()
    recorder.onSubscription = { $0.cancel() }
    let shared = upstream.share()
    shared.subscribe(recorder)
    expectEqual(upstream.subscriberCount, 0)
    shared.subscribe(Recorder())
    expectEqual(upstream.subscriberCount, 1)
  }

  @Test func synchronousValuesAllReachTheFirst() {
    let recorder = RecordingSubscriber<Int, Never>()
    let shared = (0..<1000).publisher.share()
    shared.subscribe(recorder)
    expectEqual(recorder.values, Array(0..<1000))
    #expect(recorder.isFinished)
    let late = RecordingSubscriber<Int, Never>()
    shared.subscribe(late)
    expectEqual(late.log, ["Multicast", "finished"])
  }

  @Test func aCancellationWithinTheCompletionMakesNoNewConnection() {
    let upstream = Manual()
    let shared = upstream.share()
    let recorder = Recorder()
    recorder.onCompletion = { _ in recorder.cancel() }
    shared.subscribe(recorder)
    upstream.finish()
    let late = Recorder()
    shared.subscribe(late)
    expectEqual(late.log, ["Multicast", "finished"])
    expectEqual(upstream.subscriberCount, 1)
  }

  @Test func afterTheEndNoConnectionIsMadeAlthoughAllHaveCancelled() {
    let upstream = Manual()
    let shared = upstream.share()
    let first = Recorder()
    let second = Recorder()
    first.onValue = { _ in
      shared.subscribe(second)
      first.cancel()
      upstream.finish()
      second.cancel()
    }
    shared.subscribe(first)
    upstream.send(1)
    let late = Recorder()
    shared.subscribe(late)
    expectEqual(late.log, ["Multicast", "finished"])
    expectEqual(upstream.subscriberCount, 1)
  }

  /// The upstream's subscription is released between the end of a connection and the completion of the subscribers.
  @Test func theEndOfAConnectionDoesNotEndTheSubscribersOfTheNext() {
    let upstream = ReleasingSource()
    let shared = upstream.share()
    let first = RecordingSubscriber<Int, Never>()
    let second = RecordingSubscriber<Int, Never>()
    upstream.onRelease = { [weak upstream] in
      upstream?.onRelease = {}
      first.cancel()
      shared.subscribe(second)
    }
    shared.subscribe(first)
    let former = upstream.subscribers[0]
    former.receive(completion: .finished)
    expectEqual(upstream.subscribers.count, 2)
    _ = upstream.subscribers.last?.receive(1)
    expectEqual(second.log, ["Multicast", "1"])
    upstream.subscribers.last?.receive(completion: .finished)
    expectEqual(second.log, ["Multicast", "1", "finished"])
    expectEqual(first.log, ["Multicast"])
  }

  /// Calls a closure when a subscription is released.
  private final class ReleasingSource: Publisher {
    typealias Output = Int
    typealias Failure = Never
    var subscribers: [AnySubscriber<Int, Never>] = []
    var onRelease = {}

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
      subscribers.append(AnySubscriber(subscriber))
      subscriber.receive(subscription: Line(onRelease))
    }

    private final class Line: Subscription {
      let onRelease: () -> Void
      init(_ onRelease: @escaping () -> Void) { self.onRelease = onRelease }
      deinit { onRelease() }
      func request(_ demand: Subscribers.Demand) {}
      func cancel() {}
    }
  }

  @Test func aSubscriberAddedDuringADeliveryStartsWithTheNextValue() {
    let upstream = PassthroughSubject<Int, TestError>()
    let shared = upstream.share()
    let first = Recorder()
    let second = Recorder()
    first.onValue = { if $0 == 1 { shared.subscribe(second) } }
    shared.subscribe(first)
    for value in 1...3 { upstream.send(value) }
    expectEqual(first.values, [1, 2, 3])
    expectEqual(second.values, [2, 3])
  }

  @Test func reconnectingOftenKeepsNothing() {
    let canary = Canary()
    let upstream = PassthroughSubject<Int, Never>()
    let shared = upstream.map { [token = canary.token()] value in
      token.touch()
      return value
    }.share()
    let count = Guarded(0)
    for value in 0..<10_000 {
      let cancellable = shared.sink { _ in count.with { $0 += 1 } }
      upstream.send(value)
      cancellable.cancel()
    }
    expectEqual(count.value, 10_000)
    expectEqual(canary.alive, 1)
  }

  @Test func equalityIsIdentity() {
    let just = Just(1)
    let shared = just.share()
    let copy = shared
    expectEqual(shared, copy)
    #expect(shared != just.share())
    expectEqual(shared.upstream, just)
  }

  @Test func everythingIsReleasedAtTheEnd() {
    let canary = Canary()
    let upstream = PassthroughSubject<Int, TestError>()
    do {
      let token = canary.token()
      let shared = upstream.map { value in
        token.touch()
        return value
      }.share()
      let first = shared.sink(receiveCompletion: { _ in }, receiveValue: { _ in token.touch() })
      let second = shared.sink(receiveCompletion: { _ in }, receiveValue: { _ in token.touch() })
      upstream.send(1)
      first.cancel()
      second.cancel()
    }
    expectEqual(canary.alive, 0)
  }

  // MARK: Threads

  @Test func firstSubscribersAtTheSameTimeConnectOnce() {
    for _ in 0..<100 {
      let upstream = ManualPublisher<Int, Never>()
      let shared = Carried(upstream.share())
      let recorders = (0..<4).map { _ in Carried(RecordingSubscriber<Int, Never>()) }
      onThreads(4) { shared.value.subscribe(recorders[$0].value) }
      expectEqual(upstream.subscriberCount, 1)
      upstream.send(1)
      for recorder in recorders { expectEqual(recorder.value.values, [1]) }
    }
  }

  /// A subscriber is added while another thread adds the first one, which is still receiving its subscription.
  @Test func aSubscriberAddedBeforeTheConnectionReceivesTheNextValue() {
    let upstream = PassthroughSubject<Int, Never>()
    let shared = Carried(upstream.share())
    let first = RecordingSubscriber<Int, Never>()
    let second = Carried(RecordingSubscriber<Int, Never>())
    first.onSubscription = { _ in
      onThreads(1) { _ in
        shared.value.subscribe(second.value)
        upstream.send(1)
      }
    }
    shared.value.subscribe(first)
    upstream.send(2)
    expectEqual(first.values, [1, 2])
    expectEqual(second.value.values, [1, 2])
  }

  /// The upstream sends while it is being subscribed to, as an endless one would.
  @Test func aSubscriberAddedDuringTheConnectionReceivesItsValues() {
    let late = Recorder()
    let publisher = Guarded<(any Publisher<Int, TestError>)?>(nil)
    let upstream = failable(1..<4).handleEvents(receiveOutput: { value in
      guard value == 1 else { return }
      onThreads(1) { [late = Carried(late)] _ in publisher.value?.subscribe(late.value) }
    })
    let shared = upstream.share()
    publisher.value = shared
    let first = Recorder()
    shared.subscribe(first)
    expectEqual(first.log, ["Multicast", "1", "2", "3", "finished"])
    expectEqual(late.log, first.log)
    publisher.value = nil
  }

  @Test func comingAndGoingWhileOthersSend() {
    let subject = PassthroughSubject<Int, Never>()
    let shared = Carried(subject.share())
    let isDone = Guarded(false)
    onThreads(4) { thread in
      if thread == 0 {
        for value in 0..<5_000 { subject.send(value) }
        isDone.value = true
        return
      }
      while !isDone.value {
        let last = Guarded(-1)
        let cancellable = shared.value.sink { value in
          last.with {
            #expect(value > $0)
            $0 = value
          }
        }
        cancellable.cancel()
      }
    }
    let recorder = RecordingSubscriber<Int, Never>()
    shared.value.subscribe(recorder)
    subject.send(7)
    expectEqual(recorder.values, [7])
  }
}
