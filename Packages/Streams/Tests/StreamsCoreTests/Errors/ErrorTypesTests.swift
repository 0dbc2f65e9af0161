import Streams
import Testing

struct MapErrorTests {
  private struct Other: Error, Equatable { let cause: TestError }

  @Test func changesOnlyTheError() {
    let upstream = ManualPublisher<Int, TestError>()
    let subscriber = record(upstream.mapError { Other(cause: $0) })
    expectEqual(upstream.send(1), .none)
    upstream.fail(TestError("cause"))
    expectEqual(subscriber.values, [1])
    expectEqual(subscriber.error, Other(cause: TestError("cause")))
  }

  @Test func handsTheUpstreamsSubscriptionOn() {
    expectEqual(log(failable(0..<2).mapError { Other(cause: $0) }), ["0..<2", "0", "1", "finished"])
  }
}

struct SetFailureTypeTests {
  @Test func passesTheSubscriptionValuesAndTheEndOn() {
    let publisher = numbers(0..<2).setFailureType(to: TestError.self)
    expectEqual(log(publisher), ["0..<2", "0", "1", "finished"])
  }

  @Test func setTwiceIsSetOnce() {
    let first = numbers(0..<2).setFailureType(to: TestError.self)
    let second = first.setFailureType(to: (any Error).self)
    #expect(type(of: second.upstream) == type(of: first.upstream))
    expectEqual(record(second).values, [0, 1])
  }
}
