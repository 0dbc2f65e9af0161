import IssueReporting
import StreamsTesting
import Testing

private struct Odd: Error {}

@Suite(.withoutPages, .leakCheck()) struct WithRecorderTests {
  let scheduler = VirtualTimeScheduler()
  let issues = Issues()
  private let rest = "subject: has events that were not consumed:\n  0 ms: value 2"

  @Test func withRecorderReportsUnconsumedEventsAtItsEnd() {
    let subject = PassthroughSubject<Int, Never>()
    var line: UInt = 0
    issues.collect {
      line = #line + 1
      withRecorder(scheduler.record(subject, name: "subject")) { recorder in
        subject.send(1)
        #expect((try? recorder.next().get()) == 1)
        subject.send(2)
      }
      subject.send(3)
    }
    #expect(issues.all.map(\.text) == [rest])
    #expect(issues.all.map(\.line) == [line])
  }

  @Test func asyncWithRecorderReportsUnconsumedEventsAtItsEnd() async {
    let subject = PassthroughSubject<Int, Never>()
    var line: UInt = 0
    await withIssueReporters([issues]) {
      line = #line + 1
      await withRecorder(scheduler.record(subject, name: "subject")) { recorder in
        subject.send(1)
        #expect((try? await recorder.next().wait()) == 1)
        await Task.yield()
        subject.send(2)
      }
      subject.send(3)
    }
    #expect(issues.all.map(\.text) == [rest])
    #expect(issues.all.map(\.line) == [line])
  }

  @Test func asyncWithRecorderReturnsTheResultAndCancels() async throws {
    let source = scheduler.cold("-1-2-3", values: .digits)
    let sum = try await withRecorder(scheduler.record(source)) { recorder in
      try await recorder.next().wait() + recorder.next().wait()
    }
    #expect(sum == 3)
    #expect(source.subscriptions.map(\.description) == ["subscribed at 0 ms, requested all, got 2, cancelled at 3 ms"])
  }

  @Test func withRecorderReportsNothingIfItsBodyThrows() async {
    let subject = PassthroughSubject<Int, Never>()
    issues.collect {
      #expect(throws: Odd.self) { try withRecorder(Just(1).record()) { _ in throw Odd() } }
    }
    _ = await withIssueReporters([issues]) {
      await #expect(throws: Odd.self) {
        try await withRecorder(scheduler.record(subject, name: "subject")) { _ in
          subject.send(2)
          await Task.yield()
          throw Odd()
        }
      }
    }
    #expect(issues.all.isEmpty)
  }

  @Test func withRecorderRecordsASequence() async throws {
    let timeline = scheduler.timeline
    let source = timeline.cold("-1-2-3", values: .digits)
    await withIssueReporters([issues]) {
      await withRecorder(timeline.record(source.values, name: "numbers")) { recorder in
        #expect((try? await recorder.next().wait()) == 1)
        await timeline.advance(by: .milliseconds(2))
      }
    }
    await timeline.advance(by: .milliseconds(2))
    #expect(issues.all.map(\.text) == ["numbers: has events that were not consumed:\n  3 ms: value 2"])
    #expect(source.subscriptions[0].cancellationTime != nil)
  }

  @Test func withRecorderWorksInRealTime() async {
    let subject = PassthroughSubject<Int, Never>()
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    await withIssueReporters([issues]) {
      await withRecorder(subject.record(name: "awaited")) { recorder in
        Task { subject.send(1) }
        #expect((try? await recorder.next().wait(timeout: .seconds(30))) == 1)
        subject.send(2)
      }
      await withRecorder(stream.record(name: "sequence")) { recorder in
        continuation.yield(1)
        #expect((try? await recorder.next().wait(timeout: .seconds(30))) == 1)
      }
    }
    issues.collect {
      withRecorder(subject.record(name: "blocking")) { recorder in
        subject.send(1)
        subject.send(2)
        #expect((try? recorder.next().get()) == 1)
      }
    }
    #expect(issues.all.count == 2)
    #expect(issues.all.map { $0.text.prefix { $0 != ":" } } == ["awaited", "blocking"])
    #expect(issues.all.allSatisfy { $0.text.contains("value 2") })
  }

  @Test func recordersReturnDemandForEachValue() {
    let recorder = (1...5).publisher.record(demand: .max(1), answer: { $0 == 3 ? .none : .max(1) })
    #expect(recorder.consumeAll().values == [1, 2, 3])
    let silent = (1...5).publisher.record(demand: .max(1), answer: { _ in .none })
    #expect(silent.consumeAll().values == [1])
  }
}
