import Streams
import Testing

struct FirstTests {
  @Test func sendsTheFirstAfterCancelling() {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = record(upstream.first())
    subscriber.onValue = { _ in #expect(upstream.isCancelled) }
    [1, 2].forEach { upstream.send($0) }
    expectEqual(subscriber.log, ["First", "1", "finished"])
    expectEqual(upstream.log, ["request(unlimited)", "cancel"])
  }

  @Test func sendsTheFirstThatMatches() {
    expectEqual(log(numbers(0..<9).first { $0 > 3 }), ["TryFirst", "4", "finished"])
    expectEqual(log(numbers(0..<9).tryFirst { $0 > 3 }), ["TryFirstWhere", "4", "finished"])
    expectEqual(log(numbers(0..<9).first { $0 > 33 }), ["TryFirst", "finished"])
    expectEqual(log(numbers(0..<0).first()), ["First", "finished"])
  }

  @Test func waitsUntilItIsWanted() {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = record(upstream.first(), .none)
    expectEqual(upstream.log, ["request(unlimited)"])
    upstream.send(1)
    expectEqual(subscriber.log, ["First"])
    subscriber.request(.max(1))
    subscriber.request(.max(1))
    expectEqual(subscriber.log, ["First", "1", "finished"])
  }
}
