import Foundation
import Measuring
import Reporting
import Testing

@Suite struct PageTests {
  private let text = "# Title\n\n<!-- begin release -->\nold\n<!-- end release -->\n\nend\n"

  @Test func aPartIsReplacedAndTheRestStays() throws {
    var page = Page(text)
    try page.replace("release", with: "| a |")
    #expect(page.text == "# Title\n\n<!-- begin release -->\n\n| a |\n\n<!-- end release -->\n\nend\n")
    let once = page.text
    try page.replace("release", with: "| a |")
    #expect(page.text == once)
  }

  @Test func aPageWithoutMarkersIsRefusedWithTheMarkerToAdd() {
    var page = Page(text)
    #expect(throws: Page.MissingMarker.self) { try page.replace("debug", with: "") }
    var open = Page("<!-- begin debug -->\n")
    let error = #expect(throws: Page.MissingMarker.self) { try open.replace("debug", with: "") }
    #expect(error?.description.contains("<!-- end debug -->") == true)
    #expect(open.text == "<!-- begin debug -->\n")
  }
}

@Suite struct MarkdownTableTests {
  private let report = Report(
    environment: Environment(
      machine: "Machine, 2 cores", system: "System 1", swift: "6.3.1", configuration: "release", commit: "abc1234",
      date: "2026-01-02", command: "make bench"),
    rows: [
      RowResult(
        name: "a|b", section: "First", unit: .element, goal: .faster(2), ours: Timing(nanoseconds: [1]),
        peer: Timing(nanoseconds: [4])),
      RowResult(name: "c", section: "Second", unit: .element, goal: Goal(), ours: Timing(nanoseconds: [2])),
    ])

  @Test func aSectionIsAHeadingAndATableOfTheColumnsThatItHas() {
    #expect(
      MarkdownTable(report).text == """
        ### First

        | workload | ours | peer | ratio | goal | met |
        | --- | ---: | ---: | ---: | ---: | ---: |
        | a\\|b | 1.00 | 4.00 | 4.00x | 2x | yes |

        ### Second

        | workload | ours |
        | --- | ---: |
        | c | 2.00 |
        """)
  }

  @Test func theSentenceSaysWhereWhenAndHow() {
    #expect(
      report.environment.sentence
        == "Measured on 2026-01-02 at commit `abc1234` with `make bench`: Machine, 2 cores; System 1; Swift 6.3.1, "
        + "release build.")
  }

  @Test func theChartHasABarForEachRowWithAPeerAndSaysItInWords() {
    let svg = Chart.ratios(report, title: "Faster & faster").svg
    #expect(svg.contains("<title id=\"title\">Faster &amp; faster</title>"))
    #expect(svg.contains("a|b: 4x, goal 2x"))
    #expect(svg.components(separatedBy: "class=\"bar\"").count == 2)
    #expect(svg.hasSuffix("</svg>\n"))
  }

  @Test func theChartFillsItsPlaceAndItsLabelsDoNotShrink() throws {
    let svg = Chart.ratios(report, title: "Faster").svg
    let root = try #require(svg.split(separator: ">").first)
    #expect(!root.contains("viewBox") && !root.contains(" width="))
    let places = svg.matches(of: /[ ]x[12]?="([0-9.]+%?)"/).map { String($0.1) }
    #expect(!places.isEmpty && places.allSatisfy { $0 == "0" || $0.hasSuffix("%") })
  }

  @Test func rowsWithoutAPeerHaveAChartOfTimesWithTheSmallestGoal() {
    let kin = Timing(nanoseconds: [100])
    let goal = Goal(nanoseconds: 5_000, kin: "k", timesKin: 3)
    let rows = [
      RowResult(name: "slow", unit: .action, goal: goal, ours: Timing(nanoseconds: [1_500, 1_234, 1_700]), kin: kin),
      RowResult(name: "loop", unit: .action, goal: Goal(overLoop: 6), ours: kin, loop: Timing(nanoseconds: [90])),
      RowResult(name: "free", unit: .action, goal: Goal(), ours: Timing(nanoseconds: [2_500_000])),
    ]
    let svg = Chart.times(Report(environment: report.environment, rows: report.rows + rows), title: "Times").svg
    #expect(svg.contains("c: 2 ns; slow: 1.50 µs, goal 300 ns; loop: 100 ns, goal 96 ns; free: 2.50 ms"))
    #expect(svg.components(separatedBy: "class=\"bar\"").count == 5)
  }
}
