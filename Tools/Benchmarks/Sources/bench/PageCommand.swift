import ArgumentParser
import Foundation

/// Writes the page again, without measuring.
struct PageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "page", abstract: "Writes the tables and the chart of Benchmarks.md from the saved runs.")

  @Option(help: "The folder of the page Benchmarks.md.")
  var docs = "Docs"

  func run() throws { try Documents(folder: URL(fileURLWithPath: docs)).write() }
}
