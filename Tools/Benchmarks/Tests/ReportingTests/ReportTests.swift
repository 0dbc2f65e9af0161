import Foundation
import Measuring
import Reporting
import Testing

struct ReportTests {
  @Test func aSavedReportReadsBackTheSame() throws {
    let environment = Environment(
      machine: "m", system: "s", swift: "6", configuration: "release", commit: "abc", date: "2026-01-02",
      command: "make bench")
    let rows = [RowResult(name: "a", unit: .delivery, goal: .faster(3), ours: Timing(nanoseconds: [1.5]))]
    let report = Report(environment: environment, rows: rows)
    #expect(try Report(json: report.json()) == report)
  }
}
