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
}
