import Foundation
import Testing

@testable import Examples

extension EndToEndOfOthers {
  /// A shared library in a folder of its own, which a package finds by pkg-config.
  struct SystemLibraryTests {
    @Test func examplesAreLinkedWithItAndCheckedAgainWhenItChanges() async throws {
      let fixture = try Fixture("Greeter", copy: "Chime")
      let toolchain = try await Toolchain(cache: NSTemporaryDirectory())
      try fixture.write(
        """
        // swift-tools-version: 6.1
        import PackageDescription

        let package = Package(
          name: "Chime", products: [.library(name: "Chime", targets: ["Chime"])],
          targets: [.systemLibrary(name: "CChime", pkgConfig: "chime"), .target(name: "Chime", dependencies: ["CChime"])])

        """, to: "Package.swift")
      try fixture.write(
        "module CChime { header \"chime.h\" link \"chime\" export * }\n", to: "Sources/CChime/module.modulemap")
      try fixture.write("int strike(void);\n", to: "Sources/CChime/chime.h")
      try fixture.write("import CChime\n\npublic func ring() -> Int32 { strike() }\n", to: "Sources/Chime/Chime.swift")
      let folder = fixture.root + "/installed"
      let flags = "-L\(folder) -lchime"
      try fixture.write("Name: chime\nDescription: A chime.\nVersion: 1\nLibs: \(flags)\n", to: "installed/chime.pc")
      let page = "```swift\nimport CChime\nimport Chime\nprint(ring(), strike())  // Prints: 3 3\n```\n"
      try fixture.write(page, to: "chime.md")

      func failures(strikes: Int) async throws -> [String] {
        try fixture.write("int strike(void) { return \(strikes); }\n", to: "installed/chime.c")
        // On Linux, a program looks for it by this name.
        let name = "\(folder)/libchime.so"
        let flags = ["-shared", "-fPIC", "-Wl,-soname,\(name)", "chime.c", "-o", name]
        let built = try await toolchain.run("clang", flags, in: folder, log: "clang")
        #expect(built.end == .exit(0), "\(built.errors)")
        let report = try await fixture.verify(["chime.md"]) { $0.buildOptions += ["--pkg-config-path", folder] }
        return report.results.compactMap { result in result.failure.map { "\($0.line): \($0.message) \($0.detail)" } }
      }
      #expect(try await failures(strikes: 3) == [])
      #expect(try await failures(strikes: 4).first?.hasPrefix("4: prints something other") == true)
    }
  }
}
