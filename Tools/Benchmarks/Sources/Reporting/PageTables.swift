import Foundation

/// The script that describes this machine, and writes tables into pages.
public enum PageTables {
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  private static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Scripts/page_tables.py").standardized.path

  /// Writes a table between the page's lines `<!-- begin name -->` and `<!-- end name -->`.
  public static func write(_ name: String, _ table: String, to page: URL) throws {
    _ = try run(["write", name, page.path], input: Data(table.utf8))
  }

  fileprivate static func run(_ arguments: [String], input: Data = Data()) throws -> Data {
    let (process, from, to) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", script] + arguments
    process.standardInput = to
    process.standardOutput = from
    try process.run()
    try to.fileHandleForWriting.write(contentsOf: input)
    try to.fileHandleForWriting.close()
    let output = from.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(description: "\(script) \(arguments[0]) failed") }
    return output
  }
}

extension Environment {
  /// For a run that is not saved: reading the environment takes a moment.
  public static let unknown = Environment(
    machine: "", system: "", swift: "", configuration: "", commit: "", date: "", command: "")

  /// Where and when, as a sentence for a page.
  public func sentence() throws -> String {
    String(decoding: try PageTables.run(["sentence"], input: JSONEncoder().encode(self)), as: UTF8.self)
  }

  /// This machine, now.
  public static func here(command: String) throws -> Environment {
    try JSONDecoder().decode(Environment.self, from: PageTables.run(["environment", command]))
  }
}
