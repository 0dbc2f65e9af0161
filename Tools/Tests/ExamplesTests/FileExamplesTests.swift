import Markdown
import Testing

@testable import Examples

struct FileExamplesTests {
  private func page(_ text: String) -> FileExamples { FileExamples(Document(name: "page.md", text: text)) }

  @Test func aTextBelowTheOutputIsNone() {
    let output = "```swift\nprint(1)\n```\n\n```text\n1\n```\n\n"
    let texts = [
      "In release mode it prints:\n\n```\n2\n```\n", "With another option it prints JSON:\n\n```json\n{}\n```\n",
      "In C, the same is printed with:\n\n```c\nprintf(\"1\");\n```\n", "The page, printed:\n\n<pre>1</pre>\n",
    ]
    for text in texts { #expect(page(output + text).examples.first?.otherTexts == [], "\(text)") }
  }

  @Test(arguments: [
    ("no-run", "```log\n1\n```"), ("no-run", "It prints:\n\n```\n1\n```"),
    ("no-run", "The file, printed here in full:\n\n```json\n{}\n```"),
    ("no-run", "Build it, and it prints each of its arguments:\n\n```sh\nswift run tool\n```"),
    ("compile-fail \"cannot find\"", "The compiler prints:\n\n```\nerror: cannot find 'a'\n```"),
    ("compile-fail \"cannot find\"", "The compiler prints:\n\n```console\n$ swift build\nerror: cannot find 'a'\n```"),
  ])
  func aTextBelowCodeThatIsNotRunIsCounted(attribute: String, text: String) {
    let page = page("```swift \(attribute)\nprint(a)\n```\n\n\(text)\n")
    #expect(page.problems == [] && page.ignoredTextCount == 1, "\(page.problems)")
  }

  @Test func outputBelongsToTheFenceAboveIt() {
    let page = page(
      """
      ```text
      a drawing
      ```

      ```swift
      print(1)
      ```

      That prints:

      ```text
      1
      ```

      ```swift
      print(2)
      ```
      <!-- a comment -->
      ```text
      2
      ```

      ## A heading

      ```text
      another drawing
      ```

      ```swift
      print(3)
      ```

      ```text ignore(a file of the reader's)
      three
      ```

      Later:

      ```output
      3
      ```

      ```swift
      print(4)
      ```
      ```sh
      ls
      ```
      ```text
      of the shell
      ```
      """)
    #expect(page.examples.map { $0.expected?.lines.map(\.text) } == [["1"], ["2"], ["3"], nil])
    #expect(page.problems.map(\.summary) == [])
    #expect(page.ignoredTextCount == 1)
    #expect(self.page("```swift no-run\nprint(1)  // 2\n```\n").ignoredTextCount == 1)
  }

  @Test func outputCommentsAreReadInOrder() {
    let page = page(
      #"""
      ```swift
      print(1)  // Prints: 1
      let address = "http://example.org"  // prints nothing
      // Prints:
      // two
      //  three
      //
      // four
      print(5)  //Prints:5

      // A comment.
      let text = "// Prints: 7", more = """
        // Prints: 8
        """  // Prints: 6
      // Prints the rest.
      ```
      """#)
    let lines = page.examples.first?.expected?.lines ?? []
    #expect(lines.map(\.text) == ["1", "two", " three", "", "four", "5", "6"])
    #expect(lines.map(\.number) == [2, 5, 6, 7, 8, 9, 14])
  }

  @Test func manyCommentsAreReadInTime() {
    // A debug build takes a second; quadratic code would take minutes.
    let code = String(repeating: "print(1)  // Error\nprint(2)  // 2\n", count: 5000)
    let page = page("```swift\n\(code)```\n")
    #expect(page.examples.first?.expectedErrors.count == 5000)
    #expect(page.examples.first?.expected?.lines.count == 5000)
  }

  @Test func attributesOfThePageHoldForWhatFollows() {
    let page = page(
      """
      ```swift
      ```

      <!-- examples: timeout=2s swift5 -->

      ```swift swift6
      ```

      ```swift,no-run
      ```
      """)
    #expect(page.examples.map(\.attributes.timeout) == [nil, 2, 2])
    #expect(page.examples.map(\.attributes.languageMode) == [nil, "6", "5"])
    #expect(page.examples.map(\.attributes.outcome) == [.succeeds, .succeeds, .compiles])
  }

  @Test func hiddenLinesBelongToTheNextFenceOrTheOneBefore() {
    let page = page(
      """
      <!-- swift
      let before = 1
      -->

      Text between.

      ```swift
      print(before)
      ```

      <!-- swift after
      print("after")
      -->

      ```swift
      print("other")
      ```
      """)
    #expect(
      page.examples.map { $0.code.map(\.text) } == [
        ["let before = 1", "print(before)", "print(\"after\")"], ["print(\"other\")"],
      ])
    #expect(page.examples.first?.code.map(\.isHidden) == [true, false, true])
    #expect(page.examples.first?.code.map(\.number) == [2, 8, 12])
  }

  @Test(arguments: [
    ("<!-- swift\nlet a = 1\n-->\n", 1, "hidden Swift without an example"),
    ("<!-- swift\nlet a = 1 -->\n```swift\n```\n", 1, "this comment of hidden Swift does not end on a line of its own"),
    ("```swift\n// Prints: 1\n```\n```text\n1\n```\n", 4, "the example at line 1 already says what it prints"),
    ("text\n\n  ```swift\n  let a = 1\n", 3, "this code fence never closes"),
    ("```swift no-run\n```\n```text\n1\n```\n", 3, "the example at line 1 is not run, so it prints nothing"),
    ("```swift timeout=x\n```\n", 1, "'timeout=x' is not a time"),
    ("Text\n\n<!-- examples: timeout=x -->\n\n```swift\n```\n```swift\n```\n", 3, "'timeout=x' is not a time"),
    ("```swift no-run\nprint(1)  // Prints: 1\n```\n", 2, "the example at line 1 is not run, so it prints nothing"),
    (
      "```swift no-run\n```\n\nPrints\n\n```text\n1\n```\n", 6, "the example at line 1 is not run, so it prints nothing"
    ),
    ("```swift\n```\n```output\n1\n```\n```output\n2\n```\n", 6, "the example at line 1 has its output at line 3"),
    ("```swift\n```\n```text\n1\n```\n\nOr\n\n```text\n2\n```\n", 9, "the example at line 1 has its output at line 3"),
    ("```swift\n```\n```bash\nls\n```\n```output\n1\n```\n", 6, "this output belongs to no Swift fence"),
    ("```output\n1\n```\n", 1, "this output belongs to no Swift fence"),
    ("```swift\n```\n```text ignore()\n1\n```\n", 3, "'ignore' needs a value"),
    ("```swift\n```\n```text ignored\n1\n```\n", 3, "unknown attribute 'ignored' of text"),
    ("```swift\n```\n```text ingore(x)\n1\n```\n", 3, "unknown attribute 'ingore' of text"),
    ("```swift:no-rum\n```\n", 1, "unknown attribute 'no-rum'"),
    ("```swift requires=linux,macos, title=\"a\"\n```\n", 1, "'requires' names one system"),
    ("```swift fails:trap\n```\n", 1, "unknown attribute 'fails:trap'"),
    ("```swift timeout:5s\n```\n", 1, "unknown attribute 'timeout:5s'"),
    ("```swift:no-run:unordered\n```\n", 1, "unknown attribute 'no-run:unordered'"),
    ("```swift title=\"a\" no-run\n```\n", 1, "'no-run' follows words for other programs"),
    ("```swift title=My unordered list\n```\n", 1, "'unordered' follows words for other programs"),
    ("```swift [it fails(trap)]\n```\n", 1, "'fails' follows words for other programs"),
    ("```swift:my no-run example.swift\n```\n", 1, "'no-run' follows words for other programs"),
    ("```swift title=how to ignore(errors)\n```\n", 1, "'ignore' follows words for other programs"),
    ("```swift\n```\n```text title=to ignore(x)\n1\n```\n", 3, "'ignore' follows words for other programs"),
    ("```swfit\n```\n", 1, "'swfit' is not a language; did you mean 'swift'?"),
    ("```swift5\n```\n", 1, "'swift5' is not a language; did you mean 'swift'?"),
    ("``` {.swift}\n```\n", 1, "'{.swift}' is not a language; did you mean 'swift'?"),
    ("```swift\n```\n\n<!--swift after\na\n-->\n", 4, "this comment almost looks like hidden Swift"),
    ("```swift\n```\n\n<!-- Swift after\na\n-->\n", 4, "this comment almost looks like hidden Swift"),
    ("<!-- swfit\na\n-->\n\n```swift\n```\n", 1, "this comment almost looks like hidden Swift"),
    ("<!-- example: timeout=5s -->\n", 1, "'example:' is not an attribute of examples"),
    ("<!-- Examples: timeout=5s -->\n", 1, "'Examples:' is not an attribute of examples"),
    ("<!-- swift after\na\n-->\n", 1, "there is no Swift fence above these hidden lines"),
    ("```swift\nrun()  // prints: 2\n```\n", 2, "'prints: 2' is almost output, and is not compared"),
    ("```swift\nrun()  // **Prints:** 2\n```\n", 2, "'**Prints:** 2' is almost output, and is not compared"),
    ("```swift\nrun()  // Prints\u{FF1A} 2\n```\n", 2, "'Prints\u{FF1A} 2' is almost output, and is not compared"),
    ("```swift\nrun()  // Prints “2”\n```\n", 2, "'Prints “2”' is almost output, and is not compared"),
    ("```swift\nrun()\n// Expected output: 2\n```\n", 3, "'Expected output: 2' is almost output, and is not compared"),
    ("```swift\nprint(2)  // prints: 2\n```\n", 2, "'prints: 2' is almost output, and is not compared"),
    ("```swift\n// Prints 9\nprint(2)\n```\n", 2, "'Prints 9' is almost output, and is not compared"),
    ("```swift\nprint(2)\n// Output:\n// 2\n```\n", 3, "'Output:' is almost output, and is not compared"),
    ("```swift\nprint(2)  // Prints \"2\n```\n", 2, "this quotation does not end with its line, or with a period"),
    (
      "```swift\nprint(2)\n// Prints \"\"\"\n// 2\n```\n", 3,
      "this quotation does not end with its line, or with a period"
    ),
    ("Text\n\n<!-- hidden\n\n```swift\nprint(1)\n```\n", 3, "this comment never ends"),
    ("``swift\nprint(1)\n``\n", 1, "this is no fence"), ("'''swift\nprint(1)\n'''\n", 1, "this is no fence"),
    ("\\```swift\nprint(1)\n", 1, "this is no fence"), ("- ``swift\n  1\n  ``\n", 1, "this is no fence"),
    ("\u{A0}```swift\nprint(1)\n\u{A0}```\n", 1, "Markdown takes this fence for text"),
    ("> Text\n> \u{200B}~~~swift\n> print(1)\n", 2, "Markdown takes this fence for text"),
    ("Text\n\n    ```swift\n    print(1)\n    ```\n", 3, "this fence is indented code for Markdown"),
    ("@Tab(\n  \"A\"\n) {\n    ```swift\n    print(1)\n    ```\n}\n", 4, "Markdown takes this fence for text"),
    ("``` { .swift }\n```\n", 1, "'{' is not a language; did you mean 'swift'?"),
    ("```language-swift\n```\n", 1, "'language-swift' is not a language; did you mean 'swift'?"),
    ("```ｓｗｉｆｔ\n```\n", 1, "'ｓｗｉｆｔ' is not a language; did you mean 'swift'?"),
    ("Text <!-- swift after\na\n-->\n", 1, "this comment is part of a paragraph, where it is not read"),
    ("Text <!-- examples: no-run -->\n", 1, "this comment is part of a paragraph, where it is not read"),
    ("<!-- examples: no-run --> <!-- examples: x -->\n", 1, "the second comment of this line is not read"),
    ("<!--\nexamples: no-run\n-->\n", 1, "this comment is not read, because its first line is empty"),
    ("```swift\n```\n\n<!--\nswift after\na\n-->\n", 4, "this comment is not read, because its first line is empty"),
    ("```swift\n```\n\n<!-- swift after f(a) -->\n", 4, "this comment almost looks like hidden Swift"),
    ("```swift\n```\n\n<!-- swift below the fence\na\n-->\n", 4, "this comment almost looks like hidden Swift"),
    ("```swift-no-run\n```\n", 1, "'swift-no-run' is not a language; did you mean 'swift'?"),
    ("<!-- swift no-run\na\n-->\n\n```swift\n```\n", 1, "this comment almost looks like hidden Swift"),
    (
      "<!--- swift\na\n-->\n\n```swift\n```\n", 1,
      "this comment has one dash too many"
    ),
    (
      "<details>\n```swift\n```\n</details>\n", 2,
      "Markdown does not see this fence, because the element above it has not ended"
    ),
    (
      "<details>\n<!-- swift\na\n-->\n</details>\n", 2,
      "this comment is part of an element, where it is not read"
    ),
    (
      "```swift\n#sourceLocation(file: \"a\", line: 1)\n```\n", 2,
      "'#sourceLocation' hides where the example's errors are"
    ),
    (
      "```swift\nimport Testing\nlet a = 1; #expect(a == 1)\n```\n", 3,
      "'#expect' is outside any test, so its failure is not reported"
    ),
    (
      "```swift\nimport XCTest\nXCTAssertTrue(true)\n```\n", 3,
      "'XCTAssertTrue' is outside any test, so its failure is not reported"
    ),
    (
      "```swift\nimport Testing; func check() { Issue.record(\"x\") }\n```\n", 2,
      "'Issue' is outside any test, so its failure is not reported"
    ),
    (
      "```swift\nimport Testing\nimport XCTest\n@Test func a() { XCTAssertEqual(1, 2) }\n```\n", 4,
      "'XCTAssertEqual' has no effect in tests of Swift Testing"
    ),
    (
      "```swift\nimport Testing\nimport XCTest\nclass T: XCTestCase { func testA() { #expect(1 == 2) } }\n```\n", 4,
      "'#expect' has no effect in tests of XCTest"
    ),
    (
      "```swift\nimport Testing\nimport XCTest\nclass T: XCTestCase { func testA() {} }\n@Test func a() {}\n```\n", 4,
      "'XCTestCase' has no effect in tests of Swift Testing"
    ),
    ("```swift\nprint(1)\n/*\n1\n*/\n```\n", 3, "a comment of several lines is not compared"),
    (
      "```swift\nimport XCTest\nfinal class T: Base { func testA() {} }\n```\n", 3,
      "the tests of 'T' would not run: its superclass is not XCTestCase"
    ),
  ])
  func problems(text: String, line: Int, message: String) {
    let problems = page(text).problems
    #expect(problems.map(\.line) == [line])
    #expect(problems.map(\.message) == [message])
    #expect(problems.allSatisfy { $0.hint?.isEmpty == false })
  }

  @Test(arguments: [
    " title=\"a no-run b.swift\"", " title='a no-run b.swift'", " title=a.swift", " {1, 3-5}",
    " {linenos=table,hl_lines=[8,\"15-17\"],linenostart=199}", " title='Bob", " (main.swift)",
    " {highlight=\"3,6\"}", " { .numbers }", ", nocopy, highlight=[1, 2], wrap=20", " showLineNumbers", " no-format",
    " --indent 2", " [.highlight: 1-2]",
  ])
  func wordsForOtherProgramsAreLeftAlone(words: String) {
    let page = page("```swift unordered\(words)\nprint(1)\n```\n\n```text\(words)\n1\n```\n")
    #expect(page.problems == [])
    #expect(page.examples.map(\.attributes.isUnordered) == [true])
    #expect(page.examples.map(\.attributes.outcome) == [.succeeds])
    #expect(page.examples.first?.expected?.lines.map(\.text) == ["1"])
  }

  @Test func anExpectationOfALibraryThatIsNotImportedIsTheCompilersMatter() {
    #expect(page("```swift\nimport XCTest\n@Test func a() { #expect(1 == 1) }\n```\n").problems == [])
    #expect(page("```swift\nimport Testing\nXCTAssertTrue(true)\n```\n").problems == [])
  }

  @Test(arguments: ["{1,3}", ":line-numbers {2}", ":main.swift", " \"print\" ins={1}"])
  func wordsForOtherProgramsMayFollowSwiftAtOnce(words: String) {
    let page = page("```swift\(words)\nprint(1)\n```\n\n```text\n1\n```\n\nThe file:\n\n```text:data.txt\na\n```\n")
    #expect(page.problems == [])
    #expect(page.examples.map(\.attributes.outcome) == [.succeeds])
    #expect(page.examples.first?.expected?.lines.map(\.text) == ["1"])
  }

  @Test func aModuleMayHaveANameLikeAnExpectation() {
    #expect(page("```swift\nimport Testing\nimport XCTVapor\n@Test func a() {}\n```\n").problems == [])
  }

  @Test func wordsThatAreNearNothingAreLeftAlone() {
    let page = page(
      """
      <!-- Swift is a language -->
      <!-- swiftly
      -->

      ```swiftinterface
      ```
      ```shell
      ```
      ```swift
      // Prints the number
      // prints nothing
      // Prints 2 lines
      ```
      """)
    #expect(page.problems.map(\.summary) == [])
  }

  @Test(arguments: [
    ("func testA() {}", ["T.testA"]),
    ("func testA () {}", ["T.testA"]),
    ("}\nextension T {\n  func testA() {}", ["T.testA"]),
    ("@MainActor func testA() async throws {}\n  func testB(x: Int) {}\n  func helper() {}", ["T.testA"]),
    ("@MainActor\n  func testA() {}", ["T.testA"]),
    ("func `test adding`() {}", ["T.`test adding`"]),
    ("static let shared = 1\n  func testA() { check() }\n  func check() { XCTFail() }", ["T.testA"]),
    ("static func testA() {}\n  func testB() { func testC() {} }", ["T.testB"]),
  ])
  func testsOfXCTestCasesAreFound(body: String, found: [String]) {
    for head in ["class T: XCTestCase", "final class T:\n  XCTestCase", "class T: XCTest.XCTestCase, Sendable"] {
      let page = page("```swift\nimport Testing; import XCTest\n\(head) {\n  \(body)\n}\n```\n")
      let snippet = page.examples.first.map(TestSnippet.init)
      #expect(snippet?.library == .xcTest)
      #expect(snippet?.methods == found)
      #expect(page.problems.map(\.summary) == [])
    }
  }

  @Test func testsOfNestedClassesAndOnTheMainActorAreFound() {
    let code = "import XCTest\nenum S { @MainActor final class T: XCTestCase { func testA() throws {} } }\n"
    let snippet = page("```swift\n\(code)```\n").examples.first.map(TestSnippet.init)
    let body = "{ (item: S.T) in { nonisolated(unsafe) let item = item; try item.testA() } }"
    #expect(snippet?.cases == ["testCase([(\"testA\", asyncTest \(body))])"])
  }

  @Test func aFenceOfAGroupBuildsOnThoseBeforeItInTheGroup() {
    let page = page(
      """
      ```swift group=a
      let a = 1
      ```
      ```swift group=a ignore(only shown)
      nonsense
      ```
      ```swift
      let b = 1
      ```
      ```swift group=a
      print(a)
      ```
      """)
    #expect(page.examples.map { $0.earlier.map(\.text) } == [[], [], [], ["let a = 1"]])
    #expect(page.examples.map { $0.code.map(\.text) } == [["let a = 1"], ["nonsense"], ["let b = 1"], ["print(a)"]])
  }

  @Test func aByteOrderMarkIsNoText() {
    let page = page("\u{FEFF}```swift\nprint(1)  // Prints: 1\n```\n")
    #expect(page.examples.map(\.line) == [1])
    #expect(page.examples.first?.expected?.lines.map(\.text) == ["1"])
  }

  @Test func examplesInDocCommentsOfBothKindsAreFound() {
    let source = Source(
      name: "a.swift",
      text: #"""
        let text = """
          /// ```swift
          /// nonsense
          /// ```
          """
        /** Adds.

            ```swift
            print(1 + 1)  // Prints: 2
              // deeper
            ```
        */
        func add() {}
          /**
           * ```swift
           * print("stars")
           * ```
           */
          func stars() {}
        /* ```swift
           nothing
           ``` */
        /// ```swift
        /// print(3)
        /// ```

        /// ```swift
        /// print(4)
        /// ```
        """#)
    let page = FileExamples(docComments: source, modules: [])
    #expect(page.problems.map(\.summary) == [])
    #expect(page.examples.map(\.line) == [8, 15, 23, 27])
    #expect(
      page.examples.map { $0.code.map(\.text) } == [
        ["print(1 + 1)  // Prints: 2", "  // deeper"], ["print(\"stars\")"], ["print(3)"], ["print(4)"],
      ])
    #expect(page.examples[1].code[0].indentation.count == 5)
  }

  @Test func problemsInDocCommentsAreAtTheirPlaceInTheFile() {
    for fence in ["```swfit", "\u{A0}```swift"] {
      let table = "  /// | a | b |\n  /// | - | - |\n"
      let text = "struct A {\n  /// Adds.\n  ///\n\(table)  ///\n  /// \(fence)\n  /// \u{A0}```\n  func b() {}\n}\n"
      let problem = FileExamples(docComments: Source(name: "a.swift", text: text), modules: []).problems.first
      #expect(problem?.line == 7)
      #expect(problem?.column == 7)
      #expect(problem?.excerpt == "  /// \(fence)")
    }
  }
}
