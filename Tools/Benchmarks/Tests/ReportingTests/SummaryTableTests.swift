import Foundation
import Measuring
import Reporting
import Testing

struct SummaryTableTests {
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

  @Test func aRowHasTheRangeOfItsRunsAndWhatNobodyMeasuredIsLeftOut() {
    let runs = [report(1, 4), report(2, 12)].map { Run($0) }
    #expect(
      SummaryTable(runs, lines: [.init("c"), .init("unknown"), .init("a|b", as: "a|b, wall")]).text == """
        | Operation, unit | Waterclock | OpenCombine, × |
        | --- | ---: | ---: |
        | c, ns | 2.00 |  |
        | a\\|b, wall, ns | 1.00 to 2.00 | 4.00 to 6.00 |
        """)
  }

  @Test func otherLibrariesHaveTheirColumnsAndEachRowHasItsUnit() throws {
    var first = report(1, 4)
    first.rows[0].goal = Goal(kin: "async-algorithms", timesKin: 1)
    first.rows[0].kin = Timing(nanoseconds: [3])
    first.rows[0].loop = Timing(nanoseconds: [0.5])
    var second = report(2e9, 1e9)
    second.rows[0].ours?.heldBytes = 2_000
    second.rows[0].peer?.heldBytes = 6_000
    let lines: [SummaryTable.Line] = [
      .init("a|b"), .init("a|b", as: "build", in: .seconds), .init("a|b", as: "size", in: .kilobytes),
    ]
    let table = SummaryTable([Run(first), Run(second, beside: "RxSwift")], lines: lines).text
    let rows = table.split(separator: "\n").suffix(3)
    #expect(
      rows == [
        "| a\\|b, ns | 1.00 to 2,000,000,000 | 0.50 | 4.00 | 0.50 | 3.00 |",
        "| build, s | 0.00 to 2.00 | 0.00 | 4.00 | 0.50 | 3.00 |",
        "| size, kB | 2.00 |  |  | 3.00 |  |",
      ])
  }

  @Test func clientsAreRowsWithTheirFiguresAsColumns() {
    var run = report(1, 4)
    run.rows[0].name = "launch of a client"
    run.rows[0].loop = Timing(nanoseconds: [0.5])
    run.rows[1].name = "launch of a client, Timers"
    let table = SummaryTable([Run(run)], lines: [.init("launch of a client")])
    #expect(
      table.clients(["Foundation", "Streams", "Timers", "not measured"], of: " of a client") == """
        | Imports | launch, ns |
        | --- | ---: |
        | Foundation | 0.50 |
        | Streams | 1.00 |
        | Timers | 2.00 |
        | OpenCombine, × Streams | 4.00 |
        """)
  }

  @Test func withoutLinesATableHasTheTimesOfAllRowsButBuilds() {
    var run = report(1, 4)
    run.rows[1].unit = .build
    #expect(
      SummaryTable([Run(run), Run(run)]).text == """
        | Operation, unit | Waterclock | OpenCombine, × |
        | --- | ---: | ---: |
        | a\\|b, ns | 1.00 | 4.00 |
        """)
  }

  @Test func lossesAreTheRowsInWhichAnotherLibraryNeedsLess() {
    let runs = [Run(report(1, 4)), Run(report(4, 1)), Run(report(1, 1), beside: "RxSwift")]
    let expected = """
      - **OpenCombine**: a\\|b (0.25 to 4.00).
      - **RxSwift**: no row.
      - **ReactiveSwift**: no row.
      - **async-algorithms**: no row.
      """
    #expect(SummaryTable(runs, lines: []).losses == expected)
    #expect(SummaryTable(runs, lines: [.init("a|b", in: .seconds), .init("c")]).losses == expected)
  }

  @Test func theSentenceSaysWhereWhenAndHow() {
    #expect(
      report(1, 2).environment.sentence()
        == "Measured on 2026-01-02 at commit `abc1234` with `make bench`: Machine, 2 cores; System 1; Swift 6.3.1, "
        + "release build.")
    var environment = report(1, 2).environment
    environment.commit = ""
    #expect(
      environment.sentence(builds: "all builds")
        == "Measured on 2026-01-02 with make bench: Machine, 2 cores; System 1; Swift 6.3.1, all builds.")
  }

  @Test func theSentenceNamesTheRowsThatMissedTheirGoals() {
    #expect(report(1, 4).misses(of: ["a|b", "c"]) == "Of 1 rows with a goal, 0 missed it.")
    #expect(report(1, 1.5).misses(of: ["a|b", "c"]) == "Of 1 rows with a goal, 1 missed it: a|b.")
    #expect(report(1, 1.5).misses(of: ["c"]) == "")
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

  @Test func theChartLabelsPowersOfTenAndUsesShorterTitles() {
    let svg = Chart.ratios([report(1, 4)], title: "Faster", titles: ["a|b": "short"]).svg
    let labels = svg.matches(of: /class="axis[ a-z]*" x="[^"]*%"[^>]*>([^<]*)</).map { String($0.1) }
    #expect(labels == ["1x", "10x", "100x", "1,000x"])
    #expect(svg.contains(">short</text>") && svg.contains("short: 4x") && !svg.contains("a|b"))
  }

  @Test func theChartShowsTheRangeOfSeveralRuns() {
    let svg = Chart.ratios([report(1, 4), report(1, 9)], title: "Faster").svg
    #expect(svg.contains("a|b: 4x to 9x, goal 2x"))
    #expect(svg.components(separatedBy: "class=\"range\"").count == 2)
  }

  @Test func belowOneTheRangeReachesFromTheStrongBarToTheLowestValue() throws {
    let svg = Chart.ratios([report(2, 1), report(4, 1)], title: "Faster").svg
    func bar(_ kind: String) throws -> (from: Double, to: Double) {
      let match = try #require(
        svg.firstMatch(of: try Regex("\(kind)\" x=\"([0-9.]+)%\" y=\"[0-9.]+\" width=\"([0-9.]+)%")))
      let numbers = match.output.compactMap { $0.substring.flatMap { Double($0) } }
      return (numbers[0], numbers[0] + numbers[1])
    }
    let (bar, range) = (try bar("bar"), try bar("range"))
    #expect(abs(range.to - bar.from) < 0.11, "they meet at half as fast")
    #expect(range.from < range.to && bar.from < bar.to)
  }

  @Test func theChartShowsRowsThatOnlyOneRunHasAndThoseThatAreSlower() {
    let without = Report(environment: report(1, 4).environment, rows: [])
    let svg = Chart.ratios([without, report(5, 1)], title: "Faster", only: ["a|b"]).svg
    #expect(svg.contains("a|b: 0.2x, goal 2x"))
    #expect(svg.contains(">0.1x</text>"))
  }

  @Test func theChartFillsItsPlaceAndItsLabelsDoNotShrink() throws {
    let svg = Chart.ratios([report(1, 4)], title: "Faster").svg
    let root = try #require(svg.split(separator: ">").first)
    #expect(!root.contains("viewBox") && !root.contains(" width="))
    let places = svg.matches(of: /[ ]x[12]?="([0-9.]+%?)"/).map { String($0.1) }
    #expect(!places.isEmpty && places.allSatisfy { $0 == "0" || $0.hasSuffix("%") })
  }
}
