import ArgumentParser
import Foundation
import Reporting
import Ticking

/// Says how late real timers tick.
struct TickCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ticks", abstract: "Measures how late the ticks of real timers come, and whether they drift.")

  @Option(help: "How many ticks.")
  var count = 10_000

  @Option(help: "The time from one to the next, in milliseconds.")
  var milliseconds = 1

  @Flag(help: "Write the table into the page Benchmarks.md.")
  var writePage = false

  @Option(help: "The folder of the pages.")
  var pages = "Docs"

  func validate() throws {
    guard count > 0, milliseconds > 0 else { throw ValidationError("--count and --milliseconds must be above zero.") }
  }

  func run() throws {
    let rows = Ticks.measure(count: count, milliseconds: milliseconds).map(\.row)
    let table = ([Ticks.header] + rows).joined(separator: "\n")
    print(table)
    if writePage {
      try Page.write(
        "ticks", table, command: "make bench-ticks",
        to: URL(fileURLWithPath: pages).appending(path: "Benchmarks.md"))
    }
  }
}

extension Page {
  /// Writes the table into a page, between the markers called `name`, below where and when `command` measured it.
  static func write(_ name: String, _ table: String, command: String?, to file: URL) throws {
    do {
      var page = Page(try String(contentsOf: file, encoding: .utf8))
      let heading = command.map { "\(Environment.here(command: $0).sentence)\n\n" } ?? ""
      try page.replace(name, with: heading + table)
      try Data(page.text.utf8).write(to: file)
    } catch {
      throw ValidationError(
        "\(file.path): \(error). Run from the root of the repository, or name the folder with --pages.")
    }
  }
}
