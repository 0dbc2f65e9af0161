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

  @Option(help: "Run only one side of each row: ours, peer or loop. For profilers.")
  var side: Side?

  @Option(help: "Save the run as JSON in this file.")
  var json: String?

  func run() throws {
    let catalog = Catalog(ours: Ours.rows(), peer: Peer.rows() + Peer.waiting())
    let entries = catalog.entries(matching: filter)
    guard !entries.isEmpty else {
      throw ValidationError("No row's name contains \(filter.joined(separator: " or ")). --list prints the names.")
    }
    if list { return entries.forEach { print($0.name) } }

    print(TextTable.header)
    var results: [RowResult] = []
    func add(_ result: RowResult) {
      results.append(result)
      print(TextTable.line(result))
      fflush(nil)
    }
    for entry in entries {
      let sides = side.map { [$0] } ?? Set(Side.allCases)
      var result = Measuring.run(ours: entry.ours, peer: entry.peer, sides: sides, effort: quick ? .quick : .full)
      result.kin = results.first { $0.name == result.goal.kin }?.ours
      add(result)
    }
    let step = "each map from 10 to 50"
    let further = difference(step, from: "10 maps", to: "50 maps", steps: 40, goal: Goal(nanoseconds: 8), in: results)
    if let further { add(further) }
    if let json {
      let report = Report(environment: .here(command: command), rows: results)
      try report.json().write(to: URL(fileURLWithPath: json))
    }
  }

  private var command: String {
    (["make bench"] + CommandLine.arguments.dropFirst()).joined(separator: " ")
  }
}

extension Side: ExpressibleByArgument {}
