import Foundation
import Markdown
import Testing

@testable import Examples

extension EndToEnd {
  /// Repositories that are not of the shape of this one.
  struct RepositoryTests {
    private func failures(_ report: Report) -> [String] {
      report.results.compactMap { result in
        result.failure.map { "\(result.example.file):\($0.line) \($0.kind): \($0.message)" }
      }
    }

    @Test func examplesOfTwoPackagesAreCheckedWithNoneAtTheRoot() async throws {
      let fixture = try Fixture("Workshop")
      let report = try await Verifier(root: fixture.root).verify()
      let expected: [String] = [
        "Modules/Bell/Sources/Bell/Bell.swift:11 compile: does not compile: "
          + "cannot convert value of type 'String' to specified type 'Int'",
        "Modules/Drum/Sources/Drum/Drum.swift:5 compile: compiles with a warning: "
          + "initialization of immutable value 'unused' was never used; consider replacing with assignment to "
          + "'_' or removing it [#no-usage]",
      ]
      #expect(failures(report) == expected)
      #expect(
        report.problems.map(\.summary) == [
          "docs/latin.md:1:12: error: not UTF-8: byte 0xFF at offset 11; save the file as UTF-8",
          ".docs.json: error: there is no 'nowhere' in which to look for examples; correct the path, or remove it",
        ])
      #expect(report.results.compactMap(\.failure?.detail).allSatisfy { $0.contains(" | ") && !$0.contains(".swift:") })
      #expect(report.passedCount == 5)

      let page = try #require(report.results.first { $0.example.file == "docs/deep/drum.md" })
      #expect(page.output == "a bell, 12 kg\n")
      let saved = try #require(SavedResults(root: fixture.root))
      let entry = saved.documents[page.example.file]?.first { $0.example == page.example.digest }
      #expect(entry?.verdict == "passed")
      #expect(entry?.output == "a bell, 12 kg\n")
      #expect(saved.swiftVersion.hasPrefix("6."))
    }

    @Test func documentsWithoutAPackageAreChecked() async throws {
      let fixture = try Fixture("Workshop")
      try fixture.write(
        "```swift\nimport Foundation\nprint(\"a\".appending(\"b\"))  // Prints: ab\n```\n", to: "alone/README.md")
      let report = try await Verifier(root: fixture.root + "/alone").verify()
      #expect(failures(report) == [])
      #expect(report.passedCount == 1)
    }

    @Test func namesInCapitalsAndOtherFilesWithExamplesAreSeen() async throws {
      let fixture = try Fixture("Workshop")
      let page = "```swift\nprint(1)  // Prints: 2\n```\n"
      let comment = page.split(separator: "\n").map { "/// \($0)\n" }.joined() + "int one(void);\n"
      let unread = ["a.mkd", ".gitlab/b.md", "c.h"]
      for file in ["README.MD"] + unread {
        try fixture.write(file.hasSuffix(".h") ? comment : page, to: "capitals/" + file)
      }
      let report = try await Verifier(root: fixture.root + "/capitals").verify()
      #expect(failures(report) == ["README.MD:2 output: prints something other than documented (example at line 1)"])
      #expect(Set(report.unreadFiles) == Set(unread))
    }

    @Test func aLibraryThatDoesNotBuildIsToldOnce() async throws {
      let fixture = try Fixture("Workshop")
      try fixture.write("public let broken: Int = \"\"\n", to: "Modules/Drum/Sources/Drum/Broken.swift")
      let report = try await Verifier(root: fixture.root).verify()
      let broken = report.results.filter { $0.failure?.kind == .library }
      #expect(
        broken.map(\.example.file) == [
          "README.markdown", "docs/both.md", "docs/both.md", "docs/deep/drum.md",
          "Modules/Bell/Sources/Bell/Bell.swift", "Modules/Bell/Sources/Bell/Bell.swift",
          "Modules/Drum/Sources/Drum/Drum.swift",
        ])
      let lines = broken.first?.failure?.detail.split(separator: "\n") ?? []
      #expect(lines.count == 2, "\(lines)")
      #expect(lines.last?.contains("Broken.swift:1:26: error: cannot convert value of type 'String'") == true)
      #expect(broken.dropFirst().allSatisfy { $0.failure?.detail == "" })

      try FileManager.default.removeItem(atPath: fixture.root + "/Modules/Drum/Sources/Drum/Broken.swift")
      #expect(try await Verifier(root: fixture.root).verify().passedCount == 5)
    }

    @Test func wrongConfigurationsAreExplained() async throws {
      let fixture = try Fixture("Workshop")
      func message(_ text: String) async -> String {
        do {
          try fixture.write(text, to: "alone/.docs.json")
          try fixture.write("```swift\nprint(1)\n```\n", to: "alone/README.md")
          let report = try await Verifier(root: fixture.root + "/alone").verify()
          return report.results.compactMap(\.failure?.detail).joined()
        } catch {
          return "\(error)"
        }
      }
      #expect(await message("{").hasPrefix(".docs.json: "))
      #expect(
        await message("{\"examples\": {\"timeout\": \"long\"}}") == ".docs.json: examples.timeout: must be a Double")
      #expect(
        await message("{\"examples\": {\"attributes\": {\"Docs\": \"continue\"}}}")
          == ".docs.json: examples.attributes: 'Docs': unknown attribute 'continue'; did you mean 'continues'?")
      #expect(
        await message("{\"example\": {}}") == ".docs.json: 'example' is not a setting; did you mean 'examples'?")
      #expect(
        await message("{\"examples\": {\"product\": {}}}")
          == ".docs.json: 'product' is not a setting; did you mean 'products'?")
      #expect(
        await message("{\"examples\": {\"products\": {\"x\": \"Z\"}}}")
          == ".docs.json: examples.products.x: must be a Array<Any>")
      #expect(
        await message("{\"examples\": {\"products\": {\"x/y\": [\"Z\"]}}}")
          == ".docs.json: there is no package in 'x/y'")
      #expect(await message("{\"examples\": {\"timeout\": -1}}").hasPrefix(".docs.json: examples: 'timeout' must be"))
      try fixture.write("{\"examples\": {\"attributes\": {\"Docs/\": \"swift5\"}}}", to: "alone/.docs.json")
      let report = try await Verifier(root: fixture.root + "/alone").verify()
      #expect(report.problems.map(\.message) == ["'attributes' names 'Docs/', and no document is there"])
      #expect(throws: VerifierError.self) { try Verifier(root: fixture.root + "/missing") }
      try fixture.write("", to: "unreadable/.docs.json/file")
      #expect(throws: VerifierError.self) { try Verifier(root: fixture.root + "/unreadable") }
    }

    @Test func partsOfTheExamplesCanBeChosen() async throws {
      let fixture = try Fixture("Greeter")
      let page = (1...5).map { "```swift\nprint(\($0))\n```\n```text\n\($0)\n```\n" }.joined()
      try fixture.write(page, to: "parts.md")
      try fixture.write(page, to: "other.md")
      func lines(_ change: (inout Verifier) -> Void) async throws -> [Int] {
        try await fixture.verify(["parts.md"], change: change).results.map(\.example.line)
      }
      #expect(try await lines { $0.only = ["parts.md:8"] } == [7])
      #expect(try await lines { $0.only = ["./parts.md:12", fixture.root + "/parts.md:13"] } == [7, 13])
      #expect(try await lines { $0.only = ["parts.md"] } == [1, 7, 13, 19, 25])
      await #expect(throws: VerifierError.self) { try await lines { $0.only = ["other.md"] } }
      try fixture.write("```swift timeout=0s\nprint(1)\n```\n", to: "wrong.md")
      let wrong = try await fixture.verify(["parts.md", "wrong.md"]) { $0.only = ["wrong.md"] }
      #expect(wrong.problems.map(\.message) == ["'timeout=0s' is not a time"])
      try fixture.write("```swift\nprint(1)\n```\n", to: "old (x)/parts.md")
      #expect(try await fixture.verify(["old (x)/parts.md"]) { $0.only = ["old (x)"] }.results.count == 1)
      let slip = await #expect(throws: VerifierError.self) { try await lines { $0.only = ["prats.md"] } }
      #expect(slip?.description == "there is no example at prats.md; did you mean parts.md?")
      await #expect(throws: VerifierError.self) { try await lines { $0.only = ["parts.md:100"] } }
      try fixture.write(
        "struct Box {\n  /// ```swift\n  /// print(1)\n  /// ```\n  func put(_ a: Int) {}\n}\n",
        to: "Sources/Box/Box.swift")
      defer { try? FileManager.default.removeItem(atPath: fixture.root + "/Sources/Box") }
      for name in ["Box.put", "Box.Box.put", "Box.put(_:)"] {
        #expect(try await fixture.verify([], sources: ["Sources/Box"]) { $0.only = [name] }.results.count == 1)
      }
      await #expect(throws: VerifierError.self) {
        try await fixture.verify([], sources: ["Sources/Box"]) { $0.only = ["Wrong.Box.put"] }
      }
      await #expect(throws: VerifierError.self) { try await lines { $0.only = ["parts.md:x"] } }
    }

    @Test func theExamplesThatAChangeAffectsAreChosen() async throws {
      let fixture = try Fixture("Greeter")
      let page = ["print(1)", "struct Box {}\nprint(Box())", "func put(_ a: Int) {}\nput(1)"].map {
        "```swift\n\($0)\n```\n"
      }
      try fixture.write(page.joined(), to: "changed.md")
      try fixture.write("public struct Box {\n  public init() {}\n  func print() {}\n}\n", to: "Box.swift")
      try fixture.write(
        "extension Box {\n  public init(_ a: Int) {}\n  public func put(_ a: Int) {}\n}\n", to: "Put.swift")
      try fixture.write("func helper() {}\n", to: "Helper.swift")
      func lines(_ changed: String...) async throws -> [Int] {
        let report = try await fixture.verify(["changed.md"]) { ($0.changed, $0.runsNone) = (changed, true) }
        #expect(report.results.count + report.unaffectedCount == 3)
        #expect(report.failedCount == 0)
        return report.results.map(\.example.line)
      }
      #expect(try await lines("Box.swift") == [4])
      #expect(try await lines("Put.swift") == [4, 8])
      #expect(try await lines("Helper.swift") == [1, 4, 8], "another declaration may use it")
      #expect(try await lines("Box.swift", "Gone.swift") == [1, 4, 8])
      for name in [
        "changed.md", "./changed.md", "../Greeter/changed.md", fixture.root + "/changed.md",
      ] {
        #expect(try await lines(name) == [1, 4, 8], "\(name)")
      }
      #expect(try await lines("Other/changed.md") == [1, 4, 8], "a document that is gone may be any")
      try fixture.write("```swift\nprint(1)  // Prints \"1\n```\n", to: "other.md")
      #expect(try await lines("other.md") == [])
      try fixture.write("```swift\nprint(1)  // 2\n```\n", to: "../elsewhere.md")
      #expect(try await lines("../elsewhere.md") == [])
      let outside = try await fixture.verify(["changed.md"]) { $0.changed = ["../elsewhere.md", "changed.md"] }
      #expect(outside.unreadFiles == ["../elsewhere.md"])
      let report = try await fixture.verify(["changed.md", "other.md"]) {
        ($0.changed, $0.runsNone) = (["changed.md"], true)
      }
      #expect(report.problems.map(\.file) == [])
    }

    @Test(arguments: [
      ("public indirect enum E { case fast, slow(Int), last }", ["fast", "slow", "last", "E"]),
      ("public enum E { case one; var not: Int { 1 } }", ["one", "E"]),
      ("public protocol P { func asked(); var wanted: Int { get } }", ["asked", "wanted", "P"]),
      ("public extension Int { func doubled() -> Int { let not = 2; return self * not } }", ["doubled"]),
      ("extension Int { public static prefix func -- (a: Int) -> Int { a }; func not() {} }", ["--"]),
      ("public let first = 1, second = [2, 3]", ["first", "second"]),
      ("public struct S { public subscript(a: Int) -> Int { a } }", ["not", "other"]),
      ("extension Int { public var description: String { \"\" } }", ["not", "other"]),
    ])
    func namesThatArePublicAreKnown(code: String, names: [String]) throws {
      let fixture = try Fixture("Greeter")
      try fixture.write(code, to: "Names.swift")
      let changes = Changes(["Names.swift"], root: fixture.root)
      let affected = (names + ["not"]).filter { name in
        let page = FileExamples(Document(name: "names.md", text: "```swift\nx = 1 + .\(name) y\n```\n"))
        return page.examples.contains(where: changes.affect)
      }
      #expect(affected == names + (names.contains("not") ? ["not"] : []))
    }

    @Test func testsThatAreSkippedNeedAReasonAndAnother() async throws {
      let fixture = try Fixture("Greeter")
      let page = [
        "import Testing\n@Test(.disabled()) func never() {}",
        "import Testing\n@Test(.disabled()) func no() {}\n@Test func a() {}",
        "import XCTest\nfinal class T: XCTestCase { func testA() throws { throw XCTSkip() } }",
        "import XCTest\nfinal class T: XCTestCase { func testA() throws { throw XCTSkip() }; func testB() {} }",
        "import Testing\n@Test(.disabled(\"slow\")) func no() {}\n@Test func a() {}",
        "import XCTest\nclass T: XCTestCase { func testA() throws { throw XCTSkip(\"slow\") }; func testB() {} }",
        "import Testing\n@Test func a() throws { try Test.cancel(\"slow\") }",
        "import Testing\n@Test(arguments: [Int]()) func no(n: Int) {}\n@Test func a() {}",
        "import XCTest\nclass A: XCTestCase { func testA() {} }\nclass B: XCTestCase { func testB() { exit(0) } }",
      ].map { "```swift\n\($0)\n```\n" }.joined()
      try fixture.write(page, to: "skipped.md")
      let report = try await fixture.verify(["skipped.md"])
      let reasons: [String?] = report.results.map { $0.failure.map { String($0.message.prefix(17)) } }
      let (all, one) = ("none of its tests", "a test is skipped")
      #expect(reasons == [all, one, all, one, nil, nil, all, one, "ends before its t"])
    }

    @Test func repetitionFindsWhatDoesNotAlwaysPass() async throws {
      let fixture = try Fixture("Greeter")
      let code = "```swift\nprint(Set([1, 2]).first == 1)  // Prints: true\n```\n"
      try fixture.write(code, to: "flaky.md")
      let report = try await fixture.verify(["flaky.md"]) { $0.repetitions = 20 }
      let failure = try #require(report.results.first?.failure)
      #expect(failure.message.hasPrefix("prints something other than documented (example at line 1) (in "))
      #expect(failure.message.hasSuffix(" of 20 runs)"))
      #expect(failure.isUnstable)
    }
  }
}
