import Foundation
import Testing

/// One after the other, because they share a folder.
@Suite(.serialized) struct OptionTests {
  /// A folder with a page that passes, and what the tests before have built.
  private struct Folder {
    let path = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../.build/fixtures/Options")
      .standardizedFileURL.path
    let page = "\u{1B}[31m\n\n```swift\nprint(1)  // Prints: 1\n```\n"

    init() throws {
      let files = FileManager.default
      try files.createDirectory(atPath: path, withIntermediateDirectories: true)
      for name in try files.contentsOfDirectory(atPath: path) where name != ".build" {
        try files.removeItem(atPath: "\(path)/\(name)")
      }
      try? files.removeItem(atPath: path + "/.build/docs/site")
      try write(page, to: "README.md")
    }

    func write(_ text: String, to file: String) throws {
      try text.write(toFile: "\(path)/\(file)", atomically: true, encoding: .utf8)
    }

    func text(of file: String) throws -> String { try String(contentsOfFile: "\(path)/\(file)", encoding: .utf8) }

    func verify(_ options: String) throws -> (output: String, status: Int32) {
      try Shell.run("cd '\(path)' && CI= '\(Shell.program)' verify --root . \(options)")
    }
  }

  @Test func aFileThatIsNoReportIsNotReplaced() throws {
    let folder = try Folder()
    #expect(try folder.verify("--junit README.md").status != 0)
    #expect(try folder.text(of: "README.md") == folder.page)
    let project = "<?xml version=\"1.0\"?>\n<project/>\n"
    try folder.write(project, to: "pom.xml")
    #expect(try folder.verify("--junit pom.xml").status != 0)
    #expect(try folder.text(of: "pom.xml") == project)
    #expect(try folder.verify("--junit .").status != 0)
    #expect(try folder.verify("--junit new/report.xml").status == 0)
    #expect(try folder.verify("--junit new/report.xml").status == 0)
  }

  @Test func aFileThatIsNoBaselineIsRefusedBeforeTheCheck() throws {
    let folder = try Folder()
    let (output, status) = try folder.verify("--baseline README.md --junit report.xml")
    #expect(status != 0)
    #expect(output.contains("README.md: is no baseline: \"\\u{1B}[31m\""), "\(output)")
    #expect(try folder.text(of: "README.md") == folder.page)
    #expect(throws: (any Error).self) { try folder.text(of: "report.xml") }
  }

  @Test func aBaselineGetsItsFolder() throws {
    let folder = try Folder()
    #expect(try folder.verify("--baseline new/baseline").status == 0)
    #expect(try folder.text(of: "new/baseline") == "")
  }

  @Test func aSiteWithoutAFolderIsMadeOfTheDocumentsThatAreChecked() throws {
    let folder = try Folder()
    try folder.write("# Home\n\n[More](B.docc/more.md) [raw](raw.md)\n", to: "README.md")
    try folder.write("[dead](nowhere.md)\n", to: "raw.md")
    try FileManager.default.createDirectory(atPath: folder.path + "/B.docc", withIntermediateDirectories: true)
    try folder.write("# More\n\n<doc:README>\n", to: "B.docc/more.md")
    let (output, status) = try Shell.run("cd '\(folder.path)' && '\(Shell.program)' build --root .")
    #expect(status == 0 && output.hasPrefix("2 pages"), "\(output)")
    #expect(try folder.text(of: ".build/docs/site/index.html").contains("href=\"B.docc/more.html\""))
    #expect(try folder.text(of: ".build/docs/site/B.docc/more.html").contains("href=\"../index.html\""))
  }

  @Test func anUpdateOfOutputsWithLineNumbersLeavesNothingToUpdate() throws {
    let folder = try Folder()
    let page = "```swift\nprint(1, 2, separator: \"\\n\")\n```\n\n```text\n0\n```\n\n"
    try folder.write(page + "```swift\nprint(#line)  // Prints: 0\n```\n", to: "README.md")
    let update = try Shell.run("cd '\(folder.path)' && env -u CI '\(Shell.program)' update --root .")
    #expect(update.status == 0 && update.output.hasSuffix("2 updated in 1 documents, 0 failed\n"), "\(update.output)")
    let text = try folder.text(of: "README.md")
    #expect(text.hasSuffix("```text\n1\n2\n```\n\n```swift\nprint(#line)  // Prints: 11\n```\n"), "\(text)")
  }

  @Test func zeroRunsAreRefused() throws {
    #expect(try Folder().verify("--repeat 0").status != 0)
  }
}
