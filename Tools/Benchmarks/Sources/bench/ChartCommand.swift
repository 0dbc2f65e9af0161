import ArgumentParser
import Foundation
import Reporting

/// Draws a run that another program has saved: the documentation tool's, say.
struct ChartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chart", abstract: "Draws how many times faster than their peers the rows of a saved run are.")

  @Argument(help: "The run, as JSON.")
  var saved: String

  @Option(help: "What stands above the picture, for those who cannot see it.")
  var title: String

  @Option(help: "The SVG to write.")
  var output: String

  func run() throws {
    let report = try Report(json: Data(contentsOf: URL(fileURLWithPath: saved)))
    try Data(Chart.ratios(report, title: title).svg.utf8).write(to: URL(fileURLWithPath: output))
  }
}
