import Foundation
import Measuring
import Reporting
import Testing

@Suite struct SummaryTableTests {
  private func report(_ ours: Double, _ peer: Double) -> Report {
    Report(
      environment: Environment(
        machine: "Machine, 2 cores", system: "System 1", swift: "6.3.1", configuration: "release", commit: "abc1234",
        date: "2026-01-02", command: "make bench"),
      rows: [
        RowResult(
          name: "a|b", section: "First", unit: .element, goal: .faster(2),
          ours: Timing(nanoseconds: [ours], allocations: 0), peer: Timing(nanoseconds: [peer], allocations: 1)),
        RowResult(name: "c", section: "Second", unit: .element, goal: Goal(), ours: Timing(nanoseconds: [2])),
      ])
  }

  @Test func aRowHasTheRangeOfItsRunsAndAnUnknownRowIsLeftOut() {
    #expect(
      SummaryTable([report(1, 4), report(2, 12)], rows: ["c", "unknown", "a|b"]).text == """
        | Row | Waterclock, ns | OpenCombine, ns | Times faster | Plain loop, ns | Allocations, ours / theirs |
        | --- | ---: | ---: | ---: | ---: | ---: |
        | c | 2.00 |  |  |  |  |
        | a\\|b | 1.00 to 2.00 | 4.00 to 12.0 | 4.00 to 6.00 |  | 0 / 1 |
        """)
  }

  @Test func aTableMayHaveAColumnOfAnotherLibraryAndBytesBesideAllocations() {
    var report = report(1, 4)
    report.rows[0].goal = Goal(bytes: 400, kin: "Other", timesKin: 1)
    report.rows[0].ours?.heldBytes = 397
    report.rows[0].kin = Timing(nanoseconds: [3])
    #expect(
      SummaryTable([report], rows: ["a|b"], loop: "Bare", kin: "Other").text == """
        | Row | Waterclock, ns | OpenCombine, ns | Times faster | Other, ns | Bare, ns | Allocations, ours / theirs |
        | --- | ---: | ---: | ---: | ---: | ---: | ---: |
        | a\\|b | 1.00 | 4.00 | 4.00 | 3.00 |  | 0 / 1; 397 bytes |
        """)
  }

  @Test func theSentenceSaysWhereWhenAndHow() {
    #expect(
      report(1, 2).environment.sentence
        == "Measured on 2026-01-02 at commit `abc1234` with `make bench`: Machine, 2 cores; System 1; Swift 6.3.1, "
        + "release build.")
  }

  @Test func theSentenceNamesTheRowsThatMissedTheirGoals() {
    #expect(report(1, 4).misses(of: ["a|b", "c"]) == "Of 1 rows with a goal, 0 missed it.")
    #expect(report(1, 1.5).misses(of: ["a|b", "c"]) == "Of 1 rows with a goal, 1 missed it: a|b.")
    #expect(report(1, 1.5).misses(of: ["c"]) == "Of 0 rows with a goal, 0 missed it.")
  }

  @Test func theChartHasABarForEachRowWithAPeerAndSaysItInWords() {
    let svg = Chart.ratios([report(1, 4)], title: "Faster & faster").svg
    #expect(svg.contains("<title id=\"title\">Faster &amp; faster</title>"))
    #expect(svg.contains("Faster &amp; faster, log scale</text>"))
    #expect(svg.contains("a|b: 4x, goal 2x"))
    #expect(svg.components(separatedBy: "class=\"bar\"").count == 2)
    #expect(!svg.contains("class=\"range\""))
    #expect(svg.hasSuffix("</svg>\n"))
  }

  @Test func theChartShowsTheRangeOfSeveralRuns() {
    let svg = Chart.ratios([report(1, 4), report(1, 9)], title: "Faster").svg
    #expect(svg.contains("a|b: 4x to 9x, goal 2x"))
    #expect(svg.components(separatedBy: "class=\"range\"").count == 2)
  }

  @Test func theChartFillsItsPlaceAndItsLabelsDoNotShrink() throws {
    let svg = Chart.ratios([report(1, 4)], title: "Faster").svg
    let root = try #require(svg.split(separator: ">").first)
    #expect(!root.contains("viewBox") && !root.contains(" width="))
    let places = svg.matches(of: /[ ]x[12]?="([0-9.]+%?)"/).map { String($0.1) }
    #expect(!places.isEmpty && places.allSatisfy { $0 == "0" || $0.hasSuffix("%") })
  }
}
