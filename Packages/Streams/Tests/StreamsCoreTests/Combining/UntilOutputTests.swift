import Streams
import Testing

private typealias Manual = ManualPublisher<Int, TestError>
private typealias Recorder = RecordingSubscriber<Int, TestError>

/// Requests values, but does not keep its subscription.
private final class Forgetful: Subscriber {
  let token: Canary.Token
  let onEnd: () -> Void

  init(_ token: Canary.Token, onEnd: @escaping () -> Void) { (self.token, self.onEnd) = (token, onEnd) }

  func receive(subscription: any Subscription) { subscription.request(.unlimited) }
  func receive(_ value: Int) -> Subscribers.Demand { .none }
  func receive(completion: Subscribers.Completion<Never>) { onEnd() }
}

/// Keeps its subscriber, to which a subject sends.
private final class Forwarding: Publisher {
  let subject = PassthroughSubject<Int, Never>()
  private(set) var kept: [any Subscriber<Int, Never>] = []

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    kept.append(subscriber)
    subject.subscribe(subscriber)
  }

  typealias Output = Int
  typealias Failure = Never
}

/// What both operators do.
struct UntilOutputTests {
  private let upstream = Manual()
  private let other = Manual()
  private let recorder = Recorder()

  private func subscribe(_ isPrefix: Bool) {
    if isPrefix {
      upstream.prefix(untilOutputFrom: other).subscribe(recorder)
    } else {
      upstream.drop(untilOutputFrom: other).subscribe(recorder)
    }
  }

  @Test(arguments: [true, false]) func theEndOfTheUpstreamCancelsTheOther(isPrefix: Bool) {
    subscribe(isPrefix)
    upstream.finish()
    other.send(1)
    expectEqual(recorder.log, [isPrefix ? "PrefixUntilOutput" : "DropUntilOutput", "finished"])
    #expect(other.isCancelled && !upstream.isCancelled)
  }

  @Test(arguments: [true, false]) func cancellingCancelsBoth(isPrefix: Bool) {
    subscribe(isPrefix)
    recorder.cancel()
    upstream.send(1)
    other.send(1)
    upstream.send(2)
    expectEqual(recorder.log, [isPrefix ? "PrefixUntilOutput" : "DropUntilOutput"])
    #expect(upstream.isCancelled && other.isCancelled)
  }

  @Test(arguments: [true, false]) func cancellingReleasesEvenIfTheOtherKeepsItsSubscriber(isPrefix: Bool) {
    let canary = Canary()
    let upstream = PassthroughSubject<Int, TestError>()
    let other = Manual(sendsSubscription: false)
    do {
      let token = canary.token()
      let values =
        isPrefix
        ? upstream.prefix(untilOutputFrom: other).eraseToAnyPublisher()
        : upstream.drop(untilOutputFrom: other).eraseToAnyPublisher()
      values.sink(receiveCompletion: { _ in token.touch() }, receiveValue: { _ in token.touch() }).cancel()
    }
    expectEqual(canary.alive, 0)
  }

  @Test(arguments: ["finish", "trigger", "end of the other", "cancel"], [true, false])
  func everythingIsReleasedThoughTheOtherForwardsASubscriptionAndKeepsItsSubscriber(how: String, isPrefix: Bool) {
    let canary = Canary()
    let upstream = PassthroughSubject<Int, Never>()
    let other = Forwarding()
    do {
      let token = canary.token()
      let mapped = upstream.map { _ in token.touch() }
      let stream =
        isPrefix
        ? mapped.prefix(untilOutputFrom: other).eraseToAnyPublisher()
        : mapped.drop(untilOutputFrom: other).eraseToAnyPublisher()
      let sink = stream.sink { token.touch() }
      switch how {
      case "finish": upstream.send(completion: .finished)
      case "trigger": other.subject.send(1)
      case "end of the other": other.subject.send(completion: .finished)
      default: break
      }
      // A stream that goes on must be cancelled.
      sink.cancel()
    }
    expectEqual(canary.alive, 0)
    #expect(!other.kept.isEmpty)
  }

  @Test(arguments: [true, false]) func nobodyNeedsToKeepTheSubscription(isPrefix: Bool) {
    let canary = Canary()
    let other = PassthroughSubject<Int, Never>()
    let silent = Empty<Int, Never>(completeImmediately: false)
    var ends = 0
    do {
      let subscriber = Forgetful(canary.token()) { ends += 1 }
      if isPrefix {
        silent.prefix(untilOutputFrom: other).subscribe(subscriber)
      } else {
        silent.drop(untilOutputFrom: other).subscribe(subscriber)
      }
    }
    if isPrefix { other.send(1) } else { other.send(completion: .finished) }
    expectEqual(ends, 1)
    expectEqual(canary.alive, 0)
  }
}

struct PrefixUntilOutputTests {
  @Test func passesUntilTheOtherSends() {
    let upstream = Manual()
    let other = ManualPublisher<String, Never>()
    let recorder = Recorder(.max(5), more: { _ in .max(1) })
    upstream.prefix(untilOutputFrom: other).subscribe(recorder)
    expectEqual(other.log, ["request(max(1))"])
    expectEqual(upstream.log, ["request(max(5))"])
    expectEqual(upstream.send(1), .max(1))
    other.send("stop")
    expectEqual(recorder.log, ["PrefixUntilOutput", "1", "finished"])
    #expect(upstream.isCancelled && other.isCancelled)
    upstream.send(2)
    upstream.finish()
    other.send("again")
    expectEqual(recorder.log.count, 3)
  }

  @Test(arguments: [false, true]) func howTheOtherEndsDoesNotMatter(fails: Bool) {
    let upstream = Manual()
    let other = Manual()
    let recorder = Recorder()
    upstream.prefix(untilOutputFrom: other).subscribe(recorder)
    if fails { other.fail(TestError()) } else { other.finish() }
    other.send(0)
    upstream.send(1)
    upstream.fail(TestError("own"))
    expectEqual(recorder.log, ["PrefixUntilOutput", "1", "failure(own)"])
    #expect(!other.isCancelled)
  }

  @Test func anOtherThatSendsAtOnceLetsNothingPass() {
    let recorder = RecordingSubscriber<Int, Never>()
    (1...3).publisher.prefix(untilOutputFrom: Just("now")).subscribe(recorder)
    expectEqual(recorder.log, ["PrefixUntilOutput", "finished"])
  }

  @Test func theOtherEndsTheStreamDuringADelivery() {
    let upstream = PassthroughSubject<Int, TestError>()
    let other = PassthroughSubject<Int, Never>()
    let recorder = Recorder()
    recorder.onValue = {
      if $0 == 2 {
        other.send(0)
        upstream.send(99)
      }
    }
    upstream.prefix(untilOutputFrom: other).subscribe(recorder)
    for value in 1...3 { upstream.send(value) }
    expectEqual(recorder.log, ["PrefixUntilOutput", "1", "2", "finished"])
    #expect(!recorder.wasOverlapped)
  }

  @Test func secondSubscriptionsAreCancelled() {
    let upstream = Manual(sendsSubscription: false)
    let other = Manual(sendsSubscription: false)
    let recorder = Recorder()
    upstream.prefix(untilOutputFrom: other).subscribe(recorder)
    other.sendSubscription()
    other.sendSubscription()
    expectEqual(other.log, ["request(max(1))", "cancel"])
    upstream.sendSubscription()
    upstream.sendSubscription()
    expectEqual(upstream.log, ["request(unlimited)", "cancel"])
    upstream.send(2)
    other.send(2)
    expectEqual(recorder.log, ["PrefixUntilOutput", "2", "finished"])
  }

  @Test(arguments: [false, true]) func anEndWithoutASubscriptionReleasesTheSubscriber(fails: Bool) {
    let canary = Canary()
    let upstream = Manual(sendsSubscription: false)
    let other = Manual()
    let recorder = Recorder()
    do {
      let token = canary.token()
      recorder.onValue = { _ in token.touch() }
      upstream.prefix(untilOutputFrom: other).handleEvents(receiveCompletion: { _ in token.touch() }).subscribe(
        recorder)
    }
    if fails { upstream.fail(TestError("x")) } else { upstream.finish() }
    expectEqual(recorder.log, [fails ? "failure(x)" : "finished"])
    #expect(other.isCancelled)
    recorder.onValue = nil
    upstream.forgetSubscriber()
    expectEqual(canary.alive, 0)
  }

  @Test(arguments: ["finish", "trigger", "cancel"]) func everythingIsReleasedAtTheEnd(how: String) {
    let canary = Canary()
    let upstream = PassthroughSubject<Int, Never>()
    let other = PassthroughSubject<Int, Never>()
    do {
      let token = canary.token()
      let cancellable = upstream.prefix(untilOutputFrom: other).sink { _ in token.touch() }
      upstream.send(1)
      switch how {
      case "finish": upstream.send(completion: .finished)
      case "trigger": other.send(1)
      default: cancellable.cancel()
      }
    }
    expectEqual(canary.alive, 0)
  }

  @Test func theEndAndValuesDoNotOverlapAcrossThreads() {
    for _ in 0..<200 {
      let upstream = PassthroughSubject<Int, Never>()
      let other = PassthroughSubject<Int, Never>()
      let recorder = RecordingSubscriber<Int, Never>()
      upstream.prefix(untilOutputFrom: other).subscribe(recorder)
      onThreads(2) { thread in
        if thread == 0 { for value in 0..<50 { upstream.send(value) } } else { other.send(1) }
      }
      #expect(recorder.isFinished)
      #expect(!recorder.wasOverlapped)
      expectEqual(recorder.log.last, "finished")
      expectEqual(recorder.values, Array(0..<recorder.values.count))
    }
  }
}

struct DropUntilOutputTests {
  @Test func dropsUntilTheOtherSends() {
    let upstream = Manual()
    let other = Manual()
    let recorder = Recorder(.max(2), more: { _ in .max(1) })
    upstream.drop(untilOutputFrom: other).subscribe(recorder)
    expectEqual(other.log, ["request(max(1))"])
    expectEqual(upstream.log, ["request(max(2))"])
    expectEqual(upstream.send(1), .none)
    expectEqual(recorder.log, ["DropUntilOutput"])
    other.send(0)
    #expect(other.isCancelled)
    expectEqual(upstream.send(2), .max(1))
    other.fail(TestError())
    upstream.finish()
    expectEqual(recorder.log, ["DropUntilOutput", "2", "finished"])
  }

  @Test(arguments: [false, true]) func anOtherThatEndsWithoutAValueEndsIt(fails: Bool) {
    let upstream = Manual()
    let other = Manual()
    let recorder = Recorder()
    upstream.drop(untilOutputFrom: other).subscribe(recorder)
    if fails { other.fail(TestError()) } else { other.finish() }
    upstream.send(1)
    expectEqual(recorder.log, ["DropUntilOutput", fails ? "failure(test error)" : "finished"])
    #expect(upstream.isCancelled && !other.isCancelled)
  }

  @Test func itsSubscriptionComesBeforeItSubscribes() {
    let upstream = ManualPublisher<Int, TestError>(sendsSubscription: false)
    let other = Manual()
    let recorder = Recorder(.max(1))
    upstream.drop(untilOutputFrom: other).subscribe(recorder)
    expectEqual(recorder.log, ["DropUntilOutput"])
    recorder.request(.max(2))
    upstream.sendSubscription()
    expectEqual(upstream.log, ["request(max(3))"])
    other.send(0)
    upstream.send(1)
    expectEqual(recorder.values, [1])
  }

  @Test func anOtherThatEndsFirstEndsItThoughTheUpstreamIsSilent() {
    let upstream = ManualPublisher<Int, TestError>(sendsSubscription: false)
    let recorder = Recorder()
    upstream.drop(untilOutputFrom: Empty<Int, TestError>()).subscribe(recorder)
    expectEqual(recorder.log, ["DropUntilOutput", "finished"])
    expectEqual(upstream.subscriberCount, 0)
  }

  @Test func aFailureOfTheOtherAtItsSubscriptionComesBeforeTheUpstream() {
    let recorder = Recorder()
    let upstream = Manual()
    upstream.drop(untilOutputFrom: Fail<Int, TestError>(error: TestError())).subscribe(recorder)
    expectEqual(recorder.log, ["DropUntilOutput", "failure(test error)"])
    expectEqual(upstream.subscriberCount, 0)
  }

  @Test func anOtherThatSendsAtOnceLetsEverythingPass() {
    let recorder = RecordingSubscriber<Int, Never>()
    (1...3).publisher.drop(untilOutputFrom: Just("now")).subscribe(recorder)
    expectEqual(recorder.log, ["DropUntilOutput", "1", "2", "3", "finished"])
  }
}
