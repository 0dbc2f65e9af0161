import ArgumentParser
import Foundation
import Reporting

/// The page of the benchmarks, its charts and the saved runs.
struct Documents {
  let folder: URL

  /// The rows of the chart on the home page: some of each sort, the slowest among them.
  private static let overview = [
    "sequence to sink", "map.filter.map", "flatMap of Just", "zip", "buffer", "share", "debounce on an idle scheduler",
    "subject to 1 sink", "@Published, 1 subscriber", "Just to sink",
  ]

  /// Writes the run into the part of the page that is for its configuration, with charts; or into another part, without.
  func write(_ report: Report, part: String?) throws {
    let file = folder.appending(path: "Benchmarks.md")
    let name = part ?? report.environment.configuration
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
      throw ValidationError(
        "\(file.path): cannot be read. Run from the root of the repository, or name the folder of the page with --docs."
      )
    }
    var page = Page(text)
    do {
      let charts = """
        <p><img src="Benchmarks/\(name).svg" width="100%" alt="How many times faster than OpenCombine, \(name) build"></p>

        The time of an operation, for rows without a counterpart in OpenCombine. A mark shows the goal:

        <p><img src="Benchmarks/\(name)-times.svg" width="100%" alt="Time for an operation, \(name) build"></p>
        """
      let parts = [report.environment.sentence] + (part == nil ? [charts] : []) + [MarkdownTable(report).text]
      try page.replace(name, with: parts.joined(separator: "\n\n"))
    } catch {
      throw ValidationError("\(file.path): \(error)")
    }
    let saved = folder.appending(path: "Benchmarks")
    try FileManager.default.createDirectory(at: saved, withIntermediateDirectories: true)
    try report.json().write(to: saved.appending(path: "\(name).json"))
    if part == nil { try writeCharts(report, name, to: saved) }
    try Data(page.text.utf8).write(to: file)
  }

  private func writeCharts(_ report: Report, _ name: String, to saved: URL) throws {
    let ratios = Chart.ratios(report, title: "How many times faster than OpenCombine 0.14.0, \(name) build")
    try Data(ratios.svg.utf8).write(to: saved.appending(path: "\(name).svg"))
    if name == "release" {
      let overview = Chart.ratios(report, title: ratios.title, only: Self.overview)
      try Data(overview.svg.utf8).write(to: saved.appending(path: "overview.svg"))
    }
    let times = Chart.times(report, title: "Time for an operation, \(name) build")
    try Data(times.svg.utf8).write(to: saved.appending(path: "\(name)-times.svg"))
  }
}
