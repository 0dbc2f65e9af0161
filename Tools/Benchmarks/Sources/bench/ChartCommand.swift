import ArgumentParser
import Foundation
import Reporting

/// Draws a run that another program has saved: the documentation tool's, say.
struct ChartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chart",
    abstract: "Draws how many times faster than their peers the rows of a saved run are.")

  @Argument(help: "The run, as JSON.")
  var saved: String

  @Option(help: "The title, drawn above the bars.")
  var title: String

  @Option(help: "Draw this row alone; give it once for each row.")
  var only: [String] = []

  @Option(help: "The SVG to write.")
  var output: String

  func run() throws {
    let report = try Report(json: Data(contentsOf: URL(fileURLWithPath: saved)))
    if let unknown = only.first(where: { name in !report.rows.contains { $0.name == name } }) {
      throw ValidationError("\(saved) has no row “\(unknown)”")
    }
    let chart = Chart.ratios([report], title: title, only: only)
    try Data(chart.svg.utf8).write(to: URL(fileURLWithPath: output))
  }
}
