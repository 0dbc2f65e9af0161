import Foundation
import Testing

struct FullDiskTests {
  @Test func theLastGoodSiteStaysWhenFilesCannotGrow() throws {
    let folder = NSTemporaryDirectory() + "full-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder + "/in", withIntermediateDirectories: true)
    func write(_ text: String) throws {
      try text.write(toFile: folder + "/in/index.md", atomically: true, encoding: .utf8)
    }
    try write("# Home\n\nBefore.\n")
    let build = "'\(Shell.program)' build '\(folder)/in' --output '\(folder)/out' --root '\(folder)'"
    try #require(try Shell.run(build).status == 0)
    let before = try String(contentsOfFile: folder + "/out/index.html", encoding: .utf8)

    // No file may have more than 48 KB, which all of the site but this page keeps to.
    try write("# Home\n\nAfter.\n" + String(repeating: "A page that is too long. ", count: 4000))
    let failed = try Shell.run("ulimit -f 48; \(build)")
    #expect(failed.status == 1)
    #expect(failed.output.contains("cannot be written: File too large"))
    #expect(try String(contentsOfFile: folder + "/out/index.html", encoding: .utf8) == before)
    #expect(!FileManager.default.fileExists(atPath: folder + "/out.docs-staging"))

    #expect(try Shell.run(build).status == 0)
    #expect(try String(contentsOfFile: folder + "/out/index.html", encoding: .utf8).contains("After."))
  }
}
