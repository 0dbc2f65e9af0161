import Streams
import Testing

/// What operators with one input have in common.
struct OneInputTests {
  @Test func aClosureThatThrowsCancelsTheUpstreamAndFails() {
    expectFailure(of: "TryFilter", after: ["1"], .max(5)) {
      $0.tryFilter { if $0 == 2 { throw TestError() } else { true } }
    }
    expectFailure(of: "TryScan", after: ["1"], .max(9)) {
      $0.tryScan(0) { if $1 == 2 { throw TestError() } else { $0 + $1 } }
    }
    expectFailure(of: "TryPrefixWhile", after: ["1"]) {
      $0.tryPrefix { if $0 == 2 { throw TestError() } else { true } }
    }
    expectFailure(of: "TryDropWhile") { $0.tryDrop { if $0 == 2 { throw TestError() } else { true } } }
    expectFailure(of: "TryReduce") { $0.tryReduce(0) { if $1 == 2 { throw TestError() } else { $0 + $1 } } }
    expectFailure(of: "TryComparison") { $0.tryMax { _, _ in throw TestError() } }
    expectFailure(of: "TryContainsWhere") { $0.tryContains { _ in throw TestError() } }
    expectFailure(of: "TryAllSatisfy") { $0.tryAllSatisfy { _ in throw TestError() } }
    expectFailure(of: "TryFirstWhere") { $0.tryFirst { _ in throw TestError() } }
    expectFailure(of: "TryLastWhere") { $0.tryLast { if $0 == 2 { throw TestError() } else { true } } }
  }

  @Test func anErrorOfTheUpstreamIsForwarded() {
    expectError(of: "TryFilter", sending: []) { $0.tryFilter { _ in true } }
    expectError(of: "ReplaceEmpty", sending: []) { $0.replaceEmpty(with: 7) }
    expectError(of: "Output", sending: []) { $0.prefix(2) }
    expectError(of: "Manual", sending: [1], .none) { $0.ignoreOutput() }
    expectError(of: "Last", sending: [1], .none) { $0.last() }
    expectError(of: "Collect", sending: [1]) { $0.collect() }
    expectError(of: "CollectByCount", sending: [0, 1, 2], after: ["[0, 1]"]) { $0.collect(2) }
  }

  @Test func aResultWaitsUntilItIsWanted() {
    expectWaiting(failable(0..<3).contains(1), ["Contains", "true", "finished"])
    expectWaiting(numbers(0..<5).last(), ["Last", "4", "finished"])
    expectWaiting(numbers(0..<0).replaceEmpty(with: 7), ["ReplaceEmpty", "7", "finished"])
  }

  @Test func cancellingInTheLastValueKeepsTheEndAway() {
    expectNoEnd(numbers(0..<9).prefix(2), ["Output", "0", "1"])
    expectNoEnd(numbers(0..<5).reduce(0, +), ["Reduce", "10"])
    expectNoEnd(numbers(0..<0).replaceEmpty(with: 7), ["ReplaceEmpty", "7"])
    expectNoEnd(numbers(0..<3).collect(2), ["CollectByCount", "[0, 1]", "[2]"])
  }

  /// The operator's closure throws a `TestError` at one of the values 1, 2 and 3.
  private func expectFailure<P: Publisher>(
    of name: String, after values: [String] = [], _ demand: Subscribers.Demand = .unlimited,
    sourceLocation: SourceLocation = #_sourceLocation, _ make: (ManualPublisher<Int, Never>) -> P
  ) {
    let upstream = ManualPublisher<Int, Never>()
    let subscriber = record(make(upstream), demand)
    [1, 2, 3].forEach { upstream.send($0) }
    upstream.finish()
    #expect(subscriber.log == [name] + values + ["failure(test error)"], sourceLocation: sourceLocation)
    #expect(upstream.log == ["request(\(demand))", "cancel"], sourceLocation: sourceLocation)
  }

  private func expectError<P: Publisher>(
    of name: String, sending: [Int], after values: [String] = [], _ demand: Subscribers.Demand = .unlimited,
    sourceLocation: SourceLocation = #_sourceLocation, _ make: (ManualPublisher<Int, TestError>) -> P
  ) {
    let upstream = ManualPublisher<Int, TestError>()
    let subscriber = record(make(upstream), demand)
    for value in sending { #expect(upstream.send(value) == .none, sourceLocation: sourceLocation) }
    upstream.fail(TestError("from above"))
    #expect(subscriber.log == [name] + values + ["failure(from above)"], sourceLocation: sourceLocation)
    #expect(upstream.log == ["request(unlimited)"], sourceLocation: sourceLocation)
  }

  private func expectWaiting<P: Publisher>(
    _ publisher: P, _ log: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let subscriber = record(publisher, .none)
    #expect(subscriber.log == [log[0]], sourceLocation: sourceLocation)
    subscriber.request(.max(1))
    #expect(subscriber.log == log, sourceLocation: sourceLocation)
  }

  private func expectNoEnd<P: Publisher>(
    _ publisher: P, _ log: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let subscriber = RecordingSubscriber<P.Output, P.Failure>()
    subscriber.onValue = { [unowned subscriber] _ in
      if subscriber.values.count == log.count - 1 { subscriber.cancel() }
    }
    publisher.subscribe(subscriber)
    #expect(subscriber.log == log, sourceLocation: sourceLocation)
  }
}
