import Streams
import Testing

/// A connectable publisher that is not ours, and counts.
private final class Connectable: ConnectablePublisher {
  typealias Output = Int
  typealias Failure = Never
  let subject = PassthroughSubject<Int, Never>()
  let log = Guarded<[String]>([])
  var onConnect: (() -> Void)?

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    log.with { $0.append("subscriber") }
    subject.subscribe(subscriber)
  }

  func connect() -> any Cancellable {
    log.with { $0.append("connect") }
    onConnect?()
    return AnyCancellable { [log] in log.with { $0.append("disconnect") } }
  }
}

struct AutoconnectTests {
  @Test func aSubscriberThatCancelsAfterTheEndIsCounted() {
    let connectable = Connectable()
    let publisher = connectable.autoconnect()
    let subscriber = RecordingSubscriber<Int, Never>()
    publisher.subscribe(subscriber)
    connectable.subject.send(completion: .finished)
    expectEqual(connectable.log.value, ["subscriber", "connect"])
    subscriber.cancel()
    subscriber.cancel()
    expectEqual(connectable.log.value, ["subscriber", "connect", "disconnect"])
    publisher.subscribe(RecordingSubscriber())
    expectEqual(connectable.log.value.suffix(2), ["subscriber", "connect"])
  }

  @Test(arguments: [false, true]) func aSecondCancellationIsNotCounted(duringTheCompletion: Bool) {
    let connectable = Connectable()
    let publisher = connectable.autoconnect()
    let first = RecordingSubscriber<Int, Never>()
    publisher.subscribe(first)
    let second = record(publisher)
    if duringTheCompletion {
      first.onCompletion = { _ in first.cancel() }
      connectable.subject.send(completion: .finished)
    } else {
      first.cancel()
    }
    first.cancel()
    #expect(!connectable.log.value.contains("disconnect"))
    second.cancel()
    expectEqual(connectable.log.value.last, "disconnect")
  }

  @Test func connectsAfterTheFirstAndDisconnectsAfterTheLast() {
    let connectable = Connectable()
    let publisher = connectable.autoconnect()
    let first = RecordingSubscriber<Int, Never>()
    let second = RecordingSubscriber<Int, Never>()
    publisher.subscribe(first)
    publisher.subscribe(second)
    expectEqual(connectable.log.value, ["subscriber", "connect", "subscriber"])
    first.cancel()
    second.cancel()
    expectEqual(connectable.log.value.last, "disconnect")
    publisher.subscribe(RecordingSubscriber())
    expectEqual(connectable.log.value.suffix(2), ["subscriber", "connect"])
    #expect(publisher.upstream === connectable)
  }

  @Test func aCompletionDoesNotDisconnect() {
    let connectable = Connectable()
    let publisher = connectable.autoconnect()
    let recorder = RecordingSubscriber<Int, Never>()
    publisher.subscribe(recorder)
    connectable.subject.send(completion: .finished)
    expectEqual(recorder.log, ["PassthroughSubject", "finished"])
    publisher.subscribe(RecordingSubscriber())
    expectEqual(connectable.log.value, ["subscriber", "connect", "subscriber"])
  }

  /// The first subscriber is still receiving its subscription, on another thread.
  @Test func aSubscriberAddedBeforeTheConnectionConnects() {
    let connectable = Connectable()
    let publisher = Carried(connectable.autoconnect())
    let first = RecordingSubscriber<Int, Never>()
    let log = Guarded<[String]>([])
    first.onSubscription = { _ in
      onThreads(1) { _ in
        publisher.value.subscribe(RecordingSubscriber())
        log.value = publisher.value.upstream.log.value
      }
    }
    publisher.value.subscribe(first)
    expectEqual(log.value, ["subscriber", "subscriber", "connect"])
    expectEqual(connectable.log.value, log.value)
  }

  /// Hands out the running connection, as timers do.
  private final class Running: ConnectablePublisher {
    typealias Output = Int
    typealias Failure = Never
    let subject = PassthroughSubject<Int, Never>()
    var connection: AnyCancellable?
    var onConnect = {}
    var onCancel = {}

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
      subject.subscribe(subscriber)
    }

    func connect() -> any Cancellable {
      if let connection { return connection }
      let new = AnyCancellable { [unowned self] in
        onCancel()
        connection = nil
      }
      connection = new
      onConnect()
      return new
    }
  }

  @Test(arguments: [false, true]) func aSubscriberAddedWhileTheLastOneLeavesIsConnected(duringTheConnection: Bool) {
    let connectable = Running()
    let publisher = connectable.autoconnect()
    let first = RecordingSubscriber<Int, Never>()
    let second = RecordingSubscriber<Int, Never>()
    connectable.onConnect = {
      if duringTheConnection {
        connectable.onConnect = {}
        first.cancel()
        publisher.subscribe(second)
      }
    }
    connectable.onCancel = {
      connectable.onCancel = {}
      if !duringTheConnection { publisher.subscribe(second) }
    }
    publisher.subscribe(first)
    first.cancel()
    #expect(connectable.connection != nil)
    second.cancel()
    #expect(connectable.connection == nil)
  }

  @Test func leavingWhileItConnectsDisconnects() {
    let connectable = Connectable()
    let recorder = RecordingSubscriber<Int, Never>()
    connectable.onConnect = { recorder.cancel() }
    connectable.autoconnect().subscribe(recorder)
    expectEqual(connectable.log.value, ["subscriber", "connect", "disconnect"])
  }

  @Test func leavingAtTheFirstValueStopsAConnectablePublisherOfASequence() {
    let sent = Guarded(0)
    let numbers = (0..<1000).publisher.handleEvents(receiveOutput: { _ in sent.with { $0 += 1 } })
    let values = Guarded<[Int]>([])
    let cancellable = numbers.makeConnectable().autoconnect().prefix(2).sink { value in values.with { $0.append(value) }
    }
    expectEqual(values.value, [0, 1])
    expectEqual(sent.value, 2)
    cancellable.cancel()
  }

  @Test func theSubscriptionHasTheMirrorOfTheUpstreams() throws {
    let connectable = Connectable()
    let recorder = RecordingSubscriber<Int, Never>(.max(1))
    connectable.autoconnect().subscribe(recorder)
    let subscription = try #require(recorder.subscription)
    expectEqual("\(subscription)", "PassthroughSubject")
    expectEqual(Mirror(reflecting: subscription).children.map(\.label), ["parent", "downstream", "demand", "subject"])
    connectable.subject.send(1)
    connectable.subject.send(2)
    expectEqual(recorder.values, [1])
  }

  @Test func aSubscriberIsDescribedByName() {
    let seen = Guarded<[String]>([])
    struct Peeking: ConnectablePublisher {
      typealias Output = Int
      typealias Failure = Never
      let seen: Guarded<[String]>
      func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
        seen.value = ["\(subscriber)"] + Mirror(reflecting: subscriber).children.map { $0.label ?? "" }
      }
      func connect() -> any Cancellable { AnyCancellable {} }
    }
    Peeking(seen: seen).autoconnect().subscribe(RecordingSubscriber())
    expectEqual(seen.value, ["Autoconnect", "parent", "downstream"])
  }
}
