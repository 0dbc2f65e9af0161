import Streams
import Testing

struct ReplaceEmptyTests {
  @Test func sendsTheValueOnlyIfThereWasNone() {
    expectEqual(log(numbers(0..<0).replaceEmpty(with: 7)), ["ReplaceEmpty", "7", "finished"])
    expectEqual(log(numbers(0..<2).replaceEmpty(with: 7)), ["ReplaceEmpty", "0", "1", "finished"])
  }

  @Test func waitsUntilTheValueIsWanted() {
    let subscriber = record(numbers(0..<0).replaceEmpty(with: 7), .none)
    expectEqual(subscriber.log, ["ReplaceEmpty"])
    subscriber.request(.max(1))
    expectEqual(subscriber.log, ["ReplaceEmpty", "7", "finished"])
  }

  @Test func demandPassesToTheUpstreamAndBack() {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = RecordingSubscriber<Int, Never>(.max(2), more: { _ in .max(3) })
    upstream.replaceEmpty(with: 7).subscribe(subscriber)
    expectEqual(upstream.send(1), .max(3))
    expectEqual(upstream.log, ["request(max(2))"])
    upstream.finish()
    expectEqual(subscriber.log, ["ReplaceEmpty", "1", "finished"])
  }

  @Test func anErrorIsNotReplaced() {
    let upstream = ManualPublisher<Int, TestError>()
    let subscriber = record(upstream.replaceEmpty(with: 7))
    upstream.fail(TestError())
    expectEqual(subscriber.log, ["ReplaceEmpty", "failure(test error)"])
  }

  @Test func nothingComesAfterCancelling() {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = record(upstream.replaceEmpty(with: 7))
    subscriber.cancel()
    upstream.finish()
    expectEqual(subscriber.log, ["ReplaceEmpty"])
    #expect(upstream.isCancelled)
  }

  @Test func cancellingInTheValueKeepsTheEndAway() {
    let subscriber = RecordingSubscriber<Int, Never>()
    subscriber.onValue = { [unowned subscriber] _ in subscriber.cancel() }
    numbers(0..<0).replaceEmpty(with: 7).subscribe(subscriber)
    expectEqual(subscriber.log, ["ReplaceEmpty", "7"])
  }

  @Test func isEquatable() {
    let one = Fail<Int, TestError>(error: TestError()).replaceEmpty(with: 1)
    expectEqual(one, Publishers.ReplaceEmpty(upstream: Fail(error: TestError()), output: 1))
    #expect(one != Publishers.ReplaceEmpty(upstream: Fail(error: TestError()), output: 2))
  }
}
