import Streams
import Testing

struct ContainsTests {
  @Test func endsAtTheFirstMatch() {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = record(upstream.contains(2))
    [1, 2, 3].forEach { upstream.send($0) }
    expectEqual(subscriber.log, ["Contains", "true", "finished"])
    expectEqual(upstream.log, ["request(unlimited)", "cancel"])
  }

  @Test func isFalseAtTheEnd() {
    expectEqual(log(failable(0..<3).contains(7)), ["Contains", "false", "finished"])
    expectEqual(log(failable(0..<3).contains { $0 == 2 }), ["ContainsWhere", "true", "finished"])
    expectEqual(log(failable(0..<3).tryContains { $0 == 7 }), ["TryContainsWhere", "false", "finished"])
  }

  @Test func theValueThatDecidesIsReleased() throws {
    let canary = Canary()
    let subject = PassthroughSubject<Canary.Token, Never>()
    let found = record(subject.contains { _ in true }, .none)
    let differing = record(subject.allSatisfy { _ in false }, .none)
    subject.send(canary.token())
    expectEqual(canary.alive, 0)
    let mirror = Mirror(reflecting: try #require(found.subscription))
    expectEqual(mirror.children.first { $0.label == "result" }?.value as? Bool, true)
    found.request(.max(1))
    differing.request(.max(1))
    expectEqual(found.log, ["ContainsWhere", "true", "finished"])
    expectEqual(differing.log, ["AllSatisfy", "false", "finished"])
  }
}
