import ArgumentParser
import Foundation
import Reporting

/// The page of the benchmarks, its chart, and the saved runs from which both are made.
struct Documents {
  let folder: URL

  /// The runs that the page compares: each on another processor.
  static let runs = ["release", "newer"]

  /// The rows of the chart on the home page: some of each kind of work that users wait for, the slowest among them.
  private static let overview = [
    "map.filter.map", "flatMap of Just", "zip of 2 subjects", "share", "subject to 1 sink", "@Published, 1 subscriber",
    "custom subscriber", "subject, map.filter.map and cancel", "values of map.filter.map", "ping-pong through values",
    "debounce on a DispatchQueue",
  ]

  /// The rows of the page's table.
  private static let summary = [
    "sequence to sink", "map.filter.map", "tryMap", "scan", "removeDuplicates", "collect(100)", "10 maps", "50 maps",
    "flatMap of Just", "flatMap of a subject", "switchToLatest of Just", "zip of 2 subjects", "merge of 2 subjects",
    "combineLatest of 2 subjects", "buffer", "share", "debounce on an idle scheduler",
    "receive(on:) an immediate scheduler", "subject to 1 sink", "subject to 100 sinks", "subject to 100,000 sinks",
    "subject, map.filter.map", "@Published, 1 subscriber", "custom publisher", "custom subscriber",
    "composed operator", "Just to sink", "subject, map.filter.map and cancel",
    "a live subscription, subject.map.filter", "switchToLatest, values sent within a delivery", "withLatestFrom",
    "share(replay:)", "groupBy, 10 groups", "a timer's tick", "100,000 actions at random times, run",
    "a test on virtual time: a debounce",
  ]

  /// The rows of the table of asynchronous functions and real timers.
  private static let asynchronous = [
    "values of map.filter.map", "values of map that may fail", "values of merge", "values of zip",
    "values sent by a queue when requested", "ping-pong through values", "value of a future",
    "debounce on a DispatchQueue", "throttle on a DispatchQueue", "timeout on a DispatchQueue",
    "collect by time on a DispatchQueue",
  ]

  /// Throws if the page shows a row that is not among those of `names`.
  static func check(_ names: some Sequence<String>) throws {
    let unknown = Set(overview + summary + asynchronous).subtracting(names)
    guard unknown.isEmpty else {
      throw ValidationError(
        "The page shows rows that do not exist: \(unknown.sorted().joined(separator: "; ")). Correct Documents.swift.")
    }
  }

  /// Saves the run under its name, and makes the page's tables and chart from all saved runs.
  func write(_ report: Report, run name: String) throws {
    let saved = folder.appending(path: "Benchmarks")
    try FileManager.default.createDirectory(at: saved, withIntermediateDirectories: true)
    try report.json().write(to: saved.appending(path: "\(name).json"))
    let reports = try Self.runs.compactMap { run -> Report? in
      let file = saved.appending(path: "\(run).json")
      guard FileManager.default.fileExists(atPath: file.path) else { return nil }
      return try Report(json: Data(contentsOf: file))
    }
    try Self.check(reports.flatMap { $0.rows.map(\.name) })
    let chart = Chart.ratios(
      reports, title: "Times faster than OpenCombine 0.14.0 (2023)", only: Self.overview)
    try Data(chart.svg.utf8).write(to: saved.appending(path: "overview.svg"))
    let names = Set(report.rows.map(\.name))
    let sentences = reports.map { "- \($0.environment.sentence) \($0.misses(of: names))" }.joined(separator: "\n")
    let page = folder.appending(path: "Benchmarks.md")
    try PageTables.write("release", sentences + "\n\n" + SummaryTable(reports, rows: Self.summary).text, to: page)
    let asynchronous = SummaryTable(
      reports, rows: Self.asynchronous, loop: "Bare continuation", kin: "async-algorithms")
    try PageTables.write("asynchronous", asynchronous.text, to: page)
  }
}
