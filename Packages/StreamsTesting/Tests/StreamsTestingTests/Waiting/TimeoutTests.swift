import Foundation
import IssueReporting
import StreamsTesting
import Testing

@Suite(.leakCheck()) struct TimeoutTests {
  @Test(arguments: [Duration.seconds(Int64.max), .seconds(1e12)])
  func veryLongTimeoutsAreAllowed(_ limit: Duration) async throws {
    let publisher = [1, 2].publisher.receive(on: DispatchQueue(label: "elsewhere"))
    try await expectEqual(publisher.waitForCompletion(timeout: limit), [1, 2])
    let blocked = try await onPlainThread {
      try [1, 2].publisher.receive(on: DispatchQueue(label: "elsewhere")).waitForCompletion(timeout: limit)
    }
    expectEqual(blocked, [1, 2])
    let recorder = publisher.record()
    try await expectEqual(recorder.next().wait(timeout: limit), 1)
    try await expectEqual(recorder.elements.wait(timeout: limit), [1, 2])
    let timeline = Timeline()
    let later = timeline.record(timeline.cold("5s 1|", values: .digits))
    let values = try await onPlainThread { try later.elements.wait(timeout: limit) }
    expectEqual(values, [1])
  }

  @Test(arguments: [Duration.seconds(-1), .nanoseconds(-1)]) func negativeTimeoutsAreIssues(_ limit: Duration) async {
    let issues = Issues()
    await onPlainThreadIgnoringErrors {
      issues.collect {
        _ = try? PassthroughSubject<Int, Never>().waitForCompletion(timeout: limit)
      }
    }
    expectEqual(issues.all.count, 1)
    expectEqual(issues.all.first?.text.contains("must be zero or more"), true)
  }

  @Test func secondsAndDurationsOfEveryUnitAreLimits() async throws {
    let (seconds, duration): (TimeInterval, Duration) = (30, .seconds(30))
    let (numbers, recorder) = ([1, 2].publisher, [1, 2, 3].publisher.record(exhaustive: false))
    try await expectEqual(numbers.waitForCompletion(timeout: 5), [1, 2])
    try await expectEqual(numbers.waitForFirstOutput(timeout: 0.2), 1)
    try await expectEqual(numbers.waitForCompletion(timeout: seconds), [1, 2])
    try await expectEqual(numbers.waitForFirstOutput(timeout: duration), 1)
    try await expectEqual(numbers.waitForFirstOutput(timeout: .zero), 1)
    try await expectEqual(numbers.waitForFirstOutput(timeout: .nanoseconds(500)), 1)
    try await expectEqual(numbers.waitForFirstOutput(timeout: .microseconds(500)), 1)
    try await expectEqual(numbers.waitForFirstOutput(timeout: .milliseconds(500)), 1)
    try await expectEqual(numbers.waitForFirstOutput(timeout: .milliseconds(0.5)), 1)
    try await expectEqual(numbers.waitForFirstOutput(timeout: .microseconds(1.5)), 1)
    try await expectEqual(numbers.waitForFirstOutput(timeout: .seconds(0.5)), 1)
    try await expectEqual(numbers.record().recording.wait(timeout: .infinity).values, [1, 2])
    try await expectEqual(recorder.next().wait(timeout: 30), 1)
    let blocked = try await onPlainThread {
      // Apple's publisher cannot be captured.
      let numbers = [1, 2].publisher
      return try [
        numbers.waitForCompletion(timeout: seconds), [numbers.waitForFirstOutput(timeout: duration)],
        numbers.waitForCompletion(timeout: 1e300), [numbers.waitForFirstOutput(timeout: 30)],
        [recorder.next().wait(timeout: 30), recorder.next().wait(timeout: 0.5)],
      ]
    }
    expectEqual(blocked, [[1, 2], [1], [1, 2], [1], [2, 3]])
  }

  @Test func aLimitInSecondsEndsTheWait() async {
    let issues = Issues()
    await withIssueReporters([issues]) {
      _ = try? await PassthroughSubject<Int, Never>().waitForCompletion(timeout: 0.01)
      _ = try? await PassthroughSubject<Int, Never>().waitForFirstOutput(timeout: -1)
      _ = try? await PassthroughSubject<Int, Never>().waitForFirstOutput(timeout: Double.nan)
    }
    expectEqual(
      issues.all.map { String($0.text.prefix { $0 != "\n" }) },
      [
        "publisher: never completed; expected the end within \(tenMilliseconds).",
        "publisher: the timeout must be zero or more, but is -1.",
        "publisher: the timeout must be zero or more, but is nan.",
      ])
  }

  private func onPlainThreadIgnoringErrors(_ body: @escaping @Sendable () -> Void) async {
    try? await onPlainThread(body)
  }
}
