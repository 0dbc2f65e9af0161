import Streams
import Testing

struct ReduceTests {
  @Test func sendsTheResult() {
    #expect(log(numbers(1..<5).reduce(10, +)) == ["Reduce", "20", "finished"])
    #expect(log(numbers(1..<5).tryReduce(10, +)) == ["TryReduce", "20", "finished"])
    #expect(log(numbers(0..<0).reduce(10, +)) == ["Reduce", "10", "finished"])
  }

  @Test func asksForEverythingAndWaitsUntilTheResultIsWanted() {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = record(upstream.reduce(0, +), .none)
    #expect(upstream.log == ["request(unlimited)"])
    [1, 2].forEach { #expect(upstream.send($0) == .none) }
    upstream.finish()
    #expect(subscriber.log == ["Reduce"])
    subscriber.request(.max(1))
    #expect(subscriber.log == ["Reduce", "3", "finished"])
  }

  @Test func failsWithWhatIsThrown() {
    expectFailure(of: "TryReduce") { $0.tryReduce(0) { if $1 == 2 { throw TestError() } else { $0 + $1 } } }
  }

  @Test func cancellingInTheResultKeepsTheEndAway() {
    let subscriber = RecordingSubscriber<Int, Never>()
    subscriber.onValue = { [unowned subscriber] _ in subscriber.cancel() }
    numbers(0..<5).reduce(0, +).subscribe(subscriber)
    #expect(subscriber.log == ["Reduce", "10"])
  }

  @Test func askingForNothingTraps() async {
    await #expect(processExitsWith: .failure) {
      record(numbers(0..<5).reduce(0, +), .none).request(.none)
    }
  }

  @Test func mirrorShowsTheInitialResult() {
    let subscription = record(numbers(0..<5).reduce(7, +), .none).subscription
    #expect(subscription.flatMap { Mirror(reflecting: $0).descendant("initial") } as? Int == 7)
  }
}

struct CountTests {
  @Test func countsTheValues() {
    #expect(log(numbers(0..<5).count()) == ["Count", "5", "finished"])
    #expect(log(numbers(0..<0).count()) == ["Count", "0", "finished"])
    #expect(
      portrait(record(numbers(0..<5).count(), .none).subscription) == "Count(downstream, result, initial, status)")
  }
}

struct ComparisonTests {
  @Test func sendsTheLeastAndTheGreatest() {
    let values = [3, 1, 4, 1, 5].publisher.eraseToAnyPublisher()
    #expect(log(values.min()) == ["Comparison", "1", "finished"])
    #expect(log(values.max()) == ["Comparison", "5", "finished"])
    #expect(log(values.max { $0 > $1 }) == ["Comparison", "1", "finished"])
    #expect(log(values.tryMin { $0 > $1 }) == ["TryComparison", "5", "finished"])
    #expect(log(values.tryMax { $0 < $1 }) == ["TryComparison", "5", "finished"])
    #expect(log(numbers(0..<0).max()) == ["Comparison", "finished"])
  }

  @Test func ofEqualsTheFirstWins() {
    let values = ["aa", "bb", "a", "b"].publisher.eraseToAnyPublisher()
    #expect(record(values.max { $0.count < $1.count }).values == ["aa"])
    #expect(record(values.min { $0.count < $1.count }).values == ["a"])
  }

  @Test func failsWithWhatIsThrown() {
    expectFailure(of: "TryComparison") { $0.tryMax { _, _ in throw TestError() } }
  }
}
