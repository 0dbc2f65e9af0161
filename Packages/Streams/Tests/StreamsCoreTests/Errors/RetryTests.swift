import Streams
import Testing

struct RetryTests {
  @Test func subscribesAgainAsOftenAsItSays() {
    let upstream = ManualPublisher<Int, TestError>()
    let subscriber = record(upstream.retry(2))
    for attempt in 1...3 {
      upstream.send(attempt)
      upstream.fail(TestError("\(attempt)"))
    }
    expectEqual(upstream.subscriberCount, 3)
    expectEqual(subscriber.log, ["Retry", "1", "2", "3", "failure(3)"])
  }

  @Test(arguments: [nil, -1]) func noNumberOrANegativeOneSetsNoLimit(retries: Int?) {
    let upstream = ManualPublisher<Int, TestError>()
    let subscriber = record(Publishers.Retry(upstream: upstream, retries: retries))
    for _ in 0..<100 { upstream.fail(TestError()) }
    upstream.finish()
    expectEqual(upstream.subscriberCount, 101)
    expectEqual(subscriber.log, ["Retry", "finished"])
  }

  @Test func aRequestForNothingIsIgnored() {
    let upstream = ManualPublisher<Int, TestError>()
    let subscriber = record(upstream.retry(1), .none)
    subscriber.request(.none)
    #expect(upstream.log.isEmpty)
    subscriber.request(.max(1))
    expectEqual(upstream.log, ["request(max(1))"])
  }

  @Test func anUpstreamThatSendsNoSubscriptionMayEnd() {
    let upstream = ManualPublisher<Int, TestError>(sendsSubscription: false)
    let subscriber = record(upstream.retry(1))
    upstream.fail(TestError())
    expectEqual(upstream.subscriberCount, 2)
    upstream.finish()
    expectEqual(subscriber.log, ["Retry", "finished"])
  }

  @Test func unusedDemandCarriesOver() {
    let upstream = ManualPublisher<Int, TestError>()
    let subscriber = record(upstream.retry(2), .max(3))
    upstream.send(1)
    upstream.fail(TestError())
    upstream.send(2)
    upstream.send(3)
    upstream.fail(TestError())
    expectEqual(upstream.log, ["request(max(3))", "request(max(2))"])
    subscriber.request(.max(1))
    expectEqual(upstream.log, ["request(max(3))", "request(max(2))", "request(max(1))"])
  }

  @Test func aQuarterMillionFailuresAtOnceDoNotGrowTheStack() {
    var attempts = 0
    let publisher = Deferred {
      attempts += 1
      return Fail<Int, TestError>(error: TestError("\(attempts)"))
    }.retry(250_000)
    expectEqual(log(publisher), ["Retry", "failure(250001)"])
    expectEqual(attempts, 250_001)
  }

  @Test func failuresThatAnswerARequestDoNotGrowTheStackEither() {
    var attempts = 0
    let publisher = Deferred { () -> AnyPublisher<Int, any Error> in
      attempts += 1
      return numbers(0..<1).tryMap { if attempts <= 100_000 { throw TestError() } else { $0 } }.eraseToAnyPublisher()
    }.retry(100_000)
    let subscriber = record(publisher, .none)
    subscriber.request(.max(1))
    expectEqual(subscriber.log, ["Retry", "0", "finished"])
    expectEqual(attempts, 100_001)
  }

  @Test func cancellingEndsTheAttempts() {
    let upstream = ManualPublisher<Int, TestError>()
    let subscriber = record(upstream.retry(9))
    upstream.fail(TestError())
    subscriber.cancel()
    upstream.fail(TestError())
    expectEqual(upstream.subscriberCount, 2)
    expectEqual(subscriber.log, ["Retry"])
  }

  @Test func cancellingFromWithinAnAttemptEndsThem() {
    let subscriber = RecordingSubscriber<Int, TestError>()
    var attempts = 0
    let publisher = Deferred {
      attempts += 1
      if attempts == 5 { subscriber.cancel() }
      return Fail<Int, TestError>(error: TestError())
    }
    Publishers.Retry(upstream: publisher, retries: nil).subscribe(subscriber)
    expectEqual(attempts, 5)
    expectEqual(subscriber.log, ["Retry"])
  }

  @Test func closuresAreReleasedAtTheEnd() {
    let canary = Canary()
    let subject = PassthroughSubject<Int, TestError>()
    do {
      let token = canary.token()
      let cancellable = subject.map {
        token.touch()
        return $0
      }.retry(3).sink(receiveCompletion: { _ in token.touch() }, receiveValue: { _ in })
      subject.send(1)
      subject.send(completion: .finished)
      withExtendedLifetime(cancellable) {}
    }
    expectEqual(canary.alive, 0)
  }

  @Test func failuresOnOneThreadAndRequestsOnAnotherLoseNothing() {
    let subject = Guarded(PassthroughSubject<Int, TestError>())
    let subscriber = RecordingSubscriber<Int, TestError>(.none)
    Publishers.Retry(upstream: Deferred { subject.value }, retries: nil).subscribe(subscriber)
    let box = Unshared((subscriber, subject))
    onThreads(2) { thread in
      let (subscriber, subject) = box.value
      if thread == 0 {
        for _ in 0..<1000 { subscriber.request(.max(1)) }
      } else {
        for _ in 0..<1000 {
          let failing = subject.value
          subject.value = PassthroughSubject()
          failing.send(completion: .failure(TestError()))
        }
      }
    }
    for value in 0..<1500 { subject.value.send(value) }
    expectEqual(subscriber.values, Array(0..<1000))
  }
}

/// Hands something to other threads that is safe there although the compiler cannot know.
private struct Unshared<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
