import Foundation
import Testing

/// The program itself, as it stands in the build folder.
@Suite struct FullDiskTests {
  private var program: String {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent("docs").path
  }

  /// Runs a line of shell, and returns what it printed and how it ended.
  private func run(_ line: String) throws -> (output: String, status: Int32) {
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/bash")
    shell.arguments = ["-c", line]
    let pipe = Pipe()
    shell.standardOutput = pipe
    shell.standardError = pipe
    try shell.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    shell.waitUntilExit()
    return (output, shell.terminationStatus)
  }

  @Test func theLastGoodSiteStaysWhenFilesCannotGrow() throws {
    let folder = NSTemporaryDirectory() + "full-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder + "/in", withIntermediateDirectories: true)
    func write(_ text: String) throws {
      try text.write(toFile: folder + "/in/index.md", atomically: true, encoding: .utf8)
    }
    try write("# Home\n\nBefore.\n")
    let build = "'\(program)' build '\(folder)/in' --output '\(folder)/out' --root '\(folder)'"
    try #require(try run(build).status == 0)
    let before = try String(contentsOfFile: folder + "/out/index.html", encoding: .utf8)

    // No file may have more than 48 KB, which all of the site but this page keeps to.
    try write("# Home\n\nAfter.\n" + String(repeating: "A page that is too long. ", count: 4000))
    let failed = try run("ulimit -f 48; \(build)")
    #expect(failed.status == 1)
    #expect(failed.output.contains("cannot be written: File too large"))
    #expect(try String(contentsOfFile: folder + "/out/index.html", encoding: .utf8) == before)
    #expect(!FileManager.default.fileExists(atPath: folder + "/out.docs-staging"))

    #expect(try run(build).status == 0)
    #expect(try String(contentsOfFile: folder + "/out/index.html", encoding: .utf8).contains("After."))
  }
}
