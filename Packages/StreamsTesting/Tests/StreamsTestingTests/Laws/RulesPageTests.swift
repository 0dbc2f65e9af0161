import Foundation
import StreamsLaws
import StreamsTesting
import Testing

private let rulesPage = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
  .appendingPathComponent("../../../../../Docs/Rules.md").standardizedFileURL

/// Whether the page and the suite speak of the same rules.
@Suite(
  .leakCheck(), .enabled(if: FileManager.default.fileExists(atPath: rulesPage.path), "only where the page lies beside"))
struct RulesPageTests {
  @Test func everyRuleIsOnThePage() throws {
    let page = try String(contentsOf: rulesPage, encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.contains(#/^\| [A-Z]\d \| /#) }
    expectEqual(rows.count, LawRule.allCases.count)
    for (row, rule) in zip(rows, LawRule.allCases) {
      expectEqual(row, "| \(rule.id) | \(rule.text) |", "\(rule) is not where it should be: \(row)")
    }
  }
}
