import ArgumentParser
import AsyncPeer
import Extras
import Foundation
import Kit
import Measuring
import Ours
import Peer
import Reporting
import Timelines

/// Measures the rows: what the program does unless a subcommand is named.
struct RowsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rows",
    abstract: "Measures Waterclock beside OpenCombine and beside plain loops, in one run, on processor time.")

  @Option(help: "Run only rows whose names contain this text. May be given more than once.")
  var filter: [String] = []

  @Flag(help: "Measure shortly: figures scatter more.")
  var quick = false

  @Flag(help: "Print the names of the rows, and run nothing.")
  var list = false

  @Flag(name: .customLong("guard"), help: "Run shortly, print only what is far from its goal, and fail if anything is.")
  var isGuard = false

  @Option(help: "Run only one side of each row: ours, peer or loop. For profilers.")
  var side: Side?

  @Option(help: "Save the run as JSON in this file.")
  var json: String?

  @Option(help: "Take a run that was saved as JSON instead of measuring.")
  var from: String?

  @Flag(help: "Save the run for the page Benchmarks.md, and write its table and chart.")
  var writeDocs = false

  @Option(help: "The name of the saved run: release, or newer for the second processor.")
  var part = "release"

  @Option(help: "The folder of the page Benchmarks.md.")
  var docs = "Docs"

  func validate() throws {
    if writeDocs && (!filter.isEmpty || side != nil || quick) {
      throw ValidationError("--write-docs needs a whole run: leave out --filter, --side and --quick.")
    }
    guard ["release", "newer"].contains(part) else { throw ValidationError("--part must be release or newer.") }
    #if DEBUG
      if writeDocs { throw ValidationError("The page has no table of a debug build: leave out --write-docs.") }
    #endif
  }

  func run() throws {
    let catalog = Catalog(
      ours: Ours.rows() + Ours.onlyOurs() + Ours.composed(", composed") + Ours.composedOnlyOurs(", composed")
        + Extras.rows() + Timelines.rows() + Kit.rows(),
      peer: Peer.rows() + Peer.composed(", composed") + Peer.composed(""), kin: AsyncPeer.rows())
    let entries = catalog.entries(matching: filter)
    guard !entries.isEmpty else {
      throw ValidationError("No row's name contains \(filter.joined(separator: " or ")). --list prints the names.")
    }
    if list { return entries.forEach { print($0.name) } }
    if isGuard { return try Guard(entries: entries).run() }

    let report = try from.map(saved) ?? measured(entries)
    if let json { try report.json().write(to: URL(fileURLWithPath: json)) }
    if writeDocs { try Documents(folder: URL(fileURLWithPath: docs)).write(report, run: part) }
    #if DEBUG
      try checkMedian(report.rows)
    #endif
  }

  /// The goal of a debug build for all rows: the median is not slower than the peer's.
  private func checkMedian(_ rows: [RowResult]) throws {
    let ratios = rows.compactMap { row in row.timesFaster.map { (ratio: $0, name: row.name) } }
      .sorted { $0.ratio < $1.ratio }
    guard let slowest = ratios.first else { return }
    let median = ratios[ratios.count / 2].ratio
    func text(_ ratio: Double) -> String { String(format: "%.2f times as fast as the peer's", ratio) }
    print("\nThe median row is \(text(median)), the slowest \(text(slowest.ratio)): \(slowest.name)")
    if median < 1 || slowest.ratio < 0.5 { throw ExitCode.failure }
  }

  private func saved(_ path: String) throws -> Report {
    let report = try Report(json: Data(contentsOf: URL(fileURLWithPath: path)))
    print(TextTable.header)
    for row in report.rows { print(TextTable.line(row)) }
    return report
  }

  private func measured(_ entries: [Catalog.Entry]) throws -> Report {
    let sides = side.map { [$0] } ?? Set(Side.allCases)
    var results: [RowResult] = []
    func add(_ result: RowResult) {
      results.append(result)
      say(TextTable.line(result))
    }
    print(TextTable.header)
    for entry in entries {
      add(entry.run(sides: sides, effort: quick ? .quick : .full))
      if let step = Catalog.step(after: entry.name, in: results) { add(step) }
    }
    let isSaved = json != nil || writeDocs
    return Report(environment: isSaved ? try .here(command: "make bench") : .unknown, rows: results)
  }
}

extension Side: ExpressibleByArgument {}
