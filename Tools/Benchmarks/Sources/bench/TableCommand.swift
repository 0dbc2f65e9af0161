import ArgumentParser
import Foundation
import Reporting

/// Writes a table that another program has measured into a page.
struct TableCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "table",
    abstract: "Writes a table from standard input into a page.")

  @Argument(help: "The name in the page's markers, <!-- begin NAME --> and <!-- end NAME -->.")
  var name: String

  @Argument(help: "The page.")
  var page: String

  @Option(help: "What to type to repeat the measurement. With it, the page also says where and when it was made.")
  var command: String?

  func run() throws {
    let table = String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self)
    try Page.write(
      name, table.trimmingCharacters(in: .newlines), command: command, to: URL(fileURLWithPath: page))
  }
}

/// Describes this machine, for a program that saves a run as JSON.
struct EnvironmentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "environment", abstract: "Prints the machine, the compiler, the commit and the day as JSON.")

  @Option(help: "What to type to repeat the measurement.")
  var command: String

  func run() throws {
    print(String(decoding: try JSONEncoder().encode(Environment.here(command: command)), as: UTF8.self))
  }
}
