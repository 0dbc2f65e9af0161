import Foundation
import IssueReporting
import StreamsTesting
import Testing

private struct Broken: Error, Equatable {}

@Suite(.leakCheck()) struct WaitForOneOutputTests {
  private let elsewhere = DispatchQueue(label: "elsewhere")

  @Test func awaitedWaitsReceiveValuesFromOtherThreads() async throws {
    let numbers = [1, 2, 3].publisher.receive(on: elsewhere)
    #expect(try await numbers.waitForLastOutput(timeout: .seconds(30)) == 3)
    #expect(try await numbers.waitForSingleOutput(timeout: .seconds(30)) { $0 == 2 } == 2)
    #expect(try await Just(7).receive(on: elsewhere).waitForSingleOutput(timeout: .seconds(30)) == 7)
    let events = try await numbers.waitForMaterialized(timeout: .seconds(30))
    #expect(events.values == [1, 2, 3] && events.completion == .finished)
  }

  @Test func blockingWaitsReceiveValuesFromOtherThreads() async throws {
    let queue = elsewhere
    let (last, single, end) = try await onPlainThread {
      let numbers = [1, 2, 3].publisher.receive(on: queue)
      return (
        try numbers.waitForLastOutput(timeout: .seconds(30)),
        try numbers.waitForSingleOutput(timeout: .seconds(30)) { $0 == 2 },
        try numbers.waitForMaterialized(timeout: .seconds(30))
      )
    }
    #expect(last == 3)
    #expect(single == 2)
    #expect(end.values == [1, 2, 3] && end.completion == .finished)
  }

  @Test func aFailureIsMaterializedWithTheValues() async throws {
    let failing = [1, 2].publisher.setFailureType(to: Broken.self).append(Fail(error: Broken()))
    let events = try await failing.waitForMaterialized()
    #expect(events.values == [1, 2] && events.completion == .failure(Broken()))
  }

  @Test func missingValuesAndEndsAreIssues() async {
    let issues = Issues()
    await withIssueReporters([issues]) {
      await #expect(throws: RecordingError<Int>.self) { try await Empty<Int, Never>().waitForLastOutput() }
      await #expect(throws: RecordingError<Int>.self) { try await [1, 2].publisher.waitForSingleOutput() }
      await #expect(throws: RecordingError<Int>.self) { try await [1, 2].publisher.waitForSingleOutput { $0 > 5 } }
      await #expect(throws: RecordingError<Int>.self) {
        try await PassthroughSubject<Int, Never>().waitForMaterialized(timeout: .seconds(0.01))
      }
    }
    #expect(
      issues.all.map { String($0.text.prefix { $0 != "\n" }) } == [
        "publisher: expected a value and the end.",
        "publisher: expected exactly one value, got 2: [1, 2]",
        "publisher: expected exactly one matching value, got 0 of 2: [1, 2]",
        "publisher: never completed; expected the end within \(tenMilliseconds).",
      ])
  }

  @Test func issuesAreAtTheLineThatAHelperForwards() async {
    func helper(file: StaticString = #filePath, line: UInt = #line) async throws -> Int {
      try await Empty<Int, Never>().waitForFirstOutput(filePath: file, line: line)
    }
    let issues = Issues()
    await withIssueReporters([issues]) {
      _ = try? await helper(file: "/elsewhere/MyTests.swift", line: 7)
      _ = try? await Empty<Int, Never>().waitForFirstOutput(
        fileID: "Module/MyTests.swift", filePath: "/elsewhere/MyTests.swift", line: 8)
    }
    #expect(issues.all.map(\.line) == [7, 8])
    #expect(issues.places == ["/elsewhere/MyTests.swift", "Module/MyTests.swift"])
  }
}
