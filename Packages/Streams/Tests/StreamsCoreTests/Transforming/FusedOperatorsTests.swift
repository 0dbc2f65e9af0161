import Streams
import Testing

/// Two operators in a row that become one must do what they do one after the other.
struct FusedOperatorsTests {
  private func record<P: Publisher<Int, any Error>>(_ make: (ManualPublisher<Int, Never>) -> P) -> [String] {
    let upstream = ManualPublisher<Int, Never>()
    let recorder = RecordingSubscriber<Int, any Error>()
    make(upstream).subscribe(recorder)
    for value in [1, 2, 3, 4] { upstream.send(value) }
    upstream.finish()
    return Array(recorder.log.dropFirst()) + (upstream.isCancelled ? ["cancelled"] : [])
  }

  private func odd(_ value: Int) throws -> Int { value % 2 == 1 ? value : try { throw TestError("even") }() }

  @Test func mapAndTryMapRunInOrder() {
    expectEqual(record { $0.map { $0 * 10 }.tryMap { $0 + 1 } }, ["11", "21", "31", "41", "finished"])
    expectEqual(record { $0.map { $0 + 2 }.tryMap(odd) }, ["3", "failure(even)", "cancelled"])
  }

  @Test func nothingIsMappedAfterTryMapHasThrown() {
    expectEqual(record { $0.tryMap { $0 * 10 }.map { $0 + 1 } }, ["11", "21", "31", "41", "finished"])
    var seen: [Int] = []
    let log = record { upstream in
      upstream.tryMap(odd).map {
        seen.append($0)
        return $0
      }
    }
    expectEqual(log, ["1", "failure(even)", "cancelled"])
    expectEqual(seen, [1])
  }

  @Test func eitherTryMapOfTwoMayThrow() {
    expectEqual(record { $0.tryMap { $0 * 10 }.tryMap { $0 + 1 } }, ["11", "21", "31", "41", "finished"])
    expectEqual(record { $0.tryMap(odd).tryMap { $0 * 2 } }, ["2", "failure(even)", "cancelled"])
    expectEqual(record { $0.tryMap { $0 * 2 }.tryMap(odd) }, ["failure(even)", "cancelled"])
  }

  @Test func filterTwiceAsksTheSecondOnlyWhatTheFirstLetsThrough() {
    var asked: [Int] = []
    let log = record { upstream in
      upstream.filter { $0 > 1 }.filter {
        asked.append($0)
        return $0 != 3
      }.setFailureType(to: (any Error).self)
    }
    expectEqual(log, ["2", "4", "finished"])
    expectEqual(asked, [2, 3, 4])
  }

  @Test func compactMapAndMapSkipNil() {
    var mapped: [Int] = []
    let log = record { upstream in
      upstream.compactMap { $0 % 2 == 0 ? $0 : nil }.map { value -> Int in
        mapped.append(value)
        return value * 10
      }.setFailureType(to: (any Error).self)
    }
    expectEqual(log, ["20", "40", "finished"])
    expectEqual(mapped, [2, 4])
  }

  @Test func twoCompactMapsSkipNilOfEither() {
    let log = record { upstream in
      upstream.compactMap { $0 > 1 ? $0 : nil }.compactMap { $0 != 3 ? $0 * 10 : nil }
        .setFailureType(to: (any Error).self)
    }
    expectEqual(log, ["20", "40", "finished"])
  }

  /// A value that is left out is made up for, as if there were two operators.
  @Test func demandIsMadeUpForValuesThatAreLeftOut() {
    let upstream = ManualPublisher<Int, Never>()
    let recorder = RecordingSubscriber<Int, Never>(.max(1))
    upstream.filter { $0 > 1 }.filter { $0 > 2 }.subscribe(recorder)
    let returned = [1, 2, 3].map { upstream.send($0) }
    expectEqual(returned, [.max(1), .max(1), .none])
    expectEqual(recorder.values, [3])
  }
}
