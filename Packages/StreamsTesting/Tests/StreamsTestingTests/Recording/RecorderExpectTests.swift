import StreamsTesting
import Testing

/// The comparisons of all values and all events of a recorder.
@Suite(.withoutPages, .leakCheck()) struct RecorderExpectTests {
  @Test func valuesAreComparedInOrder() {
    let issues = Issues()
    issues.collect {
      let recorder = [1, 2].publisher.record()
      #expect(!recorder.expect(values: [2, 1]))
      try? recorder.finished.get()
    }
    #expect(issues.all.count == 1)
    #expect(issues.all.first?.text.contains("expected the values [2, 1], got [1, 2]") == true)
    #expect(issues.all.first?.text.contains("stream so far") == true)
  }

  @Test func eventsThatDifferAreNamed() {
    let issues = Issues()
    issues.collect {
      let scheduler = VirtualTimeScheduler()
      let recorder = scheduler.record(scheduler.cold("-1-2-3|", values: .digits))
      scheduler.run()
      let wanted = try? Recording<Int, Never>(marbles: "-1--2-4|", values: .digits)
      recorder.expect(events: wanted?.events ?? [], tolerance: .milliseconds(1))
    }
    #expect(issues.all.count == 1)
    let text = issues.all.first?.text ?? ""
    #expect(text.contains("The differences:\n    at 5 ms: expected value 4, got value 3\n"), "\(text)")
  }

  @Test func timesMayDifferByATolerance() {
    let scheduler = VirtualTimeScheduler()
    let recorder = scheduler.record(scheduler.cold("--1|", values: .digits))
    scheduler.run()
    let issues = Issues()
    let wanted: [Recorded<Int, Never>] = [.value(1, at: .milliseconds(1)), .finished(at: .milliseconds(3))]
    issues.collect { #expect(!recorder.expect(events: wanted)) }
    #expect(recorder.expect(events: wanted, tolerance: .milliseconds(1)))
    #expect(issues.all.count == 1)
  }
}
