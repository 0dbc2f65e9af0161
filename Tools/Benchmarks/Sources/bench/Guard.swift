import ArgumentParser
import Foundation
import Measuring

/// Looks for rows that are far from their goals. A failure in a short run is measured again, at length, before it
/// counts: a machine that other jobs share gives short runs that say nothing.
struct Guard {
  let entries: [Catalog.Entry]

  func run() throws {
    let ours = entries.filter { $0.ours != nil }
    var failures: [String] = []
    for entry in ours {
      let goal = entry.ours?.goal
      let sides: Set<Side> = goal?.timesLoop ?? goal?.bytesOfLoop == nil ? [.ours, .peer] : [.ours, .peer, .loop]
      let first = entry.run(sides: sides, effort: .glance)
      let suspicions = first.regressions()
      if suspicions.isEmpty { continue }
      print("\(suspicions.joined(separator: "; ")); once more, at length")
      failures += entry.run(sides: sides, effort: .full).regressions()
    }
    if failures.isEmpty { return print("guard: \(ours.count) rows, none far from its goal") }
    for failure in failures { FileHandle.standardError.write(Data("guard: \(failure)\n".utf8)) }
    throw ExitCode.failure
  }
}
