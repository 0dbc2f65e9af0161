import Foundation
import IssueReporting
import StreamsTesting
import Testing

private struct Broken: Error, Equatable {}

@Suite(.leakCheck()) struct WaitForCompletionTests {
  @Test func theErrorHasTheReceivedValuesAndTheIssueIsAtTheLineOfTheCaller() async throws {
    let issues = Issues()
    let (error, line) = try await onPlainThread {
      let subject = CurrentValueSubject<Int, Never>(4)
      var line: UInt = 0
      let error = withIssueReporters([issues]) {
        do {
          line = #line + 1
          _ = try subject.waitForCompletion(timeout: .seconds(0.01))
          return RecordingError<Int>?.none
        } catch { return error as? RecordingError<Int> }
      }
      return (error, line)
    }
    expectEqual(error?.received, [4])
    expectEqual(issues.all.map(\.line), [line])
    expectEqual(
      issues.all.map { String($0.text.prefix { $0 != "\n" }) },
      ["publisher: never completed; expected the end within \(tenMilliseconds)."])
  }

  @Test func aFailureIsThrownWithTheValuesBeforeItAndIsNoIssue() async throws {
    let issues = Issues()
    let error = try await onPlainThread {
      let failing = [1, 2].publisher.tryMap { if $0 == 2 { throw Broken() } else { $0 } }
      return withIssueReporters([issues]) {
        do {
          _ = try failing.waitForCompletion()
          return RecordingError<Int>?.none
        } catch { return error as? RecordingError<Int> }
      }
    }
    #expect(error?.failure is Broken)
    expectEqual(error?.received, [1])
    expectEqual(error?.description.contains("WaitForCompletionTests.swift:"), true)
    #expect(issues.all.isEmpty)
  }

  @Test func waitForFirstOutputReportsAnEmptyPublisher() async throws {
    let issues = Issues()
    _ = await withIssueReporters([issues]) {
      await #expect(throws: RecordingError<Int>.self) { try await Empty<Int, Never>().waitForFirstOutput() }
    }
    expectEqual(issues.all.map { String($0.text.prefix { $0 != "\n" }) }, ["publisher: expected a value."])
  }

  @Test func theAwaitedFormSuspends() async throws {
    let values = try await (1...3).publisher.receive(on: DispatchQueue(label: "elsewhere"))
      .waitForCompletion(timeout: .seconds(30))
    expectEqual(values, [1, 2, 3])
    try await expectEqual(Just(1).waitForFirstOutput(), 1)
  }

  @Test func theAwaitedFormThrowsTheReceivedValuesAtItsTimeLimit() async {
    let issues = Issues()
    await withIssueReporters([issues]) {
      do {
        _ = try await CurrentValueSubject<Int, Never>(4).waitForCompletion(timeout: .seconds(0.01))
        Issue.record("it must not return")
      } catch {
        expectEqual((error as? RecordingError<Int>)?.received, [4])
      }
    }
    expectEqual(issues.all.count, 1)
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
    expectEqual(issues.all.map(\.line), [7, 8])
    expectEqual(issues.places, ["/elsewhere/MyTests.swift", "Module/MyTests.swift"])
  }
}
