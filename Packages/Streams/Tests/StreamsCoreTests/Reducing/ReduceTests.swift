import Streams
import Testing

struct ReduceTests {
  @Test func sendsTheResult() {
    expectEqual(log(numbers(1..<5).reduce(10, +)), ["Reduce", "20", "finished"])
    expectEqual(log(numbers(1..<5).tryReduce(10, +)), ["TryReduce", "20", "finished"])
    expectEqual(log(numbers(0..<0).reduce(10, +)), ["Reduce", "10", "finished"])
  }

  @Test func asksForEverythingAndWaitsUntilTheResultIsWanted() {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = record(upstream.reduce(0, +), .none)
    expectEqual(upstream.log, ["request(unlimited)"])
    [1, 2].forEach { expectEqual(upstream.send($0), .none) }
    upstream.finish()
    expectEqual(subscriber.log, ["Reduce"])
    subscriber.request(.max(1))
    expectEqual(subscriber.log, ["Reduce", "3", "finished"])
  }

  @Test func askingForNothingTraps() async {
    await #expect(processExitsWith: .failure) {
      record(numbers(0..<5).reduce(0, +), .none).request(.none)
    }
  }

  @Test func mirrorShowsTheInitialResult() {
    let subscription = record(numbers(0..<5).reduce(7, +), .none).subscription
    expectEqual(subscription.flatMap { Mirror(reflecting: $0).descendant("initial") } as? Int, 7)
  }
}

struct CountTests {
  @Test func countsTheValues() {
    expectEqual(log(numbers(0..<5).count()), ["Count", "5", "finished"])
    expectEqual(log(numbers(0..<0).count()), ["Count", "0", "finished"])
    expectEqual(
      portrait(record(numbers(0..<5).count(), .none).subscription), "Count(downstream, result, initial, status)")
  }
}

struct ComparisonTests {
  @Test func sendsTheLeastAndTheGreatest() {
    let values = [3, 1, 4, 1, 5].publisher.eraseToAnyPublisher()
    expectEqual(log(values.min()), ["Comparison", "1", "finished"])
    expectEqual(log(values.max()), ["Comparison", "5", "finished"])
    expectEqual(log(values.max { $0 > $1 }), ["Comparison", "1", "finished"])
    expectEqual(log(values.tryMin { $0 > $1 }), ["TryComparison", "5", "finished"])
    expectEqual(log(values.tryMax { $0 < $1 }), ["TryComparison", "5", "finished"])
    expectEqual(log(numbers(0..<0).max()), ["Comparison", "finished"])
  }

  @Test func ofEqualsTheFirstWins() {
    let values = ["aa", "bb", "a", "b"].publisher.eraseToAnyPublisher()
    expectEqual(record(values.max { $0.count < $1.count }).values, ["aa"])
    expectEqual(record(values.min { $0.count < $1.count }).values, ["a"])
  }
}
