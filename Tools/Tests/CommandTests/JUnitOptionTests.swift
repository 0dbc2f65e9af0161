import Foundation
import Testing

@Suite struct JUnitOptionTests {
  @Test func aFileThatIsNoReportIsNotReplaced() throws {
    let folder = NSTemporaryDirectory() + "junit-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let page = "```swift\nprint(1)  // Prints: 1\n```\n"
    try page.write(toFile: folder + "/README.md", atomically: true, encoding: .utf8)
    func verify(_ report: String) throws -> Int32 {
      try Shell.run("cd '\(folder)' && '\(Shell.program)' verify --root . --junit \(report)").status
    }
    #expect(try verify("README.md") != 0)
    #expect(try String(contentsOfFile: folder + "/README.md", encoding: .utf8) == page)
    let project = "<?xml version=\"1.0\"?>\n<project/>\n"
    try project.write(toFile: folder + "/pom.xml", atomically: true, encoding: .utf8)
    #expect(try verify("pom.xml") != 0)
    #expect(try String(contentsOfFile: folder + "/pom.xml", encoding: .utf8) == project)
    #expect(try verify(".") != 0)
    #expect(try verify("new/report.xml") == 0)
    #expect(try verify("new/report.xml") == 0)
  }
}
