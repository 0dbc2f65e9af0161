import Files
import Foundation
import Testing

@testable import Examples

extension EndToEnd {
  /// The API, which a check extracts for the reference.
  struct SymbolGraphTests {
    @Test func theModulesOfTheReferenceAreExtracted() async throws {
      let fixture = try Fixture("Greeter")
      let graph = SymbolGraphs.folder(root: fixture.root) + "/Greeter.symbols.json"
      try? FileManager.default.removeItem(atPath: SymbolGraphs.folder(root: fixture.root))
      try fixture.write("```swift\nprint(1)\n```\n", to: "page.md")
      func check(_ module: String, only: [String] = []) async throws -> Int {
        try fixture.write(#"{"site": {"reference": [{"name": "\#(module)"}]}}"#, to: ".docs.json")
        return try await fixture.verify(["page.md"]) { $0.only = only }.failedCount
      }
      #expect(try await check("Greeter", only: ["page.md"]) == 0)
      #expect(!FileStamp.exists(graph))
      #expect(try await check("Greeter") == 0)
      let text = try String(contentsOfFile: graph, encoding: .utf8)
      #expect(text.contains("\"Greeter\""))
      let stamp = FileStamp(path: graph)
      #expect(try await check("Greeter") == 0)
      #expect(FileStamp(path: graph) == stamp, "nothing has changed")
      let error = await #expect(throws: VerifierError.self) { _ = try await check("Greter") }
      #expect(
        error?.description == ".docs.json: no product has the module 'Greter' that the reference is to describe")
    }

    @Test func whatChangesDuringEveryBuildIsExtractedEachTime() async throws {
      let fixture = try Fixture("Greeter")
      try fixture.write(#"{"site": {"reference": [{"name": "Greeter"}]}}"#, to: ".docs.json")
      try fixture.write("```swift\nprint(1)\n```\n", to: "page.md")
      let added = fixture.root + "/Sources/Greeter/Added.swift"
      for name in ["First", "Second"] {
        try fixture.write("public struct \(name) {}\n", to: "Sources/Greeter/Added.swift")
        // So it seems to change after the build has begun.
        let later = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: 3600)]
        try FileManager.default.setAttributes(later, ofItemAtPath: added)
        _ = try await fixture.verify(["page.md"])
        let graph = SymbolGraphs.folder(root: fixture.root) + "/Greeter.symbols.json"
        #expect(try String(contentsOfFile: graph, encoding: .utf8).contains(name))
      }
    }
  }
}
