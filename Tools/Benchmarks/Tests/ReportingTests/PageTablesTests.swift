import Foundation
import Reporting
import Testing

struct PageTablesTests {
  private func written(_ table: String, over text: String) throws -> String {
    let page = FileManager.default.temporaryDirectory.appending(path: "page-\(UUID().uuidString).md")
    defer { try? FileManager.default.removeItem(at: page) }
    try Data(text.utf8).write(to: page)
    try PageTables.write("speed", table, to: page)
    return try String(contentsOf: page, encoding: .utf8)
  }

  @Test func aTableReplacesWhatIsBetweenItsLines() throws {
    let page = "# Speed\n<!-- begin speed -->\nold\n<!-- end speed -->\n<!-- begin size -->\n<!-- end size -->\n"
    let new = "# Speed\n<!-- begin speed -->\n\n| new |\n\n<!-- end speed -->\n<!-- begin size -->\n<!-- end size -->\n"
    #expect(try written("| new |\n", over: page) == new)
    #expect(try written("| new |", over: new) == new)
  }

  @Test(arguments: ["# Speed\n", "<!-- begin speed -->\n", "<!-- end speed -->\n<!-- begin speed -->\n"])
  func aPageWithoutTheLinesIsAnError(page: String) {
    #expect(throws: PageTables.MissingLines.self) { try written("| new |", over: page) }
  }

  @Test func thisMachineIsDescribed() throws {
    let here = try Environment.here(command: "make bench")
    #expect(here.machine.contains(/^.+, [0-9]+ cores$/) && here.swift.contains(/^[0-9]+\.[0-9]/))
    #expect(here.date.contains(/^20[0-9]{2}-[0-9]{2}-[0-9]{2}$/) && here.command == "make bench")
  }
}
