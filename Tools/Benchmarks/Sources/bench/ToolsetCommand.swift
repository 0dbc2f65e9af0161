import ArgumentParser
import Foundation
import Measuring
import Reporting

/// Compares a run that found Combine in the toolset with one that was built from the sources. Prints the rows to standard
/// error, and a sentence for the page.
struct ToolsetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "toolset", abstract: "Compares two saved runs: built from the sources, and through the toolset.")

  @Argument(help: "The run that was built from the sources (--json).")
  var sources: String

  @Argument(help: "The run that was built through the toolset (--json).")
  var toolset: String

  func run() throws {
    let (before, after) = (try report(sources), try report(toolset))
    let others = Dictionary(uniqueKeysWithValues: after.rows.map { ($0.name, $0) })
    var lines = [
      "| workload | from sources | through the toolset | peer, two runs | toolset / sources |",
      "| --- | ---: | ---: | ---: | ---: |",
    ]
    var ratios: [Double] = []
    for row in before.rows {
      guard let ours = time(row.ours), let other = others[row.name], let theirs = time(other.ours) else { continue }
      let peers = [row.peer, other.peer].compactMap(time).map(shown).joined(separator: ", ")
      ratios.append(theirs / ours)
      lines.append("| \(row.name) | \(shown(ours)) | \(shown(theirs)) | \(peers) | \(shown(theirs / ours)) |")
    }
    guard !ratios.isEmpty else { throw ValidationError("\(sources) and \(toolset) have no row in common.") }
    let summary = """
      Over \(ratios.count) rows, the time through the toolset is \(shown(median(ratios))) times that from source in the \
      median, \(shown(ratios.min()!)) times in the lowest row, and \(shown(ratios.max()!)) times in the highest.
      """
    FileHandle.standardError.write(Data((lines.joined(separator: "\n") + "\n").utf8))
    print(summary)
  }

  private func report(_ path: String) throws -> Report {
    try Report(json: Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private func time(_ timing: Timing?) -> Double? { timing.map { median($0.nanoseconds) } }

  private func shown(_ value: Double) -> String {
    value.formatted(.number.precision(.significantDigits(3)).locale(Locale(identifier: "en_US")))
  }
}
