import Foundation
import Testing

@testable import Examples

extension EndToEnd {
  /// Expectations that no test reaches, and traps elsewhere than where a comment announces them.
  struct UnreachedTests {
    let fixture: Fixture

    init() throws {
      fixture = try Fixture("Greeter")
    }

    /// Each code as an example of its own. Returns the failures by the numbers of the examples.
    private func failures(_ examples: [String]) async throws -> [Int: String] {
      let page = examples.map { "```swift\n\($0)\n```\n" }.joined(separator: "\n")
      try fixture.write(page, to: "unreached.md")
      let report = try await fixture.verify(["unreached.md"]) { $0.ignoresCache = true }
      #expect(report.problems.map(\.summary) == [])
      #expect(report.results.count == examples.count)
      var failures: [Int: String] = [:]
      for (number, result) in report.results.enumerated() {
        guard let failure = result.failure else { continue }
        failures[number] = "\(failure.line - result.example.line):\(failure.column ?? 0) \(failure.message)"
      }
      return failures
    }

    private static let tests = [
      "struct S { init(a: Int) { #expect(1 == 2) } }": "2:27 '#expect'",
      "struct S { var a: Int { #expect(1 == 2); return 1 } }": "2:25 '#expect'",
      "struct S { subscript(a: Int) -> Int { #expect(1 == 2); return 1 } }": "2:39 '#expect'",
      "struct S { var a = 1 { didSet { #expect(a == 2) } } }": "2:33 '#expect'",
      "func f() { #expect(1 == 2) }": "2:12 '#expect'",
      "func f() { g() }; func g() { f(); #expect(1 == 2) }": "2:35 '#expect'",
      "nonisolated(unsafe) let f = { #expect(1 == 2) }": "2:31 '#expect'",
      "func f(a: Int) { if a != 1 { Issue.record(\"no\") } }": "2:30 'Issue'",
      "@Test func b() { let f = { #expect(1 == 2) }; _ = f }": "2:28 '#expect'",
      "@Test func b() { for a in [Int]() { #expect(a == 2) } }": "2:37 '#expect'",
      "@Test func b() { let a = Int(\"x\"); if let a { #expect(a == 2) } }": "2:47 '#expect'",
      "@Test func b() throws { let a = Int(\"x\"); guard let a else { return }; try #require(a == 2) }":
        "2:76 '#require'",
      "@Test func b() { try? f(); func f() throws { try g(); #expect(1 == 2) } }\nfunc g() throws { throw CancellationError() }":
        "2:55 '#expect'",
      "@Test func b() { do { try f(); func f() throws {} } catch { #expect(error is CancellationError) } }":
        "2:61 '#expect'",
    ]

    @Test func expectationsThatNothingReachesFail() async throws {
      let codes = Self.tests.keys.sorted()
      let found = try await failures(codes.map { "import Testing; @Test func a() { #expect(Bool(true)) }\n\($0)" })
      for (number, code) in codes.enumerated() {
        #expect(found[number] == Self.tests[code].map { "\($0) is never reached, so it checks nothing" }, "\(code)")
      }
    }

    @Test func whatATestWritesItselfSkipsNothing() async throws {
      let lines = ["Test it skipped", "Test a() skipped.", "Test Case x skipped (1", "a : Test skipped"]
      let write = "FileHandle.standardError.write(Data(\"\\n\(lines.joined(separator: "\\n"))\\n\".utf8))"
      let dot = "FileHandle.standardError.write(Data(\".\".utf8))"
      let arrow = "FileHandle.standardError.write(Data(\"\\n➜ step one\\n\".utf8))"
      let codes = [
        "import Testing\n@Test func a() { \(write) }\nfunc b() { #expect(1 == 2) }",
        "import Testing\n@Test func a() { \(write) }",
        "import XCTest\nclass T: XCTestCase { func testA() { \(write) } }",
        "import Testing\n@Test(.disabled(\"no\")) func a() {}\n@Test func b() { withKnownIssue { Issue.record(\"c\") } }",
        "import Testing\n@Test(.disabled(\"no\")) func a() {}\n@Test func b() { \(dot) }",
        "import Testing\n@Test func a() { \(arrow) }\nfunc b() { #expect(1 == 2) }",
      ]
      #expect(
        try await failures(codes.map { "import Foundation\n\($0)" }) == [
          0: "4:12 '#expect' is never reached, so it checks nothing",
          5: "4:12 '#expect' is never reached, so it checks nothing",
        ])
    }

    @Test func expectationsOfXCTestAreReachedToo() async throws {
      func example(_ code: String) -> String {
        "import XCTest\nfinal class T: XCTestCase {\n  func testA() { XCTAssertEqual(1, 1) }\n  \(code)\n}"
      }
      let codes = [
        "func b() { XCTAssertEqual(1, 2) }", "class func testB() { XCTFail() }",
        "func testB() { XCTAssertThrowsError(try f()) { XCTAssertNotNil($0) } }\n  func f() throws { throw CancellationError() }",
        "func testB() throws { throw XCTSkip(\"not here\") }\n  func testC() { if 1 == Int(\"2\") { XCTAssertTrue(false) } }",
        "func testB() { if 1 == Int(\"2\") { XCTFail() } }",
      ]
      #expect(
        try await failures(codes.map(example)) == [
          0: "4:14 'XCTAssertEqual' is never reached, so it checks nothing",
          1: "4:24 'XCTFail' is never reached, so it checks nothing",
        ])
    }

    @Test func expectationsThatAreReachedInSomeWayPass() async throws {
      let codes = [
        "struct S { init() { #expect(Bool(true)) } }\n@Test func a() { _ = S() }",
        "@Test(arguments: [1, 2]) func a(b: Int) {\n  switch b {\n  case 1: #expect(b < 2)\n  case 2: #expect(b > 1)\n  default: Issue.record(\"no\")\n  }\n}",
        "@Test func a() {\n  do {\n    try f()\n    Issue.record(\"no error\")\n  } catch { #expect(error is CancellationError) }\n}\nfunc f() throws { throw CancellationError() }",
        "@Test func a() {\n  if Int(\"x\") != nil {\n    #expect(1 == 2)  // Note: only where letters are numbers\n  }\n}",
        "@Test(.disabled(\"not here\")) func a() { #expect(1 == 2) }\n@Test func b() {}",
        "@Test func a() async {\n  await #expect(processExitsWith: .failure) { #expect(Bool(true)); fatalError() }\n}",
        "func f(a: Int) { #expect(a == 1); fatalError() }\n@Test func a() async {\n  await #expect(processExitsWith: .failure) { f(a: 1) }\n}",
        "@Test func a() async {\n  await confirmation { done in\n    await Task { #expect(Bool(true)); done() }.value\n  }\n}",
        "#if os(Windows)\n  func f() { #expect(1 == 2) }\n#endif\n@Test func a() { #expect(Bool(true)) }",
        "@Suite final class S {\n  init() {}\n  deinit { #expect(Bool(true)) }\n  @Test func a() {}\n}",
      ]
      #expect(try await failures(codes.map { "import Testing\n\($0)" }) == [:])
    }

    @Test func aTrapIsWhereTheCommentSays() async throws {
      let codes = [
        "let a = [1]\nprint(a[1])\nlet b: Int? = nil\nprint(b!)  // Fatal error",
        "func f() { fatalError() }\nfunc g() { f() }\ng()\nf()  // Fatal error",
        "func f() { fatalError() }\nf()  // Fatal error: in f",
        "let a = [1]\nprint(\n  a[1])  // Fatal error: Index out of range",
        "struct A: Error {}\nfunc f() throws { throw A() }\nvar a = 1\na += 1\ntry f()  // Fatal error",
        "struct A: Error {}\nfunc f() throws { throw A() }\ntry f()\nprint([1][1])  // Fatal error",
        "await Task { if Bool(true) { fatalError() } }.value  // Fatal error",
        "var a = UInt8(255)\na += 1\n// This is a runtime error.",
      ]
      #expect(
        try await failures(codes) == [
          0: "2:8 traps here, and not where line 5 says", 1: "1:12 traps here, and not where line 12 says",
          5: "3:1 traps here, and not where line 38 says",
        ])
    }
  }
}
