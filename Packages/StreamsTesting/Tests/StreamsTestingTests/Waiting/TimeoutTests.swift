import Foundation
import StreamsTestingTraits
import Testing

@Suite(.leakCheck()) struct TimeoutTests {
  @Test(arguments: [Double.infinity, 1e30, .greatestFiniteMagnitude])
  func thereIsNoTooLongTimeout(_ seconds: Double) async throws {
    let publisher = [1, 2].publisher.receive(on: DispatchQueue(label: "elsewhere"))
    #expect(try await publisher.waitForCompletion(timeout: seconds) == [1, 2])
    let blocked = try await onPlainThread {
      try [1, 2].publisher.receive(on: DispatchQueue(label: "elsewhere")).waitForCompletion(timeout: seconds)
    }
    #expect(blocked == [1, 2])
    let recorder = publisher.record()
    #expect(try await recorder.next().wait(timeout: seconds) == 1)
    #expect(try await recorder.elements.wait(timeout: seconds) == [1, 2])
    let timeline = Timeline()
    let later = timeline.record(timeline.cold("5s 1|", values: .digits))
    let values = try await onPlainThread { try later.elements.wait(timeout: seconds) }
    #expect(values == [1])
  }

  @Test(arguments: [-1.0, .nan, -.infinity] as [Double]) func whatIsNoLengthOfTimeIsAnIssue(_ seconds: Double) async {
    let issues = Issues()
    await onPlainThreadIgnoringErrors {
      issues.collect {
        _ = try? PassthroughSubject<Int, Never>().waitForCompletion(timeout: seconds)
      }
    }
    #expect(issues.all.count == 2)
    #expect(issues.all.first?.text.contains("no length of time") == true)
  }

  private func onPlainThreadIgnoringErrors(_ body: @escaping @Sendable () -> Void) async {
    try? await onPlainThread(body)
  }
}
