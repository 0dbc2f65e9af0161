import Foundation
import IssueReporting
import StreamsTesting
import Testing

@Suite(.leakCheck()) struct NoEventsTests {
  @Test func expectNoEventsReportsForRecordersThatAreNotExhaustive() {
    let issues = Issues()
    let recorder = Just(1).record(exhaustive: false)
    issues.collect { recorder.expectNoEvents() }
    expectEqual(issues.all.count, 1)
  }

  @Test func expectNoEventsReportsAfterAnotherFailure() {
    let issues = Issues()
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.record()
    issues.collect {
      _ = try? recorder.next().get()
      subject.send(1)
      recorder.expectNoEvents()
    }
    expectEqual(issues.all.count, 2)
    recorder.cancelAndIgnoreRemainingEvents()
  }

  @Test func expectNoEventsWaitsInRealTime() async throws {
    let recorder = PassthroughSubject<Int, Never>().record()
    let start = DispatchTime.now().uptimeNanoseconds
    await recorder.expectNoEvents(for: .milliseconds(20))
    #expect(DispatchTime.now().uptimeNanoseconds - start >= 20_000_000)
    let blocked = DispatchTime.now().uptimeNanoseconds
    try await onPlainThread { recorder.expectNoEvents(for: .milliseconds(20)) }
    #expect(DispatchTime.now().uptimeNanoseconds - blocked >= 20_000_000)
    recorder.cancel()
  }

  @Test func expectNoEventsReportsAnEventThatArrivesWhileItWaits() async throws {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.record()
    let issues = Issues()
    DispatchQueue(label: "elsewhere").async { subject.send(1) }
    try await onPlainThread { issues.collect { recorder.expectNoEvents(for: .seconds(600)) } }
    expectEqual(issues.all.map(\.text).first?.contains("value 1"), true)
    recorder.cancelAndIgnoreRemainingEvents()
  }

  @Test func expectNoEventsReportsThatItsTaskIsCancelled() async {
    let issues = Issues()
    let recorder = PassthroughSubject<Int, Never>().record()
    await withIssueReporters([issues]) {
      let task = Task { await recorder.expectNoEvents(for: .seconds(3600)) }
      task.cancel()
      await task.value
    }
    expectEqual(issues.all.map(\.text).first?.contains("cancelled first"), true)
    recorder.cancel()
  }

  @Test func theLastInstantOfExpectNoEventsBelongsToTheTimeAfterIt() throws {
    let scheduler = VirtualTimeScheduler()
    let numbers = scheduler.cold("-1-2|", values: .digits)
    let recorder = scheduler.record(numbers)
    recorder.expectNoEvents(for: .milliseconds(1))
    try expectEqual(recorder.next().get(), 1)
    recorder.expectNoEvents(for: .milliseconds(2))
    try expectEqual(recorder.next().get(), 2)
    try recorder.finished.wait()
  }

  @Test func tasksRunWhileExpectNoEventsLetsTimePass() async throws {
    let (timeline, subject) = (Timeline(), PassthroughSubject<Int, Never>())
    let task = timeline.task {
      for number in 1...2 {
        try await timeline.sleep(for: .seconds(1))
        subject.send(number)
      }
    }
    let recorder = timeline.record(subject)
    await recorder.expectNoEvents(for: .seconds(1))
    try expectEqual(recorder.next().get(), 1)
    await recorder.expectNoEvents(for: .milliseconds(999))
    await recorder.expectNoEvents(for: .milliseconds(1))
    try expectEqual(recorder.next().get(), 2)
    expectEqual(timeline.now.offset, .seconds(2))
    recorder.cancel()
    _ = await task.result
  }
}
