import Streams
import Testing

struct CompactMapTests {
  @Test func sendsWhatIsNotNil() {
    let words = ["1", "x", "3"].publisher.eraseToAnyPublisher()
    expectEqual(log(words.tryCompactMap { Int($0) }), ["TryCompactMap", "1", "3", "finished"])
  }

  @Test func failsWithWhatIsThrownAndCancels() {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = record(upstream.tryCompactMap { if $0 == 3 { throw TestError() } else { $0 == 2 ? nil : $0 } })
    expectEqual(upstream.send(1), .none)
    expectEqual(upstream.send(2), .max(1))
    expectEqual(upstream.send(3), .none)
    expectEqual(subscriber.log, ["TryCompactMap", "1", "failure(test error)"])
    #expect(upstream.isCancelled)
  }

  @Test func twoInARowAreOne() {
    let first = numbers(0..<10).tryCompactMap { $0 % 2 == 0 ? $0 : nil }
    let second: Publishers.TryCompactMap = first.compactMap { $0 > 4 ? "\($0)" : nil }
    #expect(type(of: second.upstream) == type(of: first.upstream))
    expectEqual(record(second).values, ["6", "8"])
  }
}
