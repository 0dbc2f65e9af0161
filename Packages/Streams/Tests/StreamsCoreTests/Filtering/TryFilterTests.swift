import Streams
import Testing

struct TryFilterTests {
  @Test func sendsWhatMatches() {
    expectEqual(log(numbers(0..<6).tryFilter { $0 % 2 == 1 }), ["TryFilter", "1", "3", "5", "finished"])
  }

  @Test func failsWithWhatIsThrownAndCancels() {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = record(upstream.tryFilter { if $0 == 2 { throw TestError() } else { true } }, .max(5))
    [1, 2, 3].forEach { upstream.send($0) }
    upstream.finish()
    expectEqual(subscriber.log, ["TryFilter", "1", "failure(test error)"])
    expectEqual(upstream.log, ["request(max(5))", "cancel"])
  }

  @Test func passesTheUpstreamsErrorOn() {
    let upstream = ManualPublisher<Int, TestError>()
    let subscriber = record(upstream.tryFilter { _ in true })
    upstream.fail(TestError("from above"))
    expectEqual(subscriber.log, ["TryFilter", "failure(from above)"])
  }

  @Test func filtersInARowAreOne() {
    let even = numbers(0..<20).filter { $0 % 2 == 0 }
    let six: Publishers.TryFilter = even.tryFilter { $0 % 3 == 0 }
    let twelve: Publishers.TryFilter = six.filter { $0 % 4 == 0 }.tryFilter { $0 > 0 }
    #expect(type(of: six.upstream) == type(of: even.upstream))
    #expect(type(of: twelve.upstream) == type(of: even.upstream))
    expectEqual(record(twelve).values, [12])
  }
}
