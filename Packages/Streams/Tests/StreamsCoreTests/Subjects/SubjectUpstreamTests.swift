import Streams
import Testing

/// The subscriptions that `send(subscription:)` hands to a subject. An operator whose upstream has ended may still have
/// values to send, so a subject does not forget it.
struct SubjectUpstreamTests {
  @Test func aBufferWhoseUpstreamHasEndedIsAskedForItsValues() {
    let subject = PassthroughSubject<Int, Never>()
    [1, 2, 3].publisher.buffer(size: 10, prefetch: .byRequest, whenFull: .dropOldest)
      .handleEvents(receiveSubscription: { subject.send(subscription: $0) })
      .subscribe(
        AnySubscriber(receiveValue: {
          subject.send($0)
          return .none
        }))
    subject.send(subscription: Subscriptions.empty)
    var seen: [Int] = []
    let sink = subject.sink { seen.append($0) }
    expectEqual(seen, [1, 2, 3])
    sink.cancel()
  }

  @Test func endedUpstreamsOfCustomSubscribersAreReleased() {
    struct Output: TextOutputStream {
      let token: Canary.Token
      func write(_ text: String) {}
    }
    let canary = Canary()
    let subject = PassthroughSubject<Int, Never>()
    for _ in 0..<100 {
      Empty<Int, Never>().print(to: Output(token: canary.token()))
        .subscribe(AnySubscriber(receiveSubscription: { subject.send(subscription: $0) }))
    }
    #expect(canary.alive < 10)
  }

  @Test func anEndedUpstreamBehindAutoconnectDisconnectsWithTheSubject() {
    final class Connectable: ConnectablePublisher {
      typealias Output = Int
      typealias Failure = Never
      let subject = PassthroughSubject<Int, Never>()
      var log: [String] = []

      func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
        subject.receive(subscriber: subscriber)
      }

      func connect() -> any Cancellable {
        log.append("connect")
        return AnyCancellable { self.log.append("disconnect") }
      }
    }
    let connectable = Connectable()
    do {
      let subject = PassthroughSubject<Int, Never>()
      connectable.autoconnect().subscribe(AnySubscriber(receiveSubscription: { subject.send(subscription: $0) }))
      connectable.subject.send(completion: .finished)
      for _ in 0..<10 { subject.send(subscription: Subscriptions.empty) }
      expectEqual(connectable.log, ["connect"])
    }
    expectEqual(connectable.log, ["connect", "disconnect"])
  }

  @Test func anOuterStreamThatHasEndedIsCancelledWithTheSubject() {
    let inner = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>()
    do {
      let subject = PassthroughSubject<Int, Never>()
      Just(1).flatMap { _ in inner }
        .handleEvents(receiveSubscription: { [weak subject] in subject?.send(subscription: $0) }).subscribe(subscriber)
      subject.send(subscription: Subscriptions.empty)
      #expect(!inner.isCancelled)
    }
    #expect(inner.isCancelled)
  }

  @Test func theReleaseOfAnUpstreamMayHandOverAnother() {
    final class Closer {
      weak var subject: PassthroughSubject<Int, Never>?
      init(_ subject: PassthroughSubject<Int, Never>) { self.subject = subject }
      deinit { subject?.send(subscription: Subscriptions.empty) }
    }
    weak var closer: Closer?
    do {
      let subject = PassthroughSubject<Int, Never>()
      do {
        let made = Closer(subject)
        closer = made
        ManualPublisher<Int, Never>().tryMap { value in withExtendedLifetime(made) { value } }
          .handleEvents(receiveSubscription: { [weak subject] in subject?.send(subscription: $0) })
          .sink(receiveCompletion: { _ in }, receiveValue: { (_: Int) in }).cancel()
      }
      subject.send(subscription: Subscriptions.empty)
    }
    #expect(closer == nil)
  }
}
