import ArgumentParser
import Foundation
import Reporting

/// The page of the benchmarks, its chart, and the saved runs from which both are made.
struct Documents {
  let folder: URL

  /// The saved runs and what they measured beside ours. The first has the goals.
  private static let runs = [
    ("release", "OpenCombine"), ("newer", "OpenCombine"), ("senders", "OpenCombine"), ("clients", "OpenCombine"),
    ("newer-clients", "OpenCombine"), ("compile-time", "OpenCombine"), ("emerald", "OpenCombine"),
    ("rxswift", "RxSwift"), ("reactiveswift", "ReactiveSwift"),
  ]

  /// The rows of the chart on the home page: some of each kind of work that users wait for, also where the peer is faster.
  private static let overview = [
    "map.filter.map", "flatMap of Just", "zip of 2 subjects", "share", "subject to 1 sink", "one subject, 2 threads",
    "@Published, 1 subscriber", "custom publisher", "custom subscriber", "subject, map.filter.map and cancel",
    "values of map.filter.map", "values sent by a queue when requested", "ping-pong through values",
    "debounce on a DispatchQueue", "launch of a client", "release build of a client",
  ]

  /// The rows of the page's table: what a user feels.
  private static let summary: [SummaryTable.Line] = [
    // Values, one after the other.
    .init("sequence to sink"), .init("map.filter.map"), .init("10 maps"), .init("flatMap of Just"),
    .init("zip of 2 subjects"), .init("merge of 2 subjects"), .init("share"), .init("withLatestFrom"),
    .init("share(replay:)"), .init("groupBy, 10 groups"),
    // Subjects, and code of the user's own.
    .init("subject to 1 sink"), .init("subject to 100 sinks"),
    .init("one subject, 2 threads", as: "one subject, 2 threads, wall"),
    .init("@Published, 1 subscriber"), .init("custom publisher"), .init("custom subscriber"),
    // Subscribing.
    .init("subject, map.filter.map and cancel"),
    .init("a live subscription, subject.map.filter", in: .bytes),
    // Asynchronous functions and real timers.
    .init("values of map.filter.map"), .init("values sent by a queue when requested", in: .microseconds),
    .init("ping-pong through values"), .init("value of a future"), .init("receive(on:) an immediate scheduler"),
    .init("debounce on a DispatchQueue"),
    // Virtual time.
    .init("debounce, virtual time"),
    .init("a timer's tick", as: "a timer's tick, virtual time"),
    .init("a test on virtual time: a debounce", in: .microseconds),
    // Programs.
    .init("compiling 40 functions", in: .seconds),
    .init("compiling 40 functions", as: "object code of 40 functions", in: .kilobytes),
  ]

  /// The columns of the page's other table, of programs that import a library.
  private static let programs: [SummaryTable.Line] = [
    .init("release build of a client", in: .seconds),
    .init("debug build of a client", in: .seconds),
    .init("release build of a client", as: "size of a client", in: .megabytes),
    .init("launch of a client", in: .milliseconds),
    .init("launch of a client", as: "memory of a client", in: .megabytes),
  ]

  /// Threads that send at once, on the second page.
  private static let senders = [
    ("one subject", ["", ", CPU time", ", 99.9 % of sends", ", longest send"]),
    ("a subject each, through flatMap", ["", ", CPU time"]), ("a subject each, through merge", ["", ", CPU time"]),
  ].flatMap { target, figures in
    [2, 4, 8].flatMap { threads in
      figures.map { figure in
        SummaryTable.Line(
          "\(target), \(threads) threads\(figure)", in: figure.contains("send") ? .microseconds : .nanoseconds)
      }
    }
  }

  /// Throws if a page shows a row that is not among those of `names`.
  private static func check(_ names: some Sequence<String>) throws {
    let unknown = Set(overview + (summary + programs + senders).map(\.name)).subtracting(names)
    guard unknown.isEmpty else {
      throw ValidationError(
        "The pages show rows that do not exist: \(unknown.sorted().joined(separator: "; ")). Correct Documents.swift.")
    }
  }

  /// Saves the run under its name, and writes the page.
  func write(_ report: Report, run name: String) throws {
    let file = file(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try report.json().write(to: file)
    try write()
  }

  /// Makes the page's tables and chart from all saved runs.
  func write() throws {
    let saved = try Self.runs.filter { FileManager.default.fileExists(atPath: file($0.0).path) }
      .map { (name: $0.0, peer: $0.1, report: try Report(json: Data(contentsOf: file($0.0)))) }
    // Of several runs of a command, the first is the present one. It lacks a row that has been renamed.
    let present = Dictionary(saved.map { ($0.report.environment.command, $0.report) }) { first, _ in first }
    try Self.check(present.values.flatMap { $0.rows.map(\.name) })
    let chart = Chart.ratios(
      saved.filter { $0.peer == "OpenCombine" }.map(\.report), title: "Times faster than OpenCombine 0.14.0 (2023)",
      only: Self.overview, titles: ["values sent by a queue when requested": "values, sent by a queue"])
    try Data(chart.svg.utf8).write(to: folder.appending(path: "Benchmarks/overview.svg"))
    let runs = saved.map { Run($0.report, beside: $0.peer) }
    let programs = SummaryTable(runs, lines: Self.programs)
    // What was measured only once, beside libraries on which the benchmarks do not depend.
    let dated = zip(saved, runs).filter { $0.0.report.environment.commit.isEmpty }.map(\.1)
    let names = Set(saved.first?.report.rows.map(\.name) ?? [])
    let sources = saved.map { run in
      let sentences = [run.report.environment.sentence(), run.report.misses(of: names)].filter { !$0.isEmpty }
      return
        "- [\(run.name).json](Benchmarks/\(run.name).json), beside \(run.peer). \(sentences.joined(separator: " "))"
    }
    let page = folder.appending(path: "Benchmarks.md")
    try PageTables.write("release", SummaryTable(runs, lines: Self.summary).text, to: page)
    try PageTables.write("clients", programs.clients(ClientsCommand.names, of: " of a client"), to: page)
    try PageTables.write("losses", SummaryTable(runs, lines: Self.summary + Self.programs).losses, to: page)
    let more = folder.appending(path: "more-measurements.md")
    try PageTables.write("senders", SummaryTable(runs, lines: Self.senders).text, to: more)
    try PageTables.write("dated", SummaryTable(dated).text, to: more)
    try PageTables.write("runs", sources.joined(separator: "\n"), to: more)
  }

  private func file(_ run: String) -> URL { folder.appending(path: "Benchmarks/\(run).json") }
}
