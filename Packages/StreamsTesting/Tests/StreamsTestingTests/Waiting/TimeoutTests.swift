import Foundation
import StreamsTestingTraits
import Testing

@Suite(.leakCheck()) struct TimeoutTests {
  @Test(arguments: [Duration.seconds(Int64.max), .seconds(1e12)])
  func thereIsNoTooLongTimeout(_ limit: Duration) async throws {
    let publisher = [1, 2].publisher.receive(on: DispatchQueue(label: "elsewhere"))
    #expect(try await publisher.waitForCompletion(timeout: limit) == [1, 2])
    let blocked = try await onPlainThread {
      try [1, 2].publisher.receive(on: DispatchQueue(label: "elsewhere")).waitForCompletion(timeout: limit)
    }
    #expect(blocked == [1, 2])
    let recorder = publisher.record()
    #expect(try await recorder.next().wait(timeout: limit) == 1)
    #expect(try await recorder.elements.wait(timeout: limit) == [1, 2])
    let timeline = Timeline()
    let later = timeline.record(timeline.cold("5s 1|", values: .digits))
    let values = try await onPlainThread { try later.elements.wait(timeout: limit) }
    #expect(values == [1])
  }

  @Test(arguments: [Duration.seconds(-1), .nanoseconds(-1)]) func whatIsNoLengthOfTimeIsAnIssue(_ limit: Duration) async
  {
    let issues = Issues()
    await onPlainThreadIgnoringErrors {
      issues.collect {
        _ = try? PassthroughSubject<Int, Never>().waitForCompletion(timeout: limit)
      }
    }
    #expect(issues.all.count == 2)
    #expect(issues.all.first?.text.contains("must not be negative") == true)
  }

  private func onPlainThreadIgnoringErrors(_ body: @escaping @Sendable () -> Void) async {
    try? await onPlainThread(body)
  }
}
