import Foundation
import Testing

/// A package that uses the tool as a plugin of SwiftPM. It stays in the build folder, so that the tool is built once.
@Suite struct PluginTests {
  private static let manifest = """
    // swift-tools-version: 6.1
    import PackageDescription

    let package = Package(
      name: "Bells",
      products: [.library(name: "Bells", targets: ["Bells"])],
      dependencies: [.package(path: "\(tools)")],
      targets: [.target(name: "Bells")]
    )

    """

  private static let tools = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../..").standardizedFileURL.path

  @Test func oneLineInAManifestChecksAndShowsTheDocumentation() throws {
    let folder = "\(Self.tools)/.build/fixtures/Bells"
    func write(_ text: String, to file: String) throws {
      let file = URL(fileURLWithPath: "\(folder)/\(file)")
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      if FileManager.default.contents(atPath: file.path) != Data(text.utf8) {
        try text.write(to: file, atomically: true, encoding: .utf8)
      }
    }
    func package(_ words: String) throws -> (output: String, status: Int32) {
      // The tool is built for this test alone: without what editors and debuggers need.
      let options = "--disable-index-store -Xbuild-tools-swiftc -gnone --allow-writing-to-package-directory"
      return try Shell.run("cd '\(folder)' && env -u WITHOUT_PLUGINS swift package \(options) \(words)")
    }
    try write(Self.manifest, to: "Package.swift")
    try write(
      "/// ```swift\n/// print(ring())  // Prints: ding\n/// ```\npublic func ring() -> String { \"ding\" }\n",
      to: "Sources/Bells/Bells.swift")
    try write("# Bells\n\n```swift\nimport Bells\nprint(ring())  // Prints: dong\n```\n", to: "README.md")
    try write("# Guide\n", to: "Docs/index.md")
    try write("# Start\n\n```swift\nimport Bells\nrang()\n```\n", to: "Sources/Bells/Bells.docc/Start.md")

    let wrong = try package("verify-examples")
    #expect(wrong.status != 0)
    for line in [
      "README.md:5: error: prints something other than documented (example at line 3)",
      "Sources/Bells/Bells.docc/Start.md:5:1: error: does not compile: cannot find 'rang' in scope",
      "check it alone: swift package verify-examples --only README.md:3", "1 passed, 2 failed",
    ] { #expect(wrong.output.contains(line), "\(wrong.output)") }

    let right = try package("verify-examples --only ring")
    #expect(right.status == 0 && right.output.contains("1 passed, 0 failed"), "\(right.output)")

    let site = try package("preview-docs")
    #expect(site.status == 0, "\(site.output)")
    #expect(FileManager.default.fileExists(atPath: "\(folder)/.build/docs/site/index.html"))
  }
}
