import Streams
import Testing

struct AllSatisfyTests {
  @Test func endsAtTheFirstThatDoesNotMatch() {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = record(upstream.allSatisfy { $0 < 2 })
    [1, 2, 3].forEach { upstream.send($0) }
    expectEqual(subscriber.log, ["AllSatisfy", "false", "finished"])
    expectEqual(upstream.log, ["request(unlimited)", "cancel"])
  }

  @Test func isTrueAtTheEnd() {
    expectEqual(log(failable(0..<3).allSatisfy { $0 < 3 }), ["AllSatisfy", "true", "finished"])
    expectEqual(log(failable(0..<3).tryAllSatisfy { $0 < 3 }), ["TryAllSatisfy", "true", "finished"])
    expectEqual(log(failable(0..<0).allSatisfy { _ in false }), ["AllSatisfy", "true", "finished"])
  }
}
