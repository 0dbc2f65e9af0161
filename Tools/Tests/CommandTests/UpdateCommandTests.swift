import Foundation
import Testing

struct UpdateCommandTests {
  @Test func anUpdateOfOutputsWithLineNumbersLeavesNothingToUpdate() throws {
    let folder = NSTemporaryDirectory() + "updated-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let page = "```swift\nprint(1, 2, separator: \"\\n\")\n```\n\n```text\n0\n```\n\n"
    try (page + "```swift\nprint(#line)  // Prints: 0\n```\n")
      .write(toFile: folder + "/README.md", atomically: true, encoding: .utf8)
    let update = try Shell.run("cd '\(folder)' && env -u CI '\(Shell.program)' update --root .")
    #expect(update.status == 0 && update.output.hasSuffix("2 updated in 1 documents, 0 failed\n"), "\(update.output)")
    let text = try String(contentsOfFile: folder + "/README.md", encoding: .utf8)
    #expect(text.hasSuffix("```text\n1\n2\n```\n\n```swift\nprint(#line)  // Prints: 11\n```\n"), "\(text)")
  }
}
