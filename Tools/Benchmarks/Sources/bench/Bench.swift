import ArgumentParser
import Foundation
import Measuring
import Ours
import Peer
import Reporting

@main struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measures Waterclock beside OpenCombine and beside plain loops, in one run, on processor time.")

  @Option(help: "Run only rows whose names contain this text. May be given more than once.")
  var filter: [String] = []

  @Flag(help: "Measure shortly: figures scatter more.")
  var quick = false

  @Flag(help: "Print the names of the rows, and run nothing.")
  var list = false

  @Option(help: "Save the run as JSON in this file.")
  var json: String?

  func run() throws {
    let catalog = Catalog(ours: Ours.rows(), peer: Peer.rows())
    let entries = catalog.entries(matching: filter)
    guard !entries.isEmpty else {
      throw ValidationError("No row's name contains \(filter.joined(separator: " or ")). --list prints the names.")
    }
    if list { return entries.forEach { print($0.name) } }

    print(TextTable.header)
    var results: [RowResult] = []
    for entry in entries {
      let result = Measuring.run(ours: entry.ours, peer: entry.peer, effort: quick ? .quick : .full)
      results.append(result)
      print(TextTable.line(result))
      fflush(nil)
    }
    if let json {
      let report = Report(environment: .here(command: command), rows: results)
      try report.json().write(to: URL(fileURLWithPath: json))
    }
  }

  private var command: String {
    (["make bench"] + CommandLine.arguments.dropFirst()).joined(separator: " ")
  }
}
