import Foundation
import Markdown
import Testing

@testable import Examples

extension EndToEnd {
  /// An example that passed is checked again when something has changed that it depends on.
  struct CacheTests {
    let fixture: Fixture

    init() throws {
      fixture = try Fixture("Greeter")
    }

    private func failures(_ page: String) async throws -> [String] {
      try fixture.write(page, to: "cache.md")
      let report = try await fixture.verify(["cache.md"])
      return report.results.map { result in
        result.failure.map { "\($0.line) \($0.kind)" } ?? (result.isRemembered ? "remembered" : "passed")
      }
    }

    private static let group = """
      ```swift group=a
      print(1)
      print(2)
      ```
      ```text
      1
      2
      ```
      ```swift group=a
      print(3)
      ```
      ```text
      3
      ```
      """

    @Test func aLineThatMovesToAnotherFenceOfItsGroupIsCheckedAgain() async throws {
      #expect(try await failures(Self.group) == ["passed", "passed"])
      #expect(try await failures(Self.group) == ["remembered", "remembered"])
      #expect(try await failures("\n" + Self.group) == ["passed", "passed"], "2 and 3 are numbers of lines")
      let moved = Self.group.replacing("print(2)\n", with: "").replacing("print(3)", with: "print(2)\nprint(3)")
      #expect(try await failures(moved) == ["6 output", "13 output"])
    }

    @Test func resultsWithOtherAttributesAreNotCurrent() async throws {
      #expect(try await failures("```swift\nprint(1)\n```\n") == ["passed"])
      let saved = try #require(SavedResults(root: fixture.root))
      #expect(saved.areCurrent(root: fixture.root))
      try fixture.write(#"{"examples": {"attributes": {"cache.md": "swift5"}}}"#, to: ".docs.json")
      #expect(!saved.areCurrent(root: fixture.root))
    }

    @Test func aTextThatIsAnnouncedAsOutputIsCheckedAgain() async throws {
      let page = "```swift\nprint(\"a\")  // Prints: a\n```\n\nA tree of files:\n\n```\nSources/\n```\n"
      #expect(try await failures(page) == ["passed"])
      #expect(try await failures(page) == ["remembered"])
      let announced = try await failures(page.replacing("A tree of files:", with: "It prints this:"))
      #expect(announced.first?.hasSuffix(" output") == true, "\(announced)")
    }

    @Test func anErrorThatMovesIntoHiddenLinesIsFound() async throws {
      let shown = "```swift compile-fail \"cannot convert\"\nlet a: Int = \"\"\nprint(a)\n```\n"
      #expect(try await failures(shown) == ["passed"])
      let hidden = "<!-- swift\nlet a: Int = \"\"\n-->\n\n```swift compile-fail \"cannot convert\"\nprint(a)\n```\n"
      #expect(try await failures(hidden) == ["2 compile"])
    }

    @Test func aMovedExampleIsCheckedAgainIfItUsesLineNumbers() async throws {
      let page = "\n\n```swift\nimport Greeter\n\nprint(Greeter().line())  // Prints: 6\n```\n"
      #expect(try await failures(page) == ["passed"])
      #expect(try await failures("\n" + page) == ["7 output"])
      let first = "```swift\nlet number = #line\n```\n\n"
      let continued = first + "```swift continues\nprint(number)  // Prints: 2\n```\n"
      #expect(try await failures(continued) == ["passed", "passed"])
      #expect(try await failures("\n" + continued) == ["passed", "7 output"])
      let hidden = "\n\n```swift\nimport Greeter\n\nprint(Greeter().line() + 1000)  // Prints: 1006\n```\n"
      #expect(try await failures(hidden) == ["passed"])
      #expect(try await failures("\n" + hidden) == ["7 output"])
      let other = "\n\n```swift\nprint(\"an outline\")  // Prints: an outline\n```\n"
      #expect(try await failures(other) == ["passed"])
      #expect(try await failures("\n" + other) == ["remembered"])
    }

    @Test func aChangedHeaderInASubfolderIsNoticed() async throws {
      let page = "\n\n\n\n```swift\nimport CNumber\n\nprint(DEEP_NUMBER)  // Prints: 1\n```\n"
      #expect(try await failures(page) == ["passed"])
      try fixture.write("#define DEEP_NUMBER 2\n", to: "Sources/CNumber/include/deep/deep.h")
      #expect(try await failures(page) == ["8 output"])
    }

    @Test func aChangedResourceIsNoticed() async throws {
      let page = "```swift\nimport Greeter\n\nprint(Greeter().greeting)  // Prints: Good morning\n```\n"
      #expect(try await failures(page) == ["passed"])
      try fixture.write("Good evening", to: "Sources/Greeter/greeting.txt")
      #expect(try await failures(page) == ["4 output"])
    }

    @Test func aChangedHeaderOfASystemLibraryIsNoticed() async throws {
      let page = "```swift\nimport Greeter\n\nprint(Greeter().limit)  // Prints: 80\n```\n"
      #expect(try await failures(page) == ["passed"])
      try fixture.write("#include \"../../Limits/all.h\"\n", to: "Sources/CLimits/shim.h")
      try fixture.write("#define GREETING_LIMIT 90\n", to: "Limits/all.h")
      #expect(try await failures(page) == ["4 output"])
      try fixture.write("#define GREETING_LIMIT 80\n", to: "Limits/all.h")
      #expect(try await failures(page) == ["passed"])
    }
  }
}
