import Foundation
import Testing

@testable import Examples

extension EndToEnd {
  /// The verifier from end to end, on a repository with one package at its root.
  struct VerifierTests {
    let fixture: Fixture

    init() throws {
      fixture = try Fixture("Greeter")
    }

    @Test func examplesThatOnlyHadToCompileRunTheNextTime() async throws {
      try fixture.write("```swift\nprint(1)  // Prints: 2\n```\n\n```swift\nlet a: Int = \"\"\n```\n", to: "page.md")
      let compiled = try await fixture.verify(["page.md"]) { ($0.runsNone, $0.width) = (true, 1) }
      #expect(compiled.results.map { $0.failure?.kind } == [nil, .compile])
      let run = try await fixture.verify(["page.md"])
      #expect(run.results.map { $0.failure?.kind } == [.output, .compile])
    }

    @Test func testsOnTheMainActorCompileWithoutWarnings() async throws {
      let code = "func testOne() async throws {}\n  func testTwo() {}\n  func testThree() throws {}"
      try fixture.write(
        "```swift\nimport XCTest\n\n@MainActor final class T: XCTestCase {\n  \(code)\n}\n```\n", to: "page.md")
      #expect(try await fixture.verify(["page.md"]).results.map(\.failure?.message) == [nil])
    }

    @Test func whatXCTestSaysIsNoOutputAndALineLikeItIs() async throws {
      let lines = ["a.swift:3: error: none", "Test Suite 'mine' passed", "a : Test skipped"]
      let code = lines.map { "print(\"\($0)\")" }.joined(separator: "\n    ")
      let test = "import XCTest\n\nfinal class T: XCTestCase {\n  func testOne() {\n    \(code)\n  }\n}"
      try fixture.write("```swift\n\(test)\n```\n\n```output\n\(lines.joined(separator: "\n"))\n```\n", to: "page.md")
      #expect(try await fixture.verify(["page.md"]).results.map(\.failure?.detail) == [nil])
    }

    @Test func theModuleIsCalledMain() async throws {
      let code = "struct S {}\nprint(_mangledTypeName(S.self) ?? \"\")  // Prints: 4main1SV"
      try fixture.write("```swift\n\(code)\n```\n", to: "page.md")
      #expect(try await fixture.verify(["page.md"]).results.map(\.failure?.message) == [nil])
    }

    @Test func theNameOfThePageIsNoPartOfAMessage() async throws {
      let fences = ["trap \"page\"", "trap \"boom\"", "exit \"page\""].map {
        "```swift fails(\($0))\n\($0.hasPrefix("t") ? "fatalError(\"boom\")" : "throw CancellationError()")\n```\n"
      }
      try fixture.write(fences.joined(separator: "\n"), to: "page.md")
      let failures = try await fixture.verify(["page.md"]).results.map { $0.failure?.message }
      #expect(failures[0] == "traps, but without \"page\"")
      #expect(failures[1] == nil)
    }

    @Test func aPageWithRightOutputsPasses() async throws {
      let report = try await fixture.verify(["manual/passing.md"])
      #expect(report.results.compactMap(\.failure).map(\.message) == [])
      #expect(report.problems.map(\.description) == [])
      #expect(report.results.count == 23)
      let compiled = report.results.filter { $0.verdict == .compiled }
      #expect(compiled.count == 4)

      let again = try await fixture.verify(["manual/passing.md"])
      #expect(again.results.allSatisfy { $0.isRemembered })
      #expect(again.passedCount == 23)
    }

    @Test func everyKindOfFailureIsToldApart() async throws {
      let report = try await fixture.verify(["manual/failing.md"]) { $0.ignoresCache = true }
      let found = report.results.compactMap { result in
        result.failure.map { "\($0.line)\($0.column.map { ":\($0)" } ?? "") \($0.kind): \($0.message)" }
      }
      #expect(
        found == [
          "5:7 compile: does not compile: cannot find 'missing' in scope",
          "11:10 trap: traps: Fatal error: Index out of range",
          "14 timeout: did not finish within 0.2 s; make it end, raise timeout=, or write no-run",
          "19 tooMuchOutput: prints more than 100000 bytes; print less, or raise 'outputLimit'",
          "26:1 exit: exits with 3",
          "33:1 signal: was killed by signal 11 (Segmentation fault)",
          "44 output: prints something other than documented (example at line 36)",
          "49:7 compile: does not compile, but for a reason other than \"cannot find 'other'\"",
          "52 unexpectedSuccess: compiles, but is documented not to",
          "56 unexpectedSuccess: runs to its end, but is documented to trap",
          "61:1 trap: traps, but without \"boom\"",
          "67:1 exit: exits with 3, but is documented to exit with 2",
          "75:19 compile: does not compile: cannot convert value of type 'String' to specified type 'Int'",
          "83:1 trap: traps: Precondition failed: one is not more than two",
          "88:1 trap: traps: Fatal error: Error raised at top level: main.Failed()",
          "104:8 compile: does not compile: no such module 'Darwin9'",
          "112:5 test: a test fails: Expectation failed: (1 + 1 → 2) == 3",
          "121 test: a test fails: XCTAssertEqual failed: (\"2\") is not equal to (\"3\") -",
        ])
      #expect(
        report.problems.map { "\($0.line ?? 0): \($0.message)" } == [
          "126: this code fence never closes", "70: unknown attribute 'manifets'",
          "78: unknown attribute 'timeotu'",
          "91: 'ignore' needs a value",
        ])
      #expect(report.failedCount == found.count + 4)
      #expect(report.results.contains { $0.verdict == .ignored("shows what it would look like") })
      #expect(report.results.contains { $0.verdict == .unavailable("requires=windows") })
    }

    @Test func outputBeforeAFailureIsShown() async throws {
      let report = try await fixture.verify(["manual/failing.md"]) {
        $0.only = ["manual/failing.md:14", "manual/failing.md:30", "manual/failing.md:36"]
      }
      let details = report.results.compactMap(\.failure?.detail)
      #expect(
        details == [
          "printed before:\n  before\n", "printed before:\n  partial\n",
          """
          --- manual/failing.md:44 (documented)
          +++ printed
          @@ -43,3 +1,3 @@
           one
          -2
          +two
           three

          """,
        ])
    }
  }
}
