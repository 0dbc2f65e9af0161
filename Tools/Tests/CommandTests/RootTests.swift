import Foundation
import Testing

struct RootTests {
  /// A folder with pages, and neither a package nor settings.
  @Test func checksAndBuildsTakeTheSameFolderForTheRoot() throws {
    let folder = NSTemporaryDirectory() + "root-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder + "/Docs", withIntermediateDirectories: true)
    let page = "# A\n\n```swift\nprint(1)\n```\n\n```text\n1\n```\n"
    try page.write(toFile: folder + "/Docs/index.md", atomically: true, encoding: .utf8)
    let run = try Shell.run("cd '\(folder)' && '\(Shell.program)' verify && '\(Shell.program)' build --output site")
    #expect(run.status == 0, "\(run.output)")
    let site = try String(contentsOfFile: folder + "/site/index.html", encoding: .utf8)
    #expect(site.contains("This example was compiled and run"))
  }
}
