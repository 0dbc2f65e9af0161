import ArgumentParser
import Foundation
import Reporting

/// Writes a table that a script has made into a page.
struct TableCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "table",
    abstract:
      "Writes the table from standard input between the lines <!-- begin NAME --> and <!-- end NAME --> of a page.")

  @Argument(help: "The name in these lines.")
  var name: String

  @Argument(help: "The page.")
  var page: String

  @Option(help: "What measured the table. Where and when it did is written above.")
  var command: String?

  @Option(help: "What was built, in the place of “release build”.")
  var builds: String?

  func run() throws {
    let table = String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self)
    try PageTables.write(name, table, to: URL(fileURLWithPath: page), command: command, builds: builds)
  }
}
