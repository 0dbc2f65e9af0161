import Foundation
import Testing

@testable import Examples

extension EndToEnd {
  /// The effects that an example can have on others, and on the machine.
  struct SafetyTests {
    let fixture: Fixture

    init() throws {
      fixture = try Fixture("Greeter")
    }

    private func failures(_ page: String, file: String = "safety.md") async throws -> [String] {
      try fixture.write(page, to: file)
      let report = try await fixture.verify([file]) { $0.ignoresCache = true }
      return report.results.compactMap(\.failure).map { "\($0.line):\($0.column ?? 0) \($0.kind): \($0.message)" }
        + report.problems.map(\.summary)
    }

    @Test func examplesDoNotSeeEachOthersConformances() async throws {
      let declarations = [
        "typealias N = Int\nextension N: @retroactive Error {}", "extension Int?: @retroactive Error {}",
        "extension `Double`: @retroactive Error {}", "extension /* of Swift */ Bool: @retroactive Error {}",
        "extension Dictionary<String, Int>.Keys: @retroactive Error {}", "@_cdecl(\"abs\") func own() {}",
      ]
      let plain = """
        for value: Any in [1, Int?.none as Any, 2.5, true, ["a": 1].keys] { print(value is any Error, terminator: " ") }
        // Prints: false false false false false
        """
      let page = (declarations + [plain]).map { "```swift\n\($0)\n```\n" }.joined(separator: "\n")
      #expect(try await failures(page) == [])
    }

    @Test func codeThatRunsWhenItIsLoadedRunsInItsOwnExampleAlone() async throws {
      let page = """
        ```swift
        import Foundation

        @section(".init_array") @used let pointer: @convention(c) () -> Void = { puts("loaded") }
        print("run")
        // Prints:
        // loaded
        // run
        ```

        ```swift
        print("alone")  // Prints: alone
        ```
        """
      #expect(try await failures(page) == [])
    }

    @Test func testsThatMustExitAreReached() async throws {
      let page = [
        "await #expect(processExitsWith: .failure) {}",
        "await #expect(processExitsWith: .failure) { exit(1) }",
        "await #expect(processExitsWith: .success) {}",
        "await #expect(processExitsWith: .success) { fatalError() }",
        "await #expect(processExitsWith: .exitCode(3)) { exit(3) }",
      ].map { "```swift\nimport Foundation\nimport Testing\n\n@Test func ends() async {\n  \($0)\n}\n```\n" }.joined()
      try fixture.write(page, to: "exits.md")
      let report = try await fixture.verify(["exits.md"]) { $0.ignoresCache = true }
      #expect(report.results.map { $0.failure?.line } == [6, nil, nil, 30, nil])
    }

    @Test func testsThatThrowOrEndTheirProcessFail() async throws {
      let page = """
        ```swift
        import Testing

        @Test func throwing() throws { throw CancellationError() }
        ```

        ```swift
        import Foundation
        import Testing

        @Test func ending() { exit(0) }
        @Test func failing() { #expect(1 == 2) }
        ```

        ```swift
        import XCTest

        final class Ending: XCTestCase {
          func testEnding() { exit(0) }
        }
        ```
        """
      #expect(
        try await failures(page) == [
          "4:2 test: a test fails: Caught error: CancellationError()",
          "7:0 test: ends before its tests do, with exit code 0",
          "15:0 test: ends before its tests do, with exit code 0",
        ])
    }

    @Test func aMissingSymbolFailsOnlyItsOwnExample() async throws {
      let page = """
        ```swift
        @_silgen_name("docs_nowhere") func nowhere()
        nowhere()
        ```

        ```swift
        print("alone")  // Prints: alone
        ```
        """
      try fixture.write(page, to: "missing.md")
      let report = try await fixture.verify(["missing.md"]) { $0.ignoresCache = true }
      #expect(report.results.map { $0.failure?.kind } == [.link, nil])
      #expect(report.results[0].failure?.detail.contains("docs_nowhere") == true)
    }

    @Test func errorsInHiddenLinesMeetNoCompileFail() async throws {
      let page = """
        <!-- swift
        let a: Int = ""
        -->

        ```swift compile-fail "cannot convert"
        print(a)
        ```
        """
      #expect(
        try await failures(page) == [
          "2:14 compile: fails to compile as documented, but in hidden lines, which no reader sees"
        ])
    }

    @Test func aCommentBesideAPrintAnnouncesATrapOrIsPrinted() async throws {
      func page(_ code: String) -> String { "```swift\nlet (a, i) = ([\"traps\"], 1)\n\(code)  // traps\n```\n" }
      #expect(try await failures(page("print(a[i])") + page("print(1)  // 1\nprint(a[0])")) == [])
      #expect(try await failures(page("print(i)")).count == 1)
    }

    @Test func theWordsOfAnErrorAreComparedBesideCompileFail() async throws {
      func page(_ words: String) -> String {
        "```swift compile-fail \"cannot convert\"\nlet a: Int = \"\"  // error: \(words)\n```\n"
      }
      #expect(try await failures(page("cannot convert value")) == [])
      let found = try await failures(page("cannot find 'y'"))
      #expect(found.map { $0.prefix(22) } == ["2:0 unexpectedSuccess:"])
    }

    @Test func longLinesOnStandardErrorAreRead() async throws {
      func page(_ text: String, _ count: Int, _ expectation: String = "#expect(1 == 1)") -> String {
        "```swift\nimport Foundation\nimport Testing\n@Test func a() {\n"
          + "  FileHandle.standardError.write(Data((String(repeating: \(text), count: \(count)) + \"\\n\").utf8))\n"
          + "  \(expectation)\n}\n```\n"
      }
      // Quadratic code would take minutes.
      #expect(try await failures(page("\"Test \"", 19_000)) == [])
      #expect(try await failures(page("\"Test skipped a \"", 6000)) == [])
      let found = try await failures(page("\"recorded an issue at x \"", 4000, "#expect(1 == 2)"))
      #expect(found == ["6:3 test: a test fails: Expectation failed: 1 == 2"])
    }

    @Test func warningsAreErrors() async throws {
      let found = try await failures("```swift\nfunc f() { let a = 1 }\n```\n")
      #expect(found.count == 1)
      #expect(found.first?.hasPrefix("2:16 compile: compiles with a warning: ") == true)
    }

    @Test func aWarningThatACommentDocumentsIsNone() async throws {
      func page(_ words: String) -> String { "```swift\nfunc f() { let a = 1 }  // \(words)\n```\n" }
      #expect(try await failures(page("warning: initialization of immutable value 'a' was never used")) == [])
      #expect(try await failures(page("Note: warning: was never used")) == [])
      #expect(try await failures(page("warning: was never mutated")).count == 1)
      #expect(try await failures(page("warning: never")).count == 1)
      #expect(try await failures(page("warning: never used  // warning: not this")) == [])
      #expect(try await failures(page("Note: was never used")).count == 1)
    }

    @Test func eachFenceOfAGroupIsHeldToItsOwnOutput() async throws {
      let page = """
        ```swift group=a
        print(1)
        print(2)
        ```
        ```text
        1
        ```

        ```swift group=a
        print(3)  // Prints: 2
        ```
        ```swift group=a
        print(4)
        ```
        ```text
        4
        ```
        """
      try fixture.write(page, to: "group.md")
      let report = try await fixture.verify(["group.md"])
      #expect(report.results.compactMap(\.failure).map(\.line) == [7, 10])
      let update = Update(report)
      try update.write()
      let text = try String(contentsOfFile: fixture.root + "/group.md", encoding: .utf8)
      #expect(text == page.replacing("```text\n1\n", with: "```text\n1\n2\n").replacing("Prints: 2", with: "Prints: 3"))
    }

    #if os(Linux)
      @Test func whatAnExampleStartsEndsWithIt() async throws {
        // Of this run of the tests only.
        let time = "4321.\(ProcessInfo.processInfo.processIdentifier)"
        let page = """
          ```swift
          import Foundation

          let process = Process()
          process.executableURL = URL(fileURLWithPath: "/bin/sh")
          process.arguments = ["-c", "setsid sleep \(time) & sleep \(time) & echo > started"]
          try process.run()
          while !FileManager.default.fileExists(atPath: "started") { usleep(1000) }
          ```
          """
        #expect(try await failures(page) == [])
        let running = try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { name in
          let command = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") ?? Data()
          return String(decoding: command, as: UTF8.self).contains(time)
        }
        #expect(running == [])
      }

      @Test func examplesWriteNowhereElseAndReachNobody() async throws {
        let page = """
          ```swift
          import Foundation

          try Data("a".utf8).write(to: URL(fileURLWithPath: "own.txt"))
          print(FileManager.default.createFile(atPath: "\(fixture.root)/planted.txt", contents: Data()))  // Prints: false
          let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
          var address = sockaddr_in()
          address.sin_family = sa_family_t(AF_INET)
          address.sin_port = in_port_t(53).bigEndian
          address.sin_addr.s_addr = inet_addr("192.0.2.1")
          let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
              connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
          }
          print(result, errno == ENETUNREACH)  // Prints: -1 true
          ```
          """
        #expect(try await failures(page) == [])
        #expect(!FileManager.default.fileExists(atPath: fixture.root + "/planted.txt"))
      }
    #endif

    @Test func aLargeFileIsNotPrinted() async throws {
      let page = """
        ```swift
        import Foundation

        try Data(repeating: 1, count: 1_000_000).write(to: URL(fileURLWithPath: "large"))
        ```
        """
      #expect(try await failures(page) == [])
    }

    @Test func pagesAndSourcesWithoutExamplesAreProblems() async throws {
      try fixture.write("# Nothing\n", to: "nothing/README.md")
      await #expect(throws: VerifierError.self) { try await Verifier(root: fixture.root + "/nothing").verify() }
      try fixture.write("{\"examples\": {\"sources\": [\"Source\"]}}", to: "nothing/.docs.json")
      let report = try await Verifier(root: fixture.root + "/nothing").verify()
      #expect(
        report.problems.map(\.summary) == [
          ".docs.json: error: there is no 'Source' in which to look for examples; correct the path, or remove it"
        ])
      try FileManager.default.removeItem(atPath: fixture.root + "/nothing")
    }

    @Test func anEndOutsideTheExampleIsShownAtTheStatementThatLedToIt() async throws {
      let page = """
        ```swift
        import Foundation

        func stop() { abort() }
        print(1)
        stop()
        ```

        ```swift
        struct Problem: Error {}
        func check(_ number: Int) throws { if number == 2 { throw Problem() } }
        try check(1)
        try check(
          2)
        try check(3)
        ```

        - ```swift
          import Foundation

          let codes = [3]
            .map { Int32($0) }
          if codes.count == 1 { exit(codes[0]) }
          ```
        """
      #expect(
        try await failures(page) == [
          "6:1 signal: was killed by signal 6 (Aborted)",
          "13:1 trap: traps: Fatal error: Error raised at top level: main.Problem()",
          "23:3 exit: exits with 3",
        ])
    }
  }
}
