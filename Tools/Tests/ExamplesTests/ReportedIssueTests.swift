import Testing

@testable import Examples

extension EndToEndOfOthers {
  /// Issues that examples report through IssueReporting.
  struct ReportedIssueTests {
    @Test func aReportedIssueFailsAnExample() async throws {
      let report = try await Fixture("Reporting").verify(["Docs/alarms.md"]) { $0.ignoresCache = true }
      let found = report.results.map { result in
        let failure = result.failure
        let place = "\(failure?.line ?? result.example.line)" + (failure?.column.map { ":\($0)" } ?? "")
        return "\(place) " + (failure.map { "\($0.kind): \($0.message)" } ?? "\(result.verdict)")
      }
      #expect(
        found == [
          "6:6 issue: reports an issue: too hot: 95",
          "10 issue: reports an issue: fire",
          "15 passed",
          "20 issue: reports an issue, but not \"too cold\"",
          "25 unexpectedSuccess: reports no issue, but is documented to",
          "30 passed",
          "35 passed",
          "47:8 test: a test fails: too hot: 91",
          "51 passed",
          "66 test: a test fails: failed - too hot: 92",
          "73:6 issue: reports an issue: too hot: 100",
          "87 output: prints something other than documented (example at line 77)",
        ])
      #expect(report.problems.isEmpty)
    }
  }
}
