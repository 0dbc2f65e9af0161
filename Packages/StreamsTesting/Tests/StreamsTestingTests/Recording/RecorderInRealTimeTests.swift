import Foundation
import IssueReporting
import StreamsTesting
import Testing

@Suite(.leakCheck()) struct RecorderInRealTimeTests {
  @Test func waitsReceiveEventsOfOtherThreads() async throws {
    let recorder = [1, 2, 3].publisher.receive(on: DispatchQueue(label: "elsewhere")).record()
    try await expectEqual(recorder.next().wait(timeout: .seconds(30)), 1)
    try await expectEqual(recorder.elements.wait(timeout: .seconds(30)), [1, 2, 3])
  }

  @Test func blockingWaitsInTasksAreIssues() async throws {
    let values = try await onPlainThread {
      try [1, 2, 3].publisher.receive(on: DispatchQueue(label: "elsewhere")).record().elements.wait(
        timeout: .seconds(30))
    }
    expectEqual(values, [1, 2, 3])
    let issues = Issues()
    let refused: () throws -> Void = {
      try PassthroughSubject<Int, Never>().record().next().wait(timeout: .seconds(3600))
    }
    let refusedCompletion: () throws -> [Int] = {
      try PassthroughSubject<Int, Never>().waitForCompletion(timeout: .seconds(3600))
    }
    issues.collect {
      #expect(throws: RecordingError<Int>.self) { try refused() }
      #expect(throws: RecordingError<Int>.self) { try refusedCompletion() }
    }
    expectEqual(issues.all.count, 2)
    #expect(issues.all.allSatisfy { $0.text.contains("'await'") })
  }

  @Test func sequencesAreRecorded() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let recorder = stream.record()
    continuation.yield(5)
    try await expectEqual(recorder.next().wait(timeout: .seconds(30)), 5)
    continuation.finish()
    try await recorder.finished.wait(timeout: .seconds(30))
  }

  @Test func cancellingTheTaskEndsTheWait() async {
    let task = Task {
      let recorder = PassthroughSubject<Int, Never>().record(exhaustive: false)
      _ = try await recorder.next().wait(timeout: .seconds(3600))
    }
    let completion = Task { try await PassthroughSubject<Int, Never>().waitForCompletion(timeout: .seconds(3600)) }
    task.cancel()
    completion.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await #expect(throws: CancellationError.self) { try await completion.value }
  }

  /// The error is the only sign, although an event has not been consumed.
  @Test(arguments: [true, false]) func aCancelledWaitOfAnyKindThrowsAndReportsNothing(inVirtualTime: Bool) async {
    let waits: [@Sendable (Recorder<Int, Never>) async throws -> Void] = [
      { _ = try await $0.next(2).wait(timeout: .seconds(3600)) },
      { _ = try await $0.next { $0 == 5 }.wait(timeout: .seconds(3600)) },
      { _ = try await $0.prefix(2).wait(timeout: .seconds(3600)) },
      { _ = try await $0.last.wait(timeout: .seconds(3600)) },
      { _ = try await $0.completion.wait(timeout: .seconds(3600)) },
      { _ = try await $0.next(2).inverted.wait(timeout: .seconds(3600)) },
    ]
    let issues = Issues()
    for wait in waits {
      let task = withIssueReporters([issues]) {
        Task {
          withUnsafeCurrentTask { $0?.cancel() }
          let subject = CurrentValueSubject<Int, Never>(4)
          try await wait(inVirtualTime ? Timeline().record(subject) : subject.record())
        }
      }
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(issues.all.isEmpty, "\(issues.all)")
  }

  @Test func timesAndOrderGrowFromEventToEvent() {
    let events = (0..<1000).publisher.record().consumeAll().events
    expectEqual(events.map(\.order), Array(1...1002))
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time })
    expectEqual(events.compactMap(\.event.value), Array(0..<1000))
  }

  @Test func theSubscriptionOfASequenceIsItsFirstEvent() async throws {
    for _ in 0..<200 {
      let recorder = AsyncStream<Int> { continuation in
        continuation.yield(1)
        continuation.finish()
      }.record(exhaustive: false)
      try await recorder.finished.wait(timeout: .seconds(300))
      expectEqual(recorder.received.events.map(\.event), [.subscription, .value(1), .finished])
    }
  }
}
