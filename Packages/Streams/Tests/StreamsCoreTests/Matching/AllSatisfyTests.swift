import Streams
import Testing

struct AllSatisfyTests {
  @Test func endsAtTheFirstThatDoesNotMatch() {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = record(upstream.allSatisfy { $0 < 2 })
    [1, 2, 3].forEach { upstream.send($0) }
    #expect(subscriber.log == ["AllSatisfy", "false", "finished"])
    #expect(upstream.log == ["request(unlimited)", "cancel"])
  }

  @Test func isTrueAtTheEnd() {
    #expect(log(failable(0..<3).allSatisfy { $0 < 3 }) == ["AllSatisfy", "true", "finished"])
    #expect(log(failable(0..<3).tryAllSatisfy { $0 < 3 }) == ["TryAllSatisfy", "true", "finished"])
    #expect(log(failable(0..<0).allSatisfy { _ in false }) == ["AllSatisfy", "true", "finished"])
  }

  @Test func failsWithWhatIsThrown() {
    #expect(log(numbers(0..<3).tryAllSatisfy { _ in throw TestError() }) == ["TryAllSatisfy", "failure(test error)"])
  }
}
