import Streams
import Testing

private typealias Manual = ManualPublisher<Int, TestError>
/// Of pairs, as text.
private typealias Recorder = RecordingSubscriber<String, TestError>

struct ZipTests {
  @Test func pairsTheOldestValues() {
    let a = Manual()
    let b = Manual()
    let recorder = Recorder()
    a.zip(b) { "\($0)-\($1)" }.subscribe(recorder)
    #expect(a.log == ["request(unlimited)"] && b.log == ["request(unlimited)"])
    for value in 1...3 { expectEqual(a.send(value), .none) }
    expectEqual(recorder.log, ["Zip"])
    for value in 11...14 { expectEqual(b.send(value), .none) }
    a.send(4)
    expectEqual(recorder.values, ["1-11", "2-12", "3-13", "4-14"])
  }

  @Test func aSideThatHasFinishedWithValuesLeftKeepsItGoing() {
    let a = Manual()
    let b = Manual()
    let recorder = Recorder()
    a.zip(b) { "\($0)-\($1)" }.subscribe(recorder)
    a.send(1)
    a.send(2)
    a.finish()
    b.send(11)
    expectEqual(recorder.log, ["Zip", "1-11"])
    b.send(12)
    expectEqual(recorder.log, ["Zip", "1-11", "2-12", "finished"])
    #expect(b.isCancelled && !a.isCancelled)
    b.send(13)
    b.fail(TestError())
    expectEqual(recorder.log.count, 4)
  }

  @Test func aSideThatHasFinishedWithoutValuesEndsIt() {
    let a = Manual()
    let b = Manual()
    let c = Manual()
    let recorder = Recorder(.none)
    a.zip(b, c) { "\($0)-\($1)-\($2)" }.subscribe(recorder)
    a.send(1)
    b.finish()
    expectEqual(recorder.log, ["Zip", "finished"])
    #expect(a.isCancelled && !b.isCancelled && c.isCancelled)
  }

  @Test func theFirstFailureEndsItAtOnce() {
    let a = Manual()
    let b = Manual()
    let recorder = Recorder(.none)
    a.zip(b) { "\($0)-\($1)" }.subscribe(recorder)
    a.send(1)
    a.fail(TestError("first"))
    b.fail(TestError("second"))
    expectEqual(recorder.log, ["Zip", "failure(first)"])
    #expect(b.isCancelled && !a.isCancelled)
  }

  @Test func aFailureAtTheSubscriptionFollowsTheGreeting() {
    let b = Manual()
    let recorder = Recorder(.none)
    let failing = Failing()
    failing.zip(b) { "\($0)-\($1)" }.subscribe(recorder)
    expectEqual(recorder.log, ["Zip", "failure(at once)"])
    #expect(b.isCancelled)
  }

  @Test func upstreamsAreAttachedBeforeTheDownstreamIsGreeted() {
    let a = Manual()
    let b = Manual()
    let recorder = Recorder(.none)
    recorder.onSubscription = { _ in #expect(a.hasSubscriber && b.hasSubscriber) }
    a.zip(b) { "\($0)-\($1)" }.subscribe(recorder)
    expectEqual(recorder.log, ["Zip"])
  }

  @Test func leadsOfAnyLengthKeepTheOrder() {
    let a = PassthroughSubject<Int, Never>()
    let b = PassthroughSubject<Int, Never>()
    let recorder = RecordingSubscriber<Int, Never>()
    a.zip(b) { $0 == $1 ? $0 : -1 }.subscribe(recorder)
    var sent = (a: 0, b: 0)
    for step in 0..<2_000 {
      // The lead changes, and grows from a few values to a hundred.
      if step % 200 < 101 ? step % 3 != 2 : step % 3 == 2 {
        a.send(sent.a)
        sent.a += 1
      } else {
        b.send(sent.b)
        sent.b += 1
      }
    }
    expectEqual(recorder.values, Array(0..<min(sent.a, sent.b)))
    #expect(min(sent.a, sent.b) > 900)
  }

  @Test func finishesWithTheShortestSequence() {
    let recorder = RecordingSubscriber<String, Never>()
    (1...3).publisher.zip((1...9).publisher, "abcd".publisher) { "\($0)\($1)\($2)" }.subscribe(recorder)
    expectEqual(recorder.log, ["Zip", "11a", "22b", "33c", "finished"])
  }

  // MARK: Upstreams that misbehave

  @Test func eventsOutOfOrderAreIgnored() {
    let a = Manual(sendsSubscription: false)
    let b = Manual()
    let recorder = Recorder()
    a.zip(b) { "\($0)-\($1)" }.subscribe(recorder)
    a.send(1)
    b.send(1)
    a.sendSubscription()
    a.sendSubscription()
    expectEqual(a.log, ["request(unlimited)", "cancel"])
    a.send(2)
    a.finish()
    a.send(3)
    b.send(3)
    expectEqual(recorder.log, ["Zip", "2-1", "finished"])
  }

  // MARK: Names and arities

  @Test func everyArityPairsValuesInOrder() {
    let s = (0..<4).map { _ in PassthroughSubject<Int, TestError>() }
    let two = Recorder()
    let three = Recorder()
    let four = Recorder()
    let mapped = Recorder()
    Publishers.Zip(s[0], s[1]).map { "\($0)\($1)" }.subscribe(two)
    Publishers.Zip3(s[0], s[1], s[2]).map { "\($0)\($1)\($2)" }.subscribe(three)
    s[0].zip(s[1], s[2], s[3]).map { "\($0)\($1)\($2)\($3)" }.subscribe(four)
    s[0].zip(s[1], s[2], s[3]) { "\($0)\($1)\($2)\($3)" }.subscribe(mapped)
    for value in 0..<8 { s[value % 4].send(value) }
    expectEqual(two.log, ["Zip", "01", "45"])
    expectEqual(three.log, ["Zip", "012", "456"])
    expectEqual(four.log, ["Zip", "0123", "4567"])
    expectEqual(mapped.log, four.log)
  }
}

/// Fails while it is being subscribed to.
private struct Failing: Publisher {
  typealias Output = Int
  typealias Failure = TestError
  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
    subscriber.receive(subscription: Subscriptions.empty)
    subscriber.receive(completion: .failure(TestError("at once")))
  }
}
