import Streams
import Testing

private typealias Manual = ManualPublisher<Int, TestError>

/// A recorder of pairs, as strings.
private func recorder(
  _ demand: Subscribers.Demand = .unlimited, more: @escaping (String) -> Subscribers.Demand = { _ in .none }
) -> RecordingSubscriber<String, TestError> { RecordingSubscriber(demand, more: more) }

@Suite struct ZipTests {
  @Test func pairsTheOldestValues() {
    let a = Manual()
    let b = Manual()
    let recorder = recorder()
    a.zip(b) { "\($0)-\($1)" }.subscribe(recorder)
    #expect(a.log == ["request(unlimited)"] && b.log == ["request(unlimited)"])
    for value in 1...3 { #expect(a.send(value) == .none) }
    #expect(recorder.log == ["Zip"])
    for value in 11...14 { #expect(b.send(value) == .none) }
    a.send(4)
    #expect(recorder.values == ["1-11", "2-12", "3-13", "4-14"])
  }

  @Test func aSideThatHasFinishedWithValuesLeftKeepsItGoing() {
    let a = Manual()
    let b = Manual()
    let recorder = recorder()
    a.zip(b) { "\($0)-\($1)" }.subscribe(recorder)
    a.send(1)
    a.send(2)
    a.finish()
    b.send(11)
    #expect(recorder.log == ["Zip", "1-11"])
    b.send(12)
    #expect(recorder.log == ["Zip", "1-11", "2-12", "finished"])
    #expect(b.isCancelled && !a.isCancelled)
    b.send(13)
    b.fail(TestError())
    #expect(recorder.log.count == 4)
  }

  @Test func aSideThatHasFinishedWithoutValuesEndsIt() {
    let a = Manual()
    let b = Manual()
    let c = Manual()
    let recorder = recorder(.none)
    a.zip(b, c) { "\($0)-\($1)-\($2)" }.subscribe(recorder)
    a.send(1)
    b.finish()
    #expect(recorder.log == ["Zip", "finished"])
    #expect(a.isCancelled && !b.isCancelled && c.isCancelled)
  }

  @Test func theFirstFailureEndsItAtOnce() {
    let a = Manual()
    let b = Manual()
    let recorder = recorder(.none)
    a.zip(b) { "\($0)-\($1)" }.subscribe(recorder)
    a.send(1)
    a.fail(TestError("first"))
    b.fail(TestError("second"))
    #expect(recorder.log == ["Zip", "failure(first)"])
    #expect(b.isCancelled && !a.isCancelled)
  }

  @Test func aFailureAtTheSubscriptionFollowsTheGreeting() {
    let b = Manual()
    let recorder = recorder(.none)
    let failing = Failing()
    failing.zip(b) { "\($0)-\($1)" }.subscribe(recorder)
    #expect(recorder.log == ["Zip", "failure(at once)"])
    #expect(b.isCancelled)
  }

  @Test func upstreamsAreAttachedBeforeTheDownstreamIsGreeted() {
    let a = Manual()
    let b = Manual()
    let recorder = recorder(.none)
    recorder.onSubscription = { _ in #expect(a.hasSubscriber && b.hasSubscriber) }
    a.zip(b) { "\($0)-\($1)" }.subscribe(recorder)
    #expect(recorder.log == ["Zip"])
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
    #expect(recorder.values == Array(0..<min(sent.a, sent.b)))
    #expect(min(sent.a, sent.b) > 900)
  }

  @Test func sequencesOfDifferentLengths() {
    let recorder = RecordingSubscriber<String, Never>()
    (1...3).publisher.zip((1...9).publisher, "abcd".publisher) { "\($0)\($1)\($2)" }.subscribe(recorder)
    #expect(recorder.log == ["Zip", "11a", "22b", "33c", "finished"])
  }

  // MARK: Demand

  @Test func demandIsForwardedToEverySide() {
    let a = Manual()
    let b = Manual()
    let recorder = recorder(.max(2))
    a.zip(b) { "\($0)-\($1)" }.subscribe(recorder)
    recorder.request(.max(3))
    #expect(a.log == ["request(max(2))", "request(max(3))"])
    #expect(b.log == a.log)
  }

  @Test func demandReturnedGoesBackToTheSideThatDelivered() {
    let a = Manual()
    let b = Manual()
    let recorder = recorder(.max(1), more: { _ in .max(2) })
    a.zip(b) { "\($0)-\($1)" }.subscribe(recorder)
    #expect(a.send(1) == .none)
    #expect(b.send(2) == .max(2))
    #expect(a.log == ["request(max(1))", "request(max(2))"])
    #expect(b.log == ["request(max(1))"])
  }

  @Test func demandRequestedDuringADeliveryGoesTheSameWay() {
    let a = Manual()
    let b = Manual()
    let recorder = recorder(.max(1))
    recorder.onValue = { _ in recorder.request(.max(2)) }
    a.zip(b) { "\($0)-\($1)" }.subscribe(recorder)
    a.send(1)
    #expect(b.send(2) == .max(2))
    #expect(a.demand == .max(3))
    #expect(b.demand == .max(1))
  }

  @Test func pairsThatAreNotWantedWait() {
    let a = Manual()
    let b = Manual()
    let recorder = recorder(.none)
    a.zip(b) { "\($0)-\($1)" }.subscribe(recorder)
    for value in 1...3 {
      a.send(value)
      b.send(value)
    }
    a.finish()
    b.finish()
    recorder.request(.max(1))
    #expect(recorder.log == ["Zip", "1-1"])
    recorder.request(.max(5))
    #expect(recorder.log == ["Zip", "1-1", "2-2", "3-3", "finished"])
  }

  @Test func aSideThatSubscribesLateIsAskedForWhatWasRequested() {
    let a = Manual(sendsSubscription: false)
    let b = Manual()
    let recorder = recorder(.max(2))
    a.zip(b) { "\($0)-\($1)" }.subscribe(recorder)
    recorder.request(.max(1))
    #expect(b.demand == .max(3))
    a.sendSubscription()
    #expect(a.log == ["request(max(3))"])
  }

  @Test func oneAtATimeFromSequences() {
    let count = 100_000
    let recorder = RecordingSubscriber<Int, Never>(.max(1), more: { _ in .max(1) })
    (0..<count).publisher.zip((0..<count).publisher, (0..<count).publisher) { $0 + $1 - $2 }.subscribe(recorder)
    #expect(recorder.values == Array(0..<count))
    #expect(recorder.isFinished)
  }

  // MARK: Re-entrancy

  @Test func whatIsSentDuringADeliveryFollowsIt() {
    let a = PassthroughSubject<Int, TestError>()
    let b = PassthroughSubject<Int, TestError>()
    let recorder = recorder()
    recorder.onValue = {
      guard $0 == "1-1" else { return }
      for value in 2...3 {
        b.send(value)
        a.send(value)
      }
      a.send(completion: .finished)
    }
    a.zip(b) { "\($0)-\($1)" }.subscribe(recorder)
    a.send(1)
    b.send(1)
    #expect(recorder.log == ["Zip", "1-1", "2-2", "3-3", "finished"])
    #expect(!recorder.wasOverlapped)
  }

  @Test func aMillionNestedValuesDoNotOverflowTheStack() {
    let a = PassthroughSubject<Int, Never>()
    let count = Guarded(0)
    let cancellable = a.zip(a) { $0 + $1 }.sink { sum in
      count.with { $0 += 1 }
      if sum < 200_000 { a.send(sum / 2 + 1) }
    }
    a.send(0)
    #expect(count.value == 100_001)
    cancellable.cancel()
  }

  @Test func cancellingDuringADelivery() {
    let a = Manual()
    let b = Manual()
    let recorder = recorder()
    recorder.onValue = { _ in
      recorder.cancel()
      a.send(2)
      b.send(2)
    }
    a.zip(b) { "\($0)-\($1)" }.subscribe(recorder)
    a.send(1)
    b.send(1)
    b.finish()
    #expect(recorder.log == ["Zip", "1-1"])
    #expect(a.isCancelled && b.isCancelled)
  }

  @Test func cancellingAtTheGreeting() {
    let a = Manual()
    let b = Manual()
    let recorder = recorder(.max(1))
    recorder.onSubscription = { $0.cancel() }
    a.zip(b) { "\($0)-\($1)" }.subscribe(recorder)
    #expect(a.log == ["cancel"] && b.log == ["cancel"])
  }

  // MARK: Upstreams that misbehave

  @Test func whatComesOutOfOrderIsIgnored() {
    let a = Manual(sendsSubscription: false)
    let b = Manual()
    let recorder = recorder()
    a.zip(b) { "\($0)-\($1)" }.subscribe(recorder)
    a.send(1)
    b.send(1)
    a.sendSubscription()
    a.sendSubscription()
    #expect(a.log == ["request(unlimited)", "cancel"])
    a.send(2)
    a.finish()
    a.send(3)
    b.send(3)
    #expect(recorder.log == ["Zip", "2-1", "finished"])
  }

  // MARK: Memory

  @Test(arguments: ["finish", "fail", "cancel"]) func everythingIsLetGoOfAtTheEnd(how: String) {
    let canary = Canary()
    let a = ManualPublisher<Canary.Token, TestError>()
    let b = ManualPublisher<Int, TestError>()
    weak var zipped: AnyObject?
    do {
      let token = canary.token()
      let recorder = recorder()
      a.zip(b) { _, number in
        token.touch()
        return "\(number)"
      }.subscribe(recorder)
      zipped = recorder.subscription as AnyObject?
      for _ in 0..<10 { a.send(canary.token()) }
      b.send(1)
      switch how {
      case "finish": b.finish()
      case "fail": b.fail(TestError())
      default: recorder.cancel()
      }
      a.forgetSubscriber()
      b.forgetSubscriber()
    }
    #expect(canary.alive == 0)
    #expect(zipped == nil)
  }

  // MARK: Names and arities

  @Test func eachArity() {
    let s = (0..<4).map { _ in PassthroughSubject<Int, TestError>() }
    let two = recorder()
    let three = recorder()
    let four = recorder()
    let mapped = recorder()
    Publishers.Zip(s[0], s[1]).map { "\($0)\($1)" }.subscribe(two)
    Publishers.Zip3(s[0], s[1], s[2]).map { "\($0)\($1)\($2)" }.subscribe(three)
    s[0].zip(s[1], s[2], s[3]).map { "\($0)\($1)\($2)\($3)" }.subscribe(four)
    s[0].zip(s[1], s[2], s[3]) { "\($0)\($1)\($2)\($3)" }.subscribe(mapped)
    for value in 0..<8 { s[value % 4].send(value) }
    #expect(two.log == ["Zip", "01", "45"])
    #expect(three.log == ["Zip", "012", "456"])
    #expect(four.log == ["Zip", "0123", "4567"])
    #expect(mapped.log == four.log)
  }

  @Test func equality() {
    #expect(Just(1).zip(Just("a")) == Just(1).zip(Just("a")))
    #expect(Publishers.Zip3(Just(1), Just(2), Just(3)) != Publishers.Zip3(Just(1), Just(2), Just(4)))
    #expect(Publishers.Zip4(Just(1), Just(2), Just(3), Just(4)) == Just(1).zip(Just(2), Just(3), Just(4)))
  }

  // MARK: Threads

  @Test(arguments: [Subscribers.Demand.unlimited, .max(1)]) func pairsMatchAcrossThreads(demand: Subscribers.Demand) {
    let count = 4_000
    let sources = (0..<3).map { _ in BlockingSource() }
    let recorder = RecordingSubscriber<Int, Never>(demand, more: { _ in demand == .unlimited ? .none : .max(1) })
    sources[0].zip(sources[1], sources[2]) { $0 == $1 && $1 == $2 ? $0 : -1 }.subscribe(recorder)
    onThreads(3) { thread in
      for value in 0..<count { sources[thread].send(value) }
      sources[thread].finish()
    }
    #expect(recorder.values == Array(0..<count))
    #expect(recorder.isFinished && !recorder.wasOverlapped)
  }

  @Test func cancellingWhileOthersSend() {
    for _ in 0..<200 {
      let canary = Canary()
      let subjects = (0..<3).map { _ in PassthroughSubject<Int, Never>() }
      do {
        let token = canary.token()
        let cancellable = subjects[0].zip(subjects[1], subjects[2]).sink { _ in token.touch() }
        onThreads(4) { thread in
          if thread == 3 { return cancellable.cancel() }
          for value in 0..<20 { subjects[thread].send(value) }
          if thread == 2 { subjects[2].send(completion: .finished) }
        }
      }
      #expect(canary.alive == 0)
    }
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
