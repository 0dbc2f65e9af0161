import Markdown
import Testing

@testable import Examples

/// Examples within DocC's directives, in doc comments, and under conditions.
struct DirectiveTests {
  @Test(.timeLimit(.minutes(1))) func aLongLineIsReadInLinearTime() {
    let line = "@A" + String(repeating: " ", count: 60_000) + "x\n"
    #expect(FileExamples(Document(name: "page.md", text: line)).examples.isEmpty)
  }

  @Test(.timeLimit(.minutes(1))) func aLongLineOfATestIsReadInLinearTime() {
    let document = Source(name: "page.md", text: "")
    let example = Example(
      document: document, line: 1, endLine: 3, code: [CodeLine(number: 2, text: "import Testing")])
    let issue = "recorded an issue" + String(repeating: " at x", count: 20_000)
    let errors = issue + "\n" + String(repeating: "Test ", count: 20_000)
    let run = Run(end: .exit(0), output: "", errors: errors, diagrams: [])
    #expect(TestSnippet.failure(run, of: example) == nil && TestSnippet.skips(run).isEmpty)
  }

  @Test func codeWithinDirectivesIsRead() {
    let text = """
      @TabNavigator {
          @Tab("Swift") {
              ```swift
              struct A {
                let b = 1
              }
              print(A().b)  // Prints: 1
              ```
          }
          @Tab("Other") {
              Text.

              ```swift
              print(2)
              ```
          }
      }

      ```swift
      @MainActor struct S {
      }
      ```
      """
    let page = FileExamples(Document(name: "page.md", text: text))
    #expect(page.problems == [])
    #expect(page.examples.map(\.line) == [3, 13, 19])
    #expect(page.examples.first?.code.map(\.text).first == "struct A {")
    #expect(page.examples.first?.code.first?.indentation.count == 8)
    #expect(page.examples.first?.code[1].text == "  let b = 1")
  }

  @Test func examplesKnowTheDeclarationTheyDocument() {
    let source = Source(
      name: "a.swift",
      text: """
        /// ```swift
        /// ```
        @MainActor public struct Counter {
          /// ```swift
          /// ```
          public init(from: Int) { let inner = 1 }

          /// ```swift
          /// ```
          @discardableResult
          public mutating func reset() -> Int { 0 }
        }
        extension Counter {
        \t/**
        \t\tText

        \t\t```swift
        \t\tlet x = 1
        \t\t```
        \t*/
          static var zero: Int { 0 }
        }
        """)
    let page = FileExamples(docComments: source, modules: [])
    #expect(page.examples.map(\.symbol) == ["Counter", "Counter.init", "Counter.reset", "Counter.zero"])
    #expect(page.examples.last?.code.map(\.text) == ["let x = 1"])
  }

  @Test func docCommentsAreIndentedLikeTheirFirstText() {
    let source = Source(
      name: "A.swift",
      text: """
        ///\tTabs.
        ///
        ///\t```swift
        ///\tprint(1)
        ///\t```
        func a() {}

        ///```swift
        /// print("
        ///```
        func b() {}

        /**
            Four.

            ```swift
            print(2)
            ```
         */
        func c() {}
        """)
    let code = FileExamples(docComments: source, modules: []).examples.map { $0.code.map(\.text) }
    #expect(code == [["print(1)"], [" print(\""], ["print(2)"]])
  }

  @Test func codeThatLooksLikeSwiftIsCounted() {
    let text =
      "```\nimport A\n```\n\n    let b = 1\n\n```\nmake\n```\n\n<pre lang=\"swift\">\nlet c\n</pre>\n"
      + "\n<pre><code class=\"language-swift\">\nlet d\n</code></pre>\n"
      + "\n@Snippet(path: \"Lib/Snippets/Greet\")\n\n@Code(name: \"A\", file: a.swift)\n\n```\n@Snippet(path: \"a\")\n```\n"
    #expect(FileExamples(Document(name: "page.md", text: text)).unnamedCount == 6)
  }

  @Test func stringsOfSeveralLinesKeepTheirMarginInQuotes() {
    let text = "> ```swift\n> let s = \"\"\"\n>   a\n>\n>\"\"\"\n> ```\n"
    let code = FileExamples(Document(name: "page.md", text: text)).examples.first?.code
    #expect(code?.map { $0.indentation + $0.text } == ["  let s = \"\"\"", "    a", "", "  \"\"\""])
  }
}
