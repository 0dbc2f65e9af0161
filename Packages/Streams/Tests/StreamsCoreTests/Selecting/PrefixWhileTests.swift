import Streams
import Testing

struct PrefixWhileTests {
  @Test func sendsUpToTheFirstThatDoesNotMatch() {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = record(upstream.prefix { $0 < 3 }, .max(9))
    [1, 2, 3, 1].forEach { #expect(upstream.send($0) == .none) }
    #expect(subscriber.log == ["PrefixWhile", "1", "2", "finished"])
    #expect(upstream.log == ["request(max(9))", "cancel"])
  }

  @Test func failsWithWhatIsThrown() {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = record(upstream.tryPrefix { if $0 == 2 { throw TestError() } else { true } })
    [1, 2, 3].forEach { upstream.send($0) }
    #expect(subscriber.log == ["TryPrefixWhile", "1", "failure(test error)"])
    #expect(upstream.isCancelled)
  }

  @Test func endsWithItsUpstream() {
    #expect(log(failable(0..<2).prefix { _ in true }) == ["PrefixWhile", "0", "1", "finished"])
    #expect(log(failable(0..<2).tryPrefix { _ in true }) == ["TryPrefixWhile", "0", "1", "finished"])
  }
}
