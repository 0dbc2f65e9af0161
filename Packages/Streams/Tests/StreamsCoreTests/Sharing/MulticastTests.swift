import Streams
import Testing

private typealias Manual = ManualPublisher<Int, TestError>
private typealias Recorder = RecordingSubscriber<Int, TestError>

struct MulticastTests {
  @Test func sendsNothingBeforeItIsConnected() {
    let upstream = Manual()
    let multicast = upstream.multicast { PassthroughSubject<Int, TestError>() }
    let first = Recorder()
    let second = Recorder(.max(1))
    multicast.subscribe(first)
    multicast.subscribe(second)
    expectEqual(upstream.subscriberCount, 0)
    let connection = multicast.connect()
    expectEqual(upstream.log, ["request(unlimited)"])
    for value in 1...3 { upstream.send(value) }
    upstream.finish()
    expectEqual(first.log, ["Multicast", "1", "2", "3", "finished"])
    expectEqual(second.log, ["Multicast", "1", "finished"])
    connection.cancel()
  }

  @Test func theSubjectIsMadeOnceAndLazily() {
    let made = Guarded(0)
    let multicast = Manual().multicast { () -> PassthroughSubject<Int, TestError> in
      made.with { $0 += 1 }
      return PassthroughSubject()
    }
    expectEqual(made.value, 0)
    onThreads(4) { [multicast = Carried(multicast)] _ in
      multicast.value.subscribe(Recorder())
      multicast.value.connect().cancel()
    }
    expectEqual(made.value, 1)
  }

  @Test func subscribersAndConnectsWaitForTheSubject() {
    let upstream = Manual()
    let early = Recorder()
    var publisher: Publishers.Multicast<Manual, PassthroughSubject<Int, TestError>>?
    var connection: (any Cancellable)?
    let made = Guarded(0)
    publisher = upstream.multicast {
      made.with { $0 += 1 }
      publisher?.subscribe(early)
      onThreads(2) { [multicast = Carried(publisher)] _ in multicast.value?.subscribe(Recorder()) }
      publisher?.connect().cancel()
      connection = publisher?.connect()
      expectEqual(early.log, [])
      return PassthroughSubject()
    }
    let recorder = Recorder()
    publisher?.subscribe(recorder)
    expectEqual(made.value, 1)
    expectEqual(upstream.subscriberCount, 2)
    expectEqual(upstream.log, ["cancel", "request(unlimited)"])
    upstream.send(1)
    expectEqual(early.log, ["Multicast", "1"])
    connection?.cancel()
    publisher = nil
  }

  /// The upstream sends inside `connect()`, as an endless one would, and never returns from it.
  @Test func aSubscriberThatComesDuringTheFirstConnectReceivesItsValues() {
    let late = Recorder()
    let publisher = Guarded<(any Publisher<Int, TestError>)?>(nil)
    let upstream = failable(1..<4).handleEvents(receiveOutput: { value in
      guard value == 1 else { return }
      onThreads(1) { [late = Carried(late)] _ in publisher.value?.subscribe(late.value) }
    })
    let multicast = upstream.multicast(subject: CurrentValueSubject<Int, TestError>(0))
    publisher.value = multicast
    let connection = multicast.connect()
    expectEqual(late.log, ["Multicast", "0", "1", "2", "3", "finished"])
    publisher.value = nil
    connection.cancel()
  }

  @Test func aSubscriberThatComesInAValueOfTheFirstConnectReceivesTheNext() {
    let late = Recorder()
    var publisher: (any Publisher<Int, TestError>)?
    let upstream = failable(1..<4).handleEvents(receiveOutput: { if $0 == 2 { publisher?.subscribe(late) } })
    let multicast = upstream.multicast(subject: CurrentValueSubject<Int, TestError>(0))
    publisher = multicast
    let connection = multicast.connect()
    expectEqual(late.log, ["Multicast", "1", "2", "3", "finished"])
    publisher = nil
    connection.cancel()
  }

  @Test func subscribersThatComeWhileTheSubjectIsMadeAreAttachedBeforeItIsConnected() {
    let (first, second) = (Recorder(), Recorder())
    var publisher: Publishers.Multicast<Record<Int, TestError>, CurrentValueSubject<Int, TestError>>?
    var connection: (any Cancellable)?
    publisher = Record(output: [1, 2], completion: .finished).multicast {
      publisher?.subscribe(first)
      connection = publisher?.connect()
      publisher?.subscribe(second)
      return CurrentValueSubject(0)
    }
    let outer = publisher?.connect()
    expectEqual(first.log, ["Multicast", "0", "1", "2", "finished"])
    expectEqual(second.log, first.log)
    outer?.cancel()
    connection?.cancel()
    publisher = nil
  }

  @Test func aGivenSubjectIsUsed() {
    let upstream = Manual()
    let subject = CurrentValueSubject<Int, TestError>(7)
    let recorder = Recorder()
    let multicast = upstream.multicast(subject: subject)
    #expect(multicast.createSubject() === subject)
    multicast.subscribe(recorder)
    let connection = multicast.connect()
    upstream.send(8)
    expectEqual(recorder.values, [7, 8])
    expectEqual(subject.value, 8)
    connection.cancel()
  }

  @Test func cancellingTheConnectionCancelsTheUpstreamButNotTheSubscribers() {
    let upstream = Manual()
    let multicast = upstream.multicast { PassthroughSubject<Int, TestError>() }
    let recorder = Recorder()
    multicast.subscribe(recorder)
    multicast.connect().cancel()
    expectEqual(upstream.log, ["request(unlimited)", "cancel"])
    upstream.send(1)
    expectEqual(recorder.log, ["Multicast"])
    let connection = multicast.connect()
    upstream.send(2)
    expectEqual(recorder.log, ["Multicast", "2"])
    connection.cancel()
  }

  @Test func aConnectionEndsWhenItIsReleased() {
    let upstream = Manual()
    _ = upstream.multicast { PassthroughSubject<Int, TestError>() }.connect()
    expectEqual(upstream.log, ["cancel"])
  }

  @Test func aSubscriberCancelsOnItsOwn() {
    let upstream = Manual()
    let multicast = upstream.multicast { PassthroughSubject<Int, TestError>() }
    let first = Recorder()
    let second = Recorder()
    multicast.subscribe(first)
    multicast.subscribe(second)
    let connection = multicast.connect()
    first.onValue = { _ in first.cancel() }
    upstream.send(1)
    upstream.send(2)
    expectEqual(first.values, [1])
    expectEqual(second.values, [1, 2])
    #expect(!upstream.isCancelled)
    connection.cancel()
  }

  @Test func aLateSubscriberReceivesTheCompletion() {
    let upstream = Manual()
    let multicast = upstream.multicast { PassthroughSubject<Int, TestError>() }
    let connection = multicast.connect()
    upstream.fail(TestError())
    let late = Recorder()
    multicast.subscribe(late)
    expectEqual(late.log, ["Multicast", "failure(test error)"])
    connection.cancel()
  }

  @Test func theUpstreamIsAskedOnceASubscriberRequests() {
    let upstream = Manual()
    let multicast = upstream.multicast { PassthroughSubject<Int, TestError>() }
    let recorder = Recorder(.none)
    multicast.subscribe(recorder)
    let connection = multicast.connect()
    expectEqual(upstream.log, [])
    recorder.request(.max(1))
    expectEqual(upstream.log, ["request(unlimited)"])
    upstream.send(1)
    upstream.send(2)
    expectEqual(recorder.values, [1])
    connection.cancel()
  }

  @Test func nothingIsKeptAfterTheConnectionHasEnded() {
    let canary = Canary()
    weak var subject: PassthroughSubject<Int, TestError>?
    let upstream = Manual()
    do {
      let token = canary.token()
      let multicast = upstream.map { value in
        token.touch()
        return value
      }.multicast { PassthroughSubject<Int, TestError>() }
      let cancellable = multicast.sink(receiveCompletion: { _ in token.touch() }, receiveValue: { _ in })
      let made = PassthroughSubject<Int, TestError>()
      subject = made
      let other = upstream.multicast(subject: made).connect()
      let connection = multicast.connect()
      connection.cancel()
      cancellable.cancel()
      other.cancel()
      upstream.forgetSubscriber()
    }
    expectEqual(canary.alive, 0)
    #expect(subject == nil)
  }

  @Test func copiesOfMakeConnectableShareAConnection() {
    let upstream = PassthroughSubject<Int, Never>()
    let connectable = upstream.makeConnectable()
    let copy = connectable
    let first = RecordingSubscriber<Int, Never>()
    let second = RecordingSubscriber<Int, Never>()
    connectable.subscribe(first)
    upstream.send(0)
    let connection = copy.connect()
    copy.subscribe(second)
    upstream.send(1)
    connection.cancel()
    upstream.send(2)
    expectEqual(first.log, ["Multicast", "1"])
    expectEqual(second.log, ["Multicast", "1"])
  }

  @Test func mirrorHasNoChildren() throws {
    let recorder = Recorder()
    Manual().multicast { PassthroughSubject<Int, TestError>() }.subscribe(recorder)
    let subscription = try #require(recorder.subscription)
    #expect(Mirror(reflecting: subscription).children.isEmpty)
  }
}

/// Carries a value that is not Sendable to other threads; the test ensures that this is safe.
struct Carried<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
