import Streams
import Testing

struct PrefixWhileTests {
  @Test func sendsUpToTheFirstThatDoesNotMatch() {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = record(upstream.prefix { $0 < 3 }, .max(9))
    [1, 2, 3, 1].forEach { expectEqual(upstream.send($0), .none) }
    expectEqual(subscriber.log, ["PrefixWhile", "1", "2", "finished"])
    expectEqual(upstream.log, ["request(max(9))", "cancel"])
  }

  @Test func endsWithItsUpstream() {
    expectEqual(log(failable(0..<2).prefix { _ in true }), ["PrefixWhile", "0", "1", "finished"])
    expectEqual(log(failable(0..<2).tryPrefix { _ in true }), ["TryPrefixWhile", "0", "1", "finished"])
  }
}
