import Measuring
import StreamsTesting

/// The cost of the test kit.
public func rows() -> [Row] {
  section(
    "The test kit",
    [
      appended(), logged(), recorded(), recordedInRealTime(), expectation(), tests(), reading(), page(),
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

/// The cost of the log, from which a page shows the work of a timeline.
private func logged() -> Row {
  Row("actions run with a log", per: .action, operations: 1000) {
    let timeline = Timeline()
    timeline.isLogging = true
    for time in 0..<1000 { timeline.schedule(in: .milliseconds(time)) {} }
    timeline.run()
    precondition(timeline.log.count == 2000)
  }
}

private func page() -> Row {
  .prepared("a page of 1,000 events drawn", per: .action, operations: 1) {
    let timeline = Timeline()
    let recorder = timeline.record((0..<1000).publisher, exhaustive: false)
    let recording = recorder.consumeAll()
    return { precondition(recording.page().html.utf8.count > 1000) }
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

private func reading() -> Row {
  Row("a marble string of twenty columns read", per: .action, operations: 1000) {
    for _ in 0..<1000 { precondition((try? Marble("--a-(bc) 10ms -d-|")) != nil) }
  }
}
