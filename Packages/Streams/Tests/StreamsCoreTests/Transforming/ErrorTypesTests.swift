import Streams
import Testing

struct MapErrorTests {
  private struct Other: Error, Equatable { let cause: TestError }

  @Test func changesOnlyTheError() {
    let upstream = ManualPublisher<Int, TestError>()
    let subscriber = record(upstream.mapError { Other(cause: $0) })
    #expect(upstream.send(1) == .none)
    upstream.fail(TestError("cause"))
    #expect(subscriber.values == [1])
    #expect(subscriber.error == Other(cause: TestError("cause")))
  }

  @Test func handsTheUpstreamsSubscriptionOn() {
    #expect(log(failable(0..<2).mapError { Other(cause: $0) }) == ["0..<2", "0", "1", "finished"])
  }

  @Test func aSubscriberIsDescribedByName() {
    let upstream = Portraitist<Int, TestError>()
    _ = record(upstream.mapError { Other(cause: $0) })
    #expect(upstream.portraits == ["MapError()"])
  }
}

struct SetFailureTypeTests {
  @Test func passesTheSubscriptionValuesAndTheEndOn() {
    let publisher = numbers(0..<2).setFailureType(to: TestError.self)
    #expect(log(publisher) == ["0..<2", "0", "1", "finished"])
  }

  @Test func setTwiceIsSetOnce() {
    let first = numbers(0..<2).setFailureType(to: TestError.self)
    let second = first.setFailureType(to: (any Error).self)
    #expect(type(of: second.upstream) == type(of: first.upstream))
    #expect(record(second).values == [0, 1])
  }

  @Test func isEquatable() {
    let empty = Empty<Int, Never>()
    #expect(empty.setFailureType(to: TestError.self) == empty.setFailureType(to: TestError.self))
  }

  @Test func aSubscriberIsDescribedByName() {
    let upstream = Portraitist<Int, Never>()
    _ = record(upstream.setFailureType(to: TestError.self))
    #expect(upstream.portraits == ["SetFailureType()"])
  }
}
