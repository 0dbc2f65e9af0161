import Foundation
import Testing

@testable import Examples

extension EndToEnd {
  /// Text beside code that prints is compared, or an error.
  struct ComparedTextTests {
    let fixture: Fixture

    init() throws {
      fixture = try Fixture("Greeter")
    }

    private func failures(_ text: String) async throws -> [String] { try await failures(of: [text])[0] }

    /// The failures of each page, which are checked together.
    private func failures(of pages: [String]) async throws -> [[String]] {
      try await fixture.verify(pages: pages).map { report in
        report.problems.map { "\($0.line ?? 0): \($0.message)" }
          + report.results.compactMap { result in result.failure.map { "\($0.line): \($0.message)" } }
      }
    }

    @Test func textInAnyPlaceBesideCodeThatPrintsIsCompared() async throws {
      let found = try await failures(
        """
        - Run this:

          ```swift
          print(1)
          ```

        - It prints:

          ```text
          2
          ```

        > ```swift
        > print(3)
        > ```

        ---

        ```text
        4
        ```
        """)
      #expect(
        found == [
          "10: prints something other than documented (example at line 3)",
          "20: prints something other than documented (example at line 13)",
        ])
    }

    @Test func theModuleOfAScriptIsMain() async throws {
      let found = try await failures(of: [
        "```swift\nprint(#function)  // Prints: main\n```\n",
        "```swift\nstruct Int {}\nlet one: Int = 1 as Swift.Int\n_ = one\n```\n",
        "```swift\nlet lock = Mutex(1)\nlock.withLock { print($0) }  // Prints: 1\n```\n",
      ])
      #expect(found[0] == [])
      #expect(found[1].first?.hasSuffix("'Swift.Int' to specified type 'main.Int'") == true, "\(found[1])")
      #expect(found[2].first?.contains("write 'import Synchronization'") == true, "\(found[2])")
    }

    @Test func theLibraryOfATestIsNamed() async throws {
      let found = try await failures(of: [
        "```swift\nfunc testA() { XCTAssertEqual(1, 1) }\n```\n",
        "```swift\nclass A: XCTestCase { func testA() { XCTAssertEqual(1, 1) } }\n```\n",
        "```swift\nimport XCTest\n@Test func a() { #expect(1 == 1) }\n```\n", "```swift\nprint(Date())\n```\n",
      ])
      let names = found.map { $0.first?.firstMatch(of: /write 'import (\w+)', in hidden/)?.1 }
      #expect(names == ["XCTest", "XCTest", "Testing", "Foundation"])
    }

    @Test func theRemedyIsThatOfALaterErrorOrOfAFragment() async throws {
      let found = try await failures(of: [
        "```swift\n@main struct A: ParsableCommand {}\n```\n",
        "```swift\n@main struct A: Codable { let b: URL }\n```\n",
        "```swift\n@propertyWrapper struct A { var wrappedValue = 1 }\n@A var b\n```\n",
      ])
      #expect(found.map(\.count) == [1, 1, 1])
      #expect(found[0][0].hasSuffix("async throws -> Void"), "\(found[0])")
      #expect(found[1][0].contains("; write 'import Foundation', in hidden lines"), "\(found[1])")
      #expect(found[2][0].hasSuffix("; put it into a type, in hidden lines if readers need not see it"), "\(found[2])")
    }

    /// Which of the parts of a page, which are checked together, have failures.
    private func failing(_ parts: [String]) async throws -> [String] {
      let heading = "\n\n## Next\n\n"
      let lines = Set(try await failures(parts.joined(separator: heading)).compactMap { Int($0.prefix { $0 != ":" }) })
      var start = 1
      return parts.filter { part in
        let end = start + part.count(where: \.isNewline)
        defer { start = end + 4 }
        return lines.contains { (start...end).contains($0) }
      }
    }

    @Test func textBehindOtherCodeIsComparedIfItIsIntroduced() async throws {
      func part(_ rest: String, _ code: String = "print(1)") -> String { "```swift\n\(code)\n```\n\n\(rest)" }
      let (run, text) = ("Run it:\n\n```sh\nswift run\n```\n\n", "```text\n2\n```")
      let wrong = [
        part("```json ignore(the request)\n{}\n```\n\n" + text), part(run + "It prints:\n\n" + text),
        part("```bash ignore(how to run it)\nrun\n```\n\nThe output:\n\n" + text),
        part("```mermaid ignore(a drawing)\na\n```\n\n### Output\n\n" + text),
        part("The console shows:\n\n```console\n2\n```"), part("You will see:\n\n```sh\n2\n```"),
        part(run + "It prints:\n\n```console\n2\n```"), part(run + "The output:\n\n```json\n2\n```"),
        part(run + "The output of the command:\n\n```shell\n2\n```"),
        part("Run it:\n\n```console\n$ swift run\n2\n```"), part("Terminal:\n\n```sh\n2\n```"),
        part("In the terminal, run:\n\n```sh\n$ swift run\nHello, Bob!\n```", "print(\"Hello, Ann!\")"),
        part("In the terminal:\n\n```sh\n$ swift run\ntotal 6\n```", "print(\"total 5\")  // Prints: total 5"),
        part(run + "You should see something like:\n\n" + text), part(run + "**You'll see this:**\n\n" + text),
        part(run + "It prints:\n\n" + text, "print(1)  // 1"), part(run + "The output of the command:\n\n" + text),
        part(run + "It prints this when run:\n\n" + text), part(run + "It prints its type:\n\n" + text),
        part(run + "It prints:\n\n```output\n2\n```"),
        part(run + "It prints:\n\n```output\n2\n```", "func f() {}\nf()"),
        part(run + "It prints:\n\n```output\n2\n```", "print(1)  // 1"),
      ]
      let right = [
        part(run + text), part(run + "It prints:\n\n```text\n1\n```"), part(run + "It prints:\n\n```output\n1\n```"),
        part(run + "It prints:\n\n```output\n1\n```", "print(1)  // 1"),
        part(run + "It writes a file:\n\n" + text),
        part(run + "It prints:\n\n" + text, "func f() {}\nf()"),
        part(run + "The result:\n\n```text\nok\n```", "print(1)  // 1"),
        part(run + "The server:\n\n```console\n2\n```", "print(1)  // 1"),
        part(run + "It prints:\n\n" + text).replacing("```swift", with: "```swift no-run"),
        part("Run it:\n\n```console\n# Once:\n$ swift run\n```"), part("Run it:\n\n```console\nswift run\n```"),
        part("Run it:\n\n```console\n$ docker run \\\n-p 80:80 a\n```"),
        part("Run it:\n\n```sh\n$ cat > a <<END\nb\nEND\n```"),
        part("Terminal:\n\n```sh\n$ swift run\n1\n```"), part("In Python:\n\n```python\nprint(2)\n```"),
        part("In Python:\n\n```python\nx = 1\n```", "let x = 5\nprint(\"x = \\(x)\")  // Prints: x = 5"),
        part("Then run:\n\n```sh\nswift-test\n```", "print(\"swift-build\")"),
        part("To see the output, run:\n\n```sh\nswift run\n```"), part("To print it, type:\n\n```sh\nswift run\n```"),
      ]
      #expect(try await failing(wrong + right) == wrong)
    }

    @Test func aTextIsAFileOnlyIfNothingIsPrinted() async throws {
      func part(_ group: String, _ body: String) -> String {
        "```swift group=\(group)\nclass C { var n = 0 { didSet { \(body) } } }\nlet c = C()\n```\n\n"
          + "```swift group=\(group)\nc.n = 5\n```\n\n```text\nnow 5\n```"
      }
      let (right, wrong) = (part("a", "print(\"now\", n)"), part("b", "print(\"then\", n)"))
      #expect(try await failing([right, wrong, part("c", "n += 0")]) == [wrong])
      let report = try await fixture.verify(["page0.md"]).text()
      #expect(report.contains("1 with the output compared, 1 text ignored as no output"))
    }

    @Test func aCommentBesideCodeThatPrintsElsewhereIsCompared() async throws {
      func part(_ code: String) -> String { "```swift\n\(code)\n```" }
      let loop = "for n in [1] {\n  print(n)\n}"
      let caught = "do { throw CancellationError() } catch {\n  print(\"Error:\", \"a\")\n}"
      let greet = "func greet(_ name: String) { print(\"Hello, \\(name)!\") }\n"
      let wrong = [
        loop + "  // 2", "[1].forEach {\n  print($0)\n}  // 2", caught + "  // Error: b",
        "[\"a\"].forEach({\n  print($0)\n})  // b", "({\n  print(\"a\")\n})()  // b",
        "do {\n  for x in [\"a\"] {\n    print(x)\n  }  // b\n}", loop + "  // 1, 2", loop + "  // one",
        greet + "greet(\"Ann\")  // Hello, Bob!", "print(1)\n// 2\n// Prints \"1\"", "print(1)\n// Prints \"1\"\n// 2",
        "print(1)\n// prints: 2\n// Prints \"1\"",
        "let n = 1\n\n// swift-tools-version: 6.0\nprint(n)  // 2",
        "func show(_ n: Int) { print(n) }\nshow(3)\n// 4\nshow(5)\n// 5",
        "func mark(_ b: Bool) -> String { b ? \"✅\" : \"❌\" }\nprint(mark(true))  // ❌",
      ].map(part)
      let right = [
        loop + "  // 1", caught + "  // Error: a", greet + "greet(\"Ann\")  // Hello, Ann!",
        greet + "greet(\"Ann\")  // Greets Ann, who is new!", "func f() {\n  print(1)\n}  // 2",
        "let f = {\n  print(1)\n}  // 2\n_ = f", "print(1)\n// The first:\n// Prints \"1\"", loop + "  // Note: all",
        "func f() { print(1) }\nf()  // Calls it", loop + "  // for", loop + "  // for n", loop + "  // end of loop",
        loop + "  // runs once", "Task {\n  print(\"later\")\n}  // unawaited",
        "var f = {}\nf = {\n  print(1)\n}  // unused\n_ = f",
      ].map(part)
      #expect(try await failing(wrong + right) == wrong)
    }

    @Test func headingsAndRemarksLikeOutputAreNone() async throws {
      func part(_ code: String) -> String { "```swift\n\(code)\n```" }
      let greet = "func greet(_ name: String) -> String { \"Hello, \\(name)!\" }\n"
      let right = [
        "// Step 1: connect\nprint(\"Step 1: connected\")", "// GET /users\nprint(\"GET /posts\")",
        "struct Person {\n  let name: String  // name: optional\n}\nprint(\"name: \\(Person(name: \"Ann\").name)\")",
        greet + "let bob = greet(\"Bob\")  // Hello, Bob!\nprint(greet(\"Ann\"), bob.count)\n// Hello, Ann! 11",
      ].map(part)
      #expect(try await failing(right) == [])
      let found = try await failures(
        part(greet + "_ = greet(\"Bob\")  // Hello, Bob!\nprint(greet(\"Ann\"))  // Hello, Anne!"))
      #expect(found == ["4: prints something other than documented (example at line 1)"])
    }

    @Test func aFailureInHiddenLinesIsNoneOfTheCode() async throws {
      func page(_ body: String, _ hidden: String) -> String {
        "```swift fails(trap \"gone\")\n\(body)\n```\n\n<!-- swift after\n\(hidden)\n-->\n"
      }
      let found = try await failures(page("print(1)", "fatalError(\"gone\")"))
      #expect(found == ["6: traps as documented, but in hidden lines, which no reader sees"])
      #expect(try await failures(page("print(load())", "func load() -> Int { fatalError(\"gone\") }")) == [])
      let closure = "<!-- swift\nlet load: () -> Int = { fatalError(\"gone\") }\n-->\n\n"
      #expect(try await failures(closure + page("print(load())", "_ = 1")) == [])
      let library = page("print([1].prefix(5))", "_ = [1][9]").replacing("gone", with: "out of range")
      let function = page("_ = 1", "func load() { fatalError(\"gone\") }\nload()")
      #expect(try await failures(of: [library, function]) == [found, found])
      let boom = "<!-- swift\nimport Foundation\nfunc boom() { fatalError(\"gone\") }\n-->\n\n"
      let started = page("Thread.detachNewThread(boom)", "DispatchSemaphore(value: 0).wait()")
      #expect(try await failures(boom + started) == [])
      let type = "class B { deinit { fatalError(\"gone\") } }"
      let made = "<!-- swift\n\(type)\nfunc f() {\n-->\n\n" + page("let b = B()\n_ = b", "}\nf()")
      let other = "<!-- swift\nfunc f() {\n-->\n\n" + page("_ = 1", "fatalError(\"gone\")\n}\nf()")
      #expect(try await failures(made) == [])
      #expect(try await failures(other).count == 1)
    }

    @Test func aHeadingOfAnOutputBelongsToItsCode() async throws {
      let found = try await failures("```swift\nprint(1)\n```\n\n### Output\n\n```text\n2\n```\n")
      #expect(found == ["8: prints something other than documented (example at line 1)"])
    }

    @Test func anErrorAtTheEndIsOnTheClosingFence() async throws {
      let found = try await failures("```swift\nprint(\"a\"\n```\n")
      #expect(found.count == 1)
      #expect(found.first?.hasPrefix("3: does not compile: expected ')'") == true, "\(found)")
    }

    @Test func aFenceInACommentIsNoHiddenSwift() async throws {
      #expect(try await failures("<!--\n  ```swifttest\n  -> f()\n  ```\n-->\n\n```swift\nprint(1)\n```\n") == [])
    }

    @Test func listsMayBeIndentedByTabs() async throws {
      let code = "let s = \"\"\"\n  a\n    b\n  \"\"\"\nprint(s)"
      let item = "\n\n```swift\n\(code)\n```\n\n```text\na\n  b\n```".replacing("\n", with: "\n\t")
      #expect(try await failures(of: ["*", "-", "1."].map { $0 + " Item" + item }) == [[], [], []])
    }

    private static let besidePrints: [(code: String, message: String?)] = [
      ("print(0)\n\n// 1", "4: '1' looks like output, and is not what is printed"),
      ("print(\"a: 0\")\n// a: 1\nprint(2)", "3: 'a: 1' looks like output, and is not what is printed"),
      ("func show() { print(0) }\nshow()  // 1", "3: '1' looks like output, and is not what is printed"),
      ("print(1)\n// 2\nprint(2)\n// 4", "3: prints something other than documented"),
      ("print(1)\n// swiftlint:disable:this no_print", nil), ("// 1\nlet a = 3\n// 2\nprint(a)", nil),
      ("print(1)\n// MARK: - 2", nil),
      ("print(1)\n// 1\nprint(2)\n// 2", nil), ("print(1)  // 1\n// Then the next:\nprint(2)  // 2", nil),
      ("func show() { print(0) }\nshow()  // 0", nil), ("print(\"a\")\n\n// not printed", nil),
      ("func show(_ e: String) { print(\"Error: \\(e)\") }\nshow(\"a\")  // Error: a", nil),
      (
        "func show(_ e: String) { print(e) }\nlet n: Int = 5  // Error\nshow(\"Error\")",
        "3: does not report the documented"
      ),
    ]

    @Test func aCommentThatLooksLikeOutputIsCompared() async throws {
      let all = try await failures(of: Self.besidePrints.map { "```swift\n\($0.code)\n```\n" })
      for ((code, message), found) in zip(Self.besidePrints, all) {
        #expect(found.count == (message == nil ? 0 : 1), "\(code)")
        if let message { #expect(found.first?.hasPrefix(message) == true, "\(code)") }
      }
    }

    private static let noOutputs: [(code: String, hint: String)] = [
      ("print(8)  // => 8", "write '// Prints: 8' in line 2, without anything else"),
      ("print(\"a\")  // \"a\"", "write '// Prints: a' in line 2, without anything else"),
      ("func f() {\n  print(8)  // 8\n}", "nothing is printed; call the code that prints"),
      (
        "import Foundation\nDispatchQueue.main.async {\n  print(8)  // 8\n}",
        "nothing is printed; call the code that prints"
      ),
      (
        "import Foundation\nif CommandLine.arguments.count < 9 { exit(0) }\nprint(8)  // 8",
        "nothing is printed; call the code that prints"
      ),
      ("print(1)\nprint(8)  // 8", "the comments must show every printed line; '// ...' matches any number of lines"),
      ("print(\"a\")\nprint(\"b\")  // Prints: b", "'// Prints: ...' matches any number of lines"),
      ("print(\"a\")  // Prints: \"a\"", "write '// Prints:' without the quotes in line 2, or without the colon"),
      ("print([8][2])", "if it must trap, write fails(trap \"part of the message\") after 'swift'"),
      ("print(1)  // 2\nprint(2)  // 3", "if line 2 is none, start it with 'Note:'"),
      ("print(1)  // 10 items", "if line 2 is none, start it with 'Note:'"),
      ("print(\"a has 2 items\")\n// Prints \"a has 2 items.\"", "write the period in line 3 after the quote"),
      (
        "for n in 1...2 { print(n) }  // 1, 2",
        "write each printed line in a comment of its own below the code, or all in a text fence"
      ),
      ("print(8)  // a number", "if line 2 is none, start it with 'Note:'"),
    ]

    @Test func aCommentThatIsNoOutputIsExplained() async throws {
      let reports = try await fixture.verify(pages: Self.noOutputs.map { "```swift\n\($0.code)\n```\n" })
      for ((code, hint), report) in zip(Self.noOutputs, reports) {
        let details = report.results.compactMap(\.failure?.detail)
        #expect(details.count == 1, "\(code)")
        #expect(details.first?.hasSuffix(hint) == true, "\(code)")
      }
    }

    private static let notCompared = [
      "```json\n2\n```", "```yaml\n2\n```", "```sh\n2\n```", "```\n2\n```", "```none\n2\n```", "    2",
      "<pre>\n2\n</pre>",
      "It prints:\n\n```console\n2\n```", "### Result\n\n```json\n2\n```", "### More\n\n```text\n2\n```",
      "Result in *Terminal*:\n\n```shell\n2\n```",
      "### Output\n\n```console\n2\n```", "```te\u{200B}xt\n2\n```",
      "Then:\n\n```json\n2\n```",
    ]

    @Test func textThatIsNotComparedIsAnError() async throws {
      let pages = Self.notCompared.map { "```swift\nprint(1)\n```\n\n\($0)\n" }
      for (page, found) in zip(pages, try await failures(of: pages)) {
        let line =
          page.split(separator: "\n", omittingEmptySubsequences: false).firstIndex {
            $0.hasPrefix("```") && $0.count != 3 && !$0.hasPrefix("```swift") || $0.hasPrefix("    ")
              || $0.hasPrefix("<")
          } ?? 4
        #expect(found.count == 1, "\(page)")
        let message = "\(line + 1): this text follows code that prints, and is not compared"
        #expect(found.first?.hasPrefix(message) == true, "\(page)")
      }
    }

    private static let besideCompared: [(code: String, text: String, fails: Bool)] = [
      ("print(1)  // 1", "```json\n2\n```", true), ("print(1)  // 1", "This prints:\n\n```\nother\n```", true),
      ("print(1)  // 1", "This prints:\n\n```\n1\n```", false), ("print(1)  // 1", "```json\n{}\n```", false),
      ("func f() {}\nf()", "This prints:\n\n```json\n1\n```", true),
      ("func f() {}", "This prints:\n\n```text\n1\n```", true), ("func f() { print(1) }", "```text\n1\n```", true),
      ("print(1)  // 1", "In this folder:\n\n```text\nSources/\n```", false),
      ("print(1)  // 1", "```text\n2\n```", true),
      ("print(1)\nprint(2)  // 2", "```text\nSources/\n```", true),
      ("func f() {}", "```text\n1\n```", false), ("func f() {}", "Printed:\n\n```text\n1\n```", true),
      ("func f() {}", "The printer lists this folder:\n\n```text\n1\n```", false),
    ]

    @Test func textBesideComparedCommentsIsNotIgnored() async throws {
      let pages = Self.besideCompared.map { "```swift\n\($0.code)\n```\n\n\($0.text)\n" }
      #expect(try await failures(of: pages).map(\.count) == Self.besideCompared.map { $0.fails ? 1 : 0 })
    }

    private static let besideFences: [(code: String, output: String, fails: Bool)] = [
      ("print([1].isEmpty)  // true", "false", true), ("print([1].isEmpty)  /* true */", "false", true),
      ("Swift.print([1].isEmpty)\n// true", "false", true), ("print(\n  1\n)  // 2", "1", true),
      ("print([1, 2])  // [1, 2, 3]", "[1, 2]", true), ("print([\"a\"])  // [\"b\", \"c\"]", "[\"a\"]", true),
      ("print([1, 2].map { $0 + 1 })  // [1, 2]", "[2, 3]", true),
      ("print(\"Hello, A!\")  // Hello, B!", "Hello, A!", true),
      ("print(1)  // 2\nprint(2)  // 1", "1\n2", true), ("print(true)  // false\nprint(false)", "true\nfalse", false),
      ("print(true)  // false\nprint(false)  // true", "true\nfalse", true),
      // These are no output, or perhaps none.
      ("print(1)  // the total", "1", false), ("print(1)  // The total.", "1", false), ("print(1)  // one", "1", false),
      ("print(3)\n// That is all,\n// and no more.", "3", false), ("print(3)  // the total: apples", "3", false),
      ("print(\"on\")  // off", "on", false), ("print(\"a\", 1)  // b 1", "a 1", false),
      ("print(8)  // => 8", "8", false), ("print(3)  // ← here", "3", false), ("print(3)  // 1 + 2", "3", false),
      ("let a: Int? = nil\nprint(a ?? 3)  // `a` is nil", "3", false), ("print(\"a\")  // \"a\"", "a", false),
      ("print([1, 2])  // [Int]", "[1, 2]", false), ("print([1, 2])  // [1, ...]", "[1, 2]", false),
      ("print([1, 2])  // [1, …]", "[1, 2]", false), ("print(1)  // Note: a, b", "1", false),
      // They stand for several lines, for parts of lines, or for other lines.
      ("print(1)  // 1", "1", false), ("print(1)  // 1\nprint(2)", "1\n2", false),
      ("print(1)  // 1\nprint(2)\n// ...", "1\n2", false), ("print(1); print(2)  // 1 2", "1\n2", false),
      ("print(\"at\", ObjectIdentifier(Int.self))  // at [..]", "at [..]", false),
      ("print(\"a\\nb\")  // a and b", "a\nb", false),
      ("print(\"\"\"\n  a\n  b\n  \"\"\")  // a, then b", "a\nb", false),
      ("for n in [1, 2] { print(n) }  // 1, 2", "1\n2", false),
      ("defer { print(1) }  // 1 at the end\nprint(2)", "2\n1", false),
      ("print(1, terminator: \", \")  // 1\nprint(2)  // 2", "1, 2", false),
      // They may not run, or in another order.
      ("if [1].isEmpty { print(\"no\") }  // no\nprint(2)  // 2", "2", false),
      ("if [1].isEmpty {\n  print([1])  // [1]\n} else {\n  print([2, 3])  // [2, 3]\n}", "[2, 3]", false),
      ("func f() {\n  print(1)  // 1\n}\nprint(2)  // 2\nf()", "2\n1", false),
      ("func print(_ s: Int) { Swift.print(\"<\\(s)>\") }\nprint(1)  // 1", "<1>", false),
    ]

    @Test func commentsBesidePrintsAreComparedAlsoAboveAFence() async throws {
      let pages = Self.besideFences.map { "```swift\n\($0.code)\n```\n\n```text\n\($0.output)\n```\n" }
      for (page, found) in zip(Self.besideFences, try await failures(of: pages)) {
        #expect(found.count == (page.fails ? 1 : 0), "\(page.code): \(found)")
        #expect(found.allSatisfy { $0.contains("correct it, or write '// Note: ' before it") })
      }
    }

    @Test func theMessageOfATrapIsCompared() async throws {
      func page(_ fence: String, _ message: String) -> String {
        "```swift fails(trap)\nprint(1)\nlet i = 5\nprint([1][i])\n```\n\n```\(fence)\n\(message)\n```\n"
      }
      let found = try await failures(of: [
        page("text", "1\nFatal error: Index out of range"), page("text", "1\nFatal error: Division by zero"),
        page("", "Fatal error: Division by zero"), page("text", "1"),
      ])
      #expect(found.map(\.count) == [0, 1, 1, 0])
    }

    @Test func textThatIsNoOutputIsNotCompared() async throws {
      let found = try await failures(
        """
        ```swift
        let folder = "Sources"
        _ = folder
        ```

        ```text
        Sources/
        ```

        ```swift
        print(1)  // Prints: 1
        ```
        ```json
        {}
        ```

        ```swift
        print(1)
        ```
        ```json ignore(a setting)
        {}
        ```

        ```swift
        print(1)
        ```

        Then build:

        ```sh
        swift build
        ```

        ```swift
        for n in 1...2 { print("\\u{1E}\\(n)") }
        ```
        """)
      #expect(found == [])
    }

    @Test func whatFollowsARecordSeparatorIsCompared() async throws {
      let found = try await failures(
        "```swift\nprint(\"a\")\nfor n in 1...2 { print(\"\\u{1E}\\(n)\") }\n```\n\n```text\na\n```\n")
      #expect(found == ["8: prints something other than documented (example at line 1)"])
    }

    @Test func aMissingImportIsNamed() async throws {
      let found = try await failures(
        """
        ```swift
        print(Greeter().greet("a"))
        ```

        ```swift
        print(Date().timeIntervalSince1970 > 0)
        ```

        ```swift
        print(Greeter().greet("a"), Date(), Nothing())
        ```

        ```swift
        print(index + 1)
        ```

        ```swift
        print(Nothing(), Date())
        ```

        ```swift
        import Foundation
        _ = URLSession.shared
        ```

        ```swift
        let greeter = Greeter()
        print(greeter.hello, Nothing())
        ```

        ```swift
        print("a".replacingOccurrences(of: "a", with: "b"))
        ```

        ```swift
        extension Greeter {
          init(url: URL)
        }
        ```
        """)
      #expect(
        found == [
          "2: does not compile: cannot find 'Greeter' in scope; write 'import Greeter', in hidden lines if readers need not see it",
          "6: does not compile: cannot find 'Date' in scope; write 'import Foundation', in hidden lines if readers need not see it",
          "10: does not compile: cannot find 'Greeter' in scope; write 'import Foundation' and 'import Greeter', in hidden lines if readers need not see it",
          "14: does not compile: cannot find 'index' in scope",
          "18: does not compile: cannot find 'Nothing' in scope",
          "23: does not compile: type 'URLSession' (aka 'AnyObject') has no member 'shared'; write 'import FoundationNetworking', in hidden lines if readers need not see it",
          "27: does not compile: cannot find 'Greeter' in scope; write 'import Greeter', in hidden lines if readers need not see it",
          "32: does not compile: value of type 'String' has no member 'replacingOccurrences'; write 'import Foundation', in hidden lines if readers need not see it",
          "36: does not compile: cannot find type 'Greeter' in scope; write 'import Greeter', in hidden lines if readers need not see it",
        ])
    }

    @Test func errorsThatAnImportDoesNotCauseAreShownBesideIt() async throws {
      try fixture.write("```swift\nprint(Greeter().greet(\"a\"), Nothing())\n```\n", to: "page.md")
      let failure = try #require(try await fixture.verify(["page.md"]).results.first?.failure)
      #expect(failure.message.contains("write 'import Greeter'"))
      #expect(failure.detail.contains("cannot find 'Nothing'"))
    }

    @Test func ofManyErrorsThreeAreShown() async throws {
      let page = "```swift\n" + (1...9).map { "missing\($0)()\n" }.joined() + "```\n"
      try fixture.write(page, to: "page.md")
      let detail = try await fixture.verify(["page.md"]).results.first?.failure?.detail ?? ""
      #expect(detail.contains("missing3") && !detail.contains("cannot find 'missing4'"))
      #expect(detail.hasSuffix("[and 6 more]"))
    }

    @Test func theDefaultSearchFindsTheUsualDocuments() async throws {
      let names = ["Readme.md", "Documentation/a.md", "Sources/Greeter/Greeter.docc/b.md", "Contributing.md"]
      for name in names + ["Other.md"] { try fixture.write("```swift\nprint(1)  // Prints: 1\n```\n", to: name) }
      let report = try await Verifier(root: fixture.root, configuration: Configuration()).verify()
      let files = Set(report.results.map(\.example.file))
      #expect(files.isSuperset(of: names))
      #expect(!files.contains("Other.md"))
      #expect(report.unreadFiles.contains("Other.md"))
    }

    @Test func theDefaultSearchReadsTheFoldersOfTargets() async throws {
      let manifest = """
        // swift-tools-version: 6.0
        import PackageDescription

        let package = Package(
          name: "Odd", products: [.library(name: "Odd", targets: ["Odd"])],
          targets: [.target(name: "Odd", path: "Code"), .testTarget(name: "OddTests", dependencies: ["Odd"])])

        """
      let comment = "/// ```swift\n/// print(1)  // Prints: 1\n/// ```\npublic func odd() {}\n"
      try fixture.write(manifest, to: "odd/Package.swift")
      let fence = "```swift\nprint(1)  // Prints: 1\n```\n"
      try fixture.write(comment, to: "odd/Code/Odd.swift")
      try fixture.write(fence, to: "odd/Code/Odd.docc/Odd.md")
      let texts = [
        "A.md": fence.replacing("```swift", with: "``` swift"), "B.md": fence.replacing("```swift", with: "```Swift"),
        "C.md": fence.replacing("```swift", with: "```{.swift}"), "D.mdx": fence, "E.tutorial": fence,
        ".github/F.md": fence, "Tests/OddTests/G.swift": comment, "Plugins/H/H.swift": comment,
        "no/I.md": "swift\n", "no/J.swift": "let text = \"```swift\"\n",
      ]
      for (name, text) in texts { try fixture.write(text, to: "odd/" + name) }
      let report = try await Verifier(root: fixture.root + "/odd").verify()
      #expect(report.results.map(\.example.file) == ["Code/Odd.docc/Odd.md", "Code/Odd.swift"])
      #expect(report.failedCount == 0)
      #expect(report.unreadFiles.sorted() == texts.keys.filter { !$0.hasPrefix("no/") }.sorted())
    }
  }
}
