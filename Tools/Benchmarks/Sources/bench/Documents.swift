import ArgumentParser
import Foundation
import Reporting

/// The page of the benchmarks, its chart, and the saved runs from which both are made.
struct Documents {
  let folder: URL

  /// The runs that the page compares: each on another processor.
  static let runs = ["release", "newer"]

  /// The rows of the chart on the home page: some of each kind, the slowest among them.
  private static let overview = [
    "sequence to sink", "map.filter.map", "flatMap of Just", "zip", "buffer", "share", "debounce on an idle scheduler",
    "subject to 1 sink", "@Published, 1 subscriber", "Just to sink",
  ]

  /// The rows of the page's table.
  private static let summary = [
    "sequence to sink", "map.filter.map", "tryMap", "scan", "removeDuplicates", "collect(100)", "10 maps", "50 maps",
    "flatMap of Just", "flatMap of a subject", "switchToLatest of Just", "zip of 2 subjects", "merge of 2 subjects",
    "combineLatest of 2 subjects", "buffer", "share", "debounce on an idle scheduler",
    "receive(on:) an immediate scheduler", "subject to 1 sink", "subject to 100 sinks", "subject to 100,000 sinks",
    "subject, map.filter.map", "@Published, 1 subscriber", "custom publisher", "custom subscriber", "composed operator",
    "Just to sink", "subject, map.filter.map and cancel",
    "switchToLatest, values sent within a delivery", "withLatestFrom", "share(replay:)", "groupBy, 10 groups",
    "values of map.filter.map", "values of merge", "debounce on a DispatchQueue", "timeout on a DispatchQueue",
    "a timer's tick",
    "100,000 actions at random times, run", "a test on virtual time: a debounce",
  ]

  /// Saves the run under its name, and makes the page's table and chart from all saved runs.
  func write(_ report: Report, run name: String) throws {
    let saved = folder.appending(path: "Benchmarks")
    try FileManager.default.createDirectory(at: saved, withIntermediateDirectories: true)
    try report.json().write(to: saved.appending(path: "\(name).json"))
    let reports = try Self.runs.compactMap { run -> Report? in
      let file = saved.appending(path: "\(run).json")
      guard FileManager.default.fileExists(atPath: file.path) else { return nil }
      return try Report(json: Data(contentsOf: file))
    }
    let chart = Chart.ratios(
      reports, title: "Times faster than OpenCombine 0.14.0 (2023)", only: Self.overview)
    try Data(chart.svg.utf8).write(to: saved.appending(path: "overview.svg"))
    let sentences = reports.map { "- " + $0.environment.sentence }.joined(separator: "\n")
    try write(sentences + "\n\n" + SummaryTable(reports, rows: Self.summary).text)
  }

  private func write(_ table: String) throws {
    let file = folder.appending(path: "Benchmarks.md")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
      throw ValidationError(
        "\(file.path): cannot be read. Run from the root of the repository, or name the folder of the page with --docs."
      )
    }
    var page = Page(text)
    do {
      try page.replace("release", with: table)
    } catch {
      throw ValidationError("\(file.path): \(error)")
    }
    try Data(page.text.utf8).write(to: file)
  }
}
