import Measuring
import StreamsTesting

/// The cost of the test kit.
public func rows() -> [Row] {
  section(
    "The test kit",
    [
      appended(), recorded(), recordedInRealTime(), expectation(), tests(),
    ])
}

private func appended() -> Row {
  Row("values appended to an array by a sink") {
    var values: [Int] = []
    let cancellable = (0..<elements).publisher.sink { values.append($0) }
    precondition(values.count == elements)
    withExtendedLifetime(cancellable) {}
  }
}

private func recorded() -> Row {
  Row("values recorded with virtual times", goal: Goal(kin: "values appended to an array by a sink", timesKin: 3)) {
    let timeline = Timeline()
    let recorder = timeline.record((0..<elements).publisher, exhaustive: false)
    precondition(!recorder.isAlive)
  }
}

private func recordedInRealTime() -> Row {
  Row("values recorded with real times", goal: Goal(kin: "values appended to an array by a sink", timesKin: 3)) {
    let recorder = (0..<elements).publisher.record(exhaustive: false)
    precondition(!recorder.isAlive)
  }
}

private func expectation() -> Row {
  Row("a marble expectation of ten events", per: .action, operations: 100, goal: Goal(nanoseconds: 50_000)) {
    for _ in 0..<100 {
      let timeline = Timeline()
      let input = timeline.cold("1-2-3-(45)-6-7-8-9|", values: .digits)
      let holds = timeline.expect(input.map { $0 + 1 }.filter { $0 < 11 }, toEqual: expected, values: values)
      precondition(holds)
    }
  }
}

private let expected = "a-b-c-(de)-f-g-h-i|"
// Never changed, and read by one thread.
nonisolated(unsafe) private let values: MarbleValues<Int> = [
  "a": 2, "b": 3, "c": 4, "d": 5, "e": 6, "f": 7, "g": 8, "h": 9, "i": 10,
]

private func tests() -> Row {
  Row("a test on virtual time: a debounce", per: .action, operations: 100, goal: Goal(nanoseconds: 1_000_000)) {
    for _ in 0..<100 {
      let scheduler = VirtualTimeScheduler()
      let input = scheduler.hot("ab----c-----|")
      let recorder = scheduler.record(input.debounce(for: .milliseconds(2), scheduler: scheduler))
      scheduler.run()
      precondition(recorder.consumeAll().completion != nil)
    }
  }
}
