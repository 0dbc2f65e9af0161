import Foundation
import IssueReporting
import StreamsLaws
import StreamsTesting
import Testing

/// Every rule of `Docs/Rules.md` that applies, on every publisher of the table.
@Suite(.leakCheck()) struct LawTests {
  @Test(arguments: Table.all) func everyRuleThatAppliesHolds(_ row: Row) async {
    let effort = LawEffort(rounds: Self.rounds, timeout: .seconds(120))
    let report = await withIssueReporters([]) { await row.check(effort) }
    #expect(report.isClean, "\(report.violations.values.joined(separator: "\n"))")
    if ProcessInfo.processInfo.environment["LAWS_VERBOSE"] != nil { print("LAWS", report) }
  }

  /// How many times each situation with threads is repeated; `LAW_ROUNDS` sets it.
  static let rounds = ProcessInfo.processInfo.environment["LAW_ROUNDS"].flatMap { Int($0) } ?? 5
}
