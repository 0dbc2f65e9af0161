import Streams
import Testing

struct ContainsTests {
  @Test func endsAtTheFirstMatch() {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = record(upstream.contains(2))
    [1, 2, 3].forEach { upstream.send($0) }
    #expect(subscriber.log == ["Contains", "true", "finished"])
    #expect(upstream.log == ["request(unlimited)", "cancel"])
  }

  @Test func isFalseAtTheEnd() {
    #expect(log(failable(0..<3).contains(7)) == ["Contains", "false", "finished"])
    #expect(log(failable(0..<3).contains { $0 == 2 }) == ["ContainsWhere", "true", "finished"])
    #expect(log(failable(0..<3).tryContains { $0 == 7 }) == ["TryContainsWhere", "false", "finished"])
  }

  @Test func waitsUntilItIsWanted() {
    let subscriber = record(failable(0..<3).contains(1), .none)
    #expect(subscriber.log == ["Contains"])
    subscriber.request(.max(1))
    #expect(subscriber.log == ["Contains", "true", "finished"])
  }

  @Test func theValueThatDecidesIsReleased() throws {
    let canary = Canary()
    let subject = PassthroughSubject<Canary.Token, Never>()
    let found = record(subject.contains { _ in true }, .none)
    let differing = record(subject.allSatisfy { _ in false }, .none)
    subject.send(canary.token())
    #expect(canary.alive == 0)
    let mirror = Mirror(reflecting: try #require(found.subscription))
    #expect(mirror.children.first { $0.label == "result" }?.value as? Bool == true)
    found.request(.max(1))
    differing.request(.max(1))
    #expect(found.log == ["ContainsWhere", "true", "finished"])
    #expect(differing.log == ["AllSatisfy", "false", "finished"])
  }

  @Test func failsWithWhatIsThrown() {
    #expect(log(numbers(0..<3).tryContains { _ in throw TestError() }) == ["TryContainsWhere", "failure(test error)"])
  }

  @Test func isEquatable() {
    let fail = Fail<Int, TestError>(error: TestError())
    #expect(Publishers.Contains(upstream: fail, output: 1) == Publishers.Contains(upstream: fail, output: 1))
    #expect(Publishers.Contains(upstream: fail, output: 1) != Publishers.Contains(upstream: fail, output: 2))
  }
}
