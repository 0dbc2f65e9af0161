import Streams
import Testing

struct CatchTests {
  @Test func continuesWithTheOtherPublisher() {
    let upstream = ManualPublisher<Int, TestError>()
    let subscriber = record(upstream.catch { $0 == TestError("why") ? Just(7) : Just(8) })
    upstream.send(1)
    upstream.fail(TestError("why"))
    upstream.send(2)
    expectEqual(subscriber.log, ["Catch", "1", "7", "finished"])
    expectEqual(upstream.log, ["request(unlimited)"])
  }

  @Test func theHandlerIsNotCalledWithoutAnError() {
    let publisher = failable(0..<2).catch { _ -> Just<Int> in
      Issue.record("called")
      return Just(7)
    }
    expectEqual(log(publisher), ["Catch", "0", "1", "finished"])
  }

  @Test func theOtherIsAskedForWhatIsLeft() {
    let first = ManualPublisher<Int, TestError>()
    let second = ManualPublisher<Int, Never>()
    let subscriber = record(first.catch { _ in second }, .max(3))
    first.send(1)
    first.fail(TestError())
    expectEqual(second.log, ["request(max(2))"])
    subscriber.request(.max(4))
    expectEqual(second.log, ["request(max(2))", "request(max(4))"])
    second.send(2)
    second.finish()
    expectEqual(subscriber.log, ["Catch", "1", "2", "finished"])
  }

  @Test func demandReturnedCountsForBoth() {
    let first = ManualPublisher<Int, TestError>()
    let second = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>(.max(1), more: { _ in .max(2) })
    first.catch { _ in second }.subscribe(subscriber)
    expectEqual(first.send(1), .max(2))
    first.fail(TestError())
    expectEqual(second.log, ["request(max(2))"])
    expectEqual(second.send(1), .max(2))
  }

  @Test func aFailureFromWithinAValueLosesNoDemand() {
    let first = ManualPublisher<Int, TestError>()
    let second = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>(.max(1), more: { _ in .max(2) })
    subscriber.onValue = { _ in first.fail(TestError()) }
    first.catch { _ in second }.subscribe(subscriber)
    expectEqual(first.send(1), .none)
    expectEqual(second.log, ["request(max(2))"])
  }

  @Test func cancellingCancelsOnlyTheCurrentPublisher() {
    let first = ManualPublisher<Int, TestError>()
    let second = ManualPublisher<Int, Never>()
    let subscriber = record(first.catch { _ in second })
    first.fail(TestError())
    subscriber.cancel()
    #expect(!first.isCancelled)
    #expect(second.isCancelled)
    second.send(1)
    second.finish()
    expectEqual(subscriber.log, ["Catch"])
  }

  @Test func cancellingWhileTheOtherSubscribesCancelsIt() {
    let first = ManualPublisher<Int, TestError>()
    let second = ManualPublisher<Int, Never>(sendsSubscription: false)
    let subscriber = record(first.catch { _ in second })
    first.fail(TestError())
    subscriber.cancel()
    second.sendSubscription()
    expectEqual(second.log, ["cancel"])
  }

  @Test func theErrorOfTheOtherIsPassedOn() {
    let upstream = Fail<Int, TestError>(error: TestError("first"))
    let publisher = upstream.catch { _ in Fail<Int, TestError>(error: TestError("second")) }
    expectEqual(log(publisher), ["Catch", "failure(second)"])
  }

  @Test func eachAttemptTakesOneSubscriptionAndOneEnd() {
    let upstream = ManualPublisher<Int, TestError>()
    let subscriber = record(upstream.catch { _ in Just(7) })
    upstream.sendSubscription()
    expectEqual(upstream.log, ["request(unlimited)", "cancel"])
    upstream.fail(TestError())
    upstream.fail(TestError())
    expectEqual(subscriber.log, ["Catch", "7", "finished"])
  }

  @Test func tryCatchFailsWithWhatIsThrown() {
    let upstream = ManualPublisher<Int, TestError>()
    let subscriber = record(upstream.tryCatch { _ -> Just<Int> in throw TestError("thrown") })
    upstream.send(1)
    upstream.fail(TestError())
    expectEqual(subscriber.log, ["TryCatch", "1", "failure(thrown)"])
    expectEqual(log(Fail<Int, TestError>(error: TestError()).tryCatch { _ in Just(7) }), ["TryCatch", "7", "finished"])
  }

  @Test func cancellingReleasesClosures() {
    let canary = Canary()
    let subject = PassthroughSubject<Int, TestError>()
    do {
      let token = canary.token()
      let cancellable = subject.catch { _ -> Just<Int> in
        token.touch()
        return Just(7)
      }.sink { _ in token.touch() }
      subject.send(1)
      cancellable.cancel()
    }
    expectEqual(canary.alive, 0)
  }
}
