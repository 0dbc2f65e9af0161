import Streams
import Testing

struct ReplaceEmptyTests {
  @Test func sendsTheValueOnlyIfThereWasNone() {
    expectEqual(log(numbers(0..<0).replaceEmpty(with: 7)), ["ReplaceEmpty", "7", "finished"])
    expectEqual(log(numbers(0..<2).replaceEmpty(with: 7)), ["ReplaceEmpty", "0", "1", "finished"])
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

  @Test func nothingComesAfterCancelling() {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = record(upstream.replaceEmpty(with: 7))
    subscriber.cancel()
    upstream.finish()
    expectEqual(subscriber.log, ["ReplaceEmpty"])
    #expect(upstream.isCancelled)
  }
}
