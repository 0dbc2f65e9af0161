import ArgumentParser
import Foundation
import Measuring
import Reporting

/// Says how fast the documentation tool is, in one run beside Hugo and beside libcmark alone. Other work on the machine
/// disturbs processor time least, so it decides which of a few runs is the best.
struct DocsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "docs", abstract: "Measures the documentation tool on made-up pages and examples.")

  @Argument(help: "The program docs.")
  var program: String

  @Option(help: "How many pages. May be given more than once.")
  var pages = [1_000, 10_000]

  @Option(help: "How many examples.")
  var examples = 50

  @Flag(help: "Save the run for the page docs-tool.md, and write its tables and chart.")
  var writeDocs = false

  func run() throws {
    let program = URL(fileURLWithPath: program).path
    try write("examples", temporaryFolder { try MadeUpExamples(docs: program, count: examples, root: $0).measured() })
    // In memory, if that is a file system: on a disk, new files can take longer than all else.
    let memory = FileManager.default.fileExists(atPath: "/dev/shm") ? URL(fileURLWithPath: "/dev/shm") : nil
    try temporaryFolder(in: memory) { folder in
      var sites = try MadeUpSites(docs: program, folder: folder)
      for count in pages { try sites.measure(count) }
      try write("sites", sites.table())
      guard writeDocs else { return }
      let report = Report(environment: try .here(command: "make bench-docs"), rows: sites.rows)
      try report.json().write(to: Self.pages.appending(path: "Benchmarks/docs-tool.json"))
      let chart = Chart.ratios([report], title: "Times faster than Hugo")
      try Data(chart.svg.utf8).write(to: Self.pages.appending(path: "Benchmarks/docs-tool.svg"))
    }
  }

  private static let pages = URL(fileURLWithPath: "Docs")

  private func write(_ name: String, _ table: String) throws {
    print(table)
    guard writeDocs else { return }
    try PageTables.write(name, table, to: Self.pages.appending(path: "docs-tool.md"), command: "make bench-docs")
  }
}

/// How busy the machine is, for a note.
var load: String {
  var averages = [0.0]
  getloadavg(&averages, 1)
  return String(format: "Load %.1f.", averages[0])
}
