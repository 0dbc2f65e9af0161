import Foundation
import Testing

/// A package that uses the tool as a plugin of SwiftPM, by the URL of a repository: with the plugins and the manifest of
/// this one, but with the programs in the build folder, so that nothing is compiled a second time.
struct PluginTests {
  private static let manifest = """
    // swift-tools-version: 6.1
    import PackageDescription

    let package = Package(
      name: "Bells",
      products: [.library(name: "Bells", targets: ["Bells"])],
      dependencies: [.package(url: "file://FOLDER/Tools", from: "0.1.0")],
      targets: [.target(name: "Bells"), .testTarget(name: "BellsTests", dependencies: ["Bells"])]
    )

    """

  private static let builtPrograms = #"""

    package.products.removeAll { !($0 is Product.Plugin) }
    package.targets.removeAll { $0.type != .plugin }
    package.targets += ["docs", "verify-examples"].map { .binaryTarget(name: $0, path: "\($0).artifactbundle") }
    package.dependencies = []

    """#

  private static let systems = [
    "x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu", "x86_64-apple-macosx", "arm64-apple-macosx",
  ]

  private let tools = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../..").standardizedFileURL.path

  @Test func oneLineInAManifestChecksAndShowsTheDocumentation() throws {
    let files = FileManager.default
    let folder = NSTemporaryDirectory() + "bells-\(UUID().uuidString)"
    defer { try? files.removeItem(atPath: folder) }
    func write(_ text: String, to file: String) throws {
      let file = URL(fileURLWithPath: "\(folder)/\(file)")
      try files.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let caches = "--cache-path cache --security-path security"
    func swift(_ words: String) throws -> (output: String, status: Int32) {
      let command = "cd '\(folder)' && env -u WITHOUT_PLUGINS swift \(words)"
      let result = try Shell.run(command)
      // SwiftPM itself crashes now and then while it reads what a plugin says.
      return result.status > 128 ? try Shell.run(command) : result
    }
    func package(_ words: String) throws -> (output: String, status: Int32) {
      try swift("package --disable-index-store \(caches) --allow-writing-to-package-directory \(words)")
    }
    try write(
      String(contentsOfFile: "\(tools)/Package.swift", encoding: .utf8) + Self.builtPrograms, to: "Tools/Package.swift")
    try files.copyItem(atPath: "\(tools)/Plugins", toPath: "\(folder)/Tools/Plugins")
    for program in ["docs", "verify-examples"] {
      let variant = "{\"path\": \"\(program)\", \"supportedTriples\": \(Self.systems)}"
      try write(
        """
        {"schemaVersion": "1.0", "artifacts":
          {"\(program)": {"type": "executable", "version": "1.0.0", "variants": [\(variant)]}}}
        """, to: "Tools/\(program).artifactbundle/info.json")
      try files.createSymbolicLink(
        atPath: "\(folder)/Tools/\(program).artifactbundle/\(program)",
        withDestinationPath: Shell.folder + "/\(program)")
    }
    let git = "git -c user.name=Bells -c user.email=bells@localhost -c commit.gpgsign=false -c tag.gpgsign=false"
    let tagged = try Shell.run(
      "cd '\(folder)/Tools' && git init -q && git add . && \(git) commit -qm Tools && \(git) tag 0.1.0")
    #expect(tagged.status == 0, "\(tagged.output)")
    try write(Self.manifest.replacing("FOLDER", with: folder), to: "Package.swift")
    let comment = "/// Rings.\n///\n/// ```swift\n/// print(ring())\n/// ```\n///\n/// ```text\n/// ding\n/// ```\n"
    try write("\(comment)public func ring() -> String { \"ding\" }\n", to: "Sources/Bells/Bells.swift")
    try write(#"{"site": {"reference": [{"name": "Bells"}]}}"#, to: ".docs.json")
    try write("# Bells\n\n```swift\nimport Bells\nprint(ring())  // Prints: dong\n```\n", to: "README.md")
    try write("# Guide\n", to: "Docs/index.md")
    // The test that the README shows.
    let readme = try String(contentsOfFile: "\(tools)/README.md", encoding: .utf8)
    let shown = try #require(readme.firstMatch(of: /(?s)```swift no-run\n(import Foundation.*?)```/)).1
    let words = caches.split(separator: " ").map { "\"\($0)\"" }.joined(separator: ", ")
    let test = String(shown).replacing("let options = [", with: "let options = [\(words), ")
    try write(test, to: "Tests/BellsTests/Examples.swift")
    try write("# Start\n\n```swift\nimport Bells\nrang()\n```\n", to: "Sources/Bells/Bells.docc/Start.md")

    let wrong = try package("verify-examples")
    #expect(wrong.status != 0)
    for line in [
      "README.md:5: error: prints something other than documented (example at line 3)",
      "Sources/Bells/Bells.docc/Start.md:5:1: error: does not compile: cannot find 'rang' in scope",
      "check it alone: swift package verify-examples --only README.md:3", "1 passed, 2 failed",
    ] { #expect(wrong.output.contains(line), "\(wrong.output)") }

    let locked = try package("verify-examples --scratch-path .build")
    #expect(locked.status != 0 && locked.output.contains("'swift package' itself works there"), "\(locked.output)")

    let tests = try swift("test \(caches)")
    #expect(tests.status != 0)
    for line in ["README.md:5: error: prints something", "1 passed, 2 failed", "check.terminationStatus"] {
      #expect(tests.output.contains(line), "\(tests.output)")
    }

    let right = try package("verify-examples --only ring")
    #expect(right.status == 0 && right.output.contains("1 passed, 0 failed"), "\(right.output)")

    let site = try package("preview-docs")
    #expect(site.status == 0, "\(site.output)")
    #expect(files.fileExists(atPath: "\(folder)/.build/docs/site/index.html"))
    let reference = try String(contentsOfFile: "\(folder)/.build/docs/site/reference/Bells/index.html", encoding: .utf8)
    #expect(reference.contains("Rings.") && reference.contains("checked with Swift"))
  }
}
