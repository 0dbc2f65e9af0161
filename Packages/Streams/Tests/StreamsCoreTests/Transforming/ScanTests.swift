import Streams
import Testing

struct ScanTests {
  @Test func sendsEveryResult() {
    expectEqual(log(numbers(1..<5).scan(0, +)), ["1..<5", "1", "3", "6", "10", "finished"])
    expectEqual(log(numbers(1..<5).tryScan(0, +)), ["TryScan", "1", "3", "6", "10", "finished"])
  }

  @Test func eachSubscriberBeginsWithTheInitialResult() {
    let sums = numbers(1..<3).scan(10, +)
    expectEqual(record(sums).values, [11, 13])
    expectEqual(record(sums).values, [11, 13])
  }

  @Test func failsWithWhatIsThrownAndCancels() {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = record(upstream.tryScan(0) { if $1 == 3 { throw TestError() } else { $0 + $1 } }, .max(9))
    [1, 2, 3, 4].forEach { upstream.send($0) }
    expectEqual(subscriber.log, ["TryScan", "1", "3", "failure(test error)"])
    expectEqual(upstream.log, ["request(max(9))", "cancel"])
  }

  @Test func aClosureThatSendsIntoItsOwnStreamHarmsNothing() {
    let subject = PassthroughSubject<Int, Never>()
    var results: [[Int]] = []
    let cancellable = subject.scan([0]) { list, value in
      if value == 2 { subject.send(99) }
      return list + [value]
    }.sink { results.append($0) }
    [1, 2].forEach { subject.send($0) }
    expectEqual(results, [[0, 1], [0, 1, 99], [0, 1, 2]])
    withExtendedLifetime(cancellable) {}
  }

  @Test func aSubscriberShowsItsStatusAndResult() {
    let upstream = Portraitist<Int, Never>()
    _ = record(upstream.scan(0, +))
    _ = record(upstream.tryScan(0, +))
    expectEqual(upstream.portraits, ["Scan(downstream, result)", "TryScan(downstream, status, result)"])
  }
}
