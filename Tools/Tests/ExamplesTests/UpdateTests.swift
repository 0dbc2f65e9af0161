import Foundation
import Testing

@testable import Examples

extension EndToEnd {
  struct UpdateTests {
    let fixture: Fixture

    init() throws {
      fixture = try Fixture("Greeter")
    }

    private func updated(_ text: String, file: String = "page.md") async throws -> (text: String, update: Update) {
      try fixture.write(text, to: file)
      let report = try await fixture.verify([file], sources: [file])
      let update = Update(report)
      try update.write()
      return (try String(contentsOfFile: fixture.root + "/" + file, encoding: .utf8), update)
    }

    @Test func newOutputReplacesOldInEveryForm() async throws {
      let page = """
        Text before.

        ```swift
        for number in 1...3 { print(number) }
        ```
        ```text
        1
        OLD
        OLD
        OLD
        ```

        - ```swift
          print("list\\n\\nend")
          ```

          ```text
          OLD
          ```

        > ```swift
        > print("quote\\n\\nend")
        > ```
        > ```text
        > ```

        ```swift
        print(1)  // Prints: OLD
        print(2)
        // Prints:
        // OLD
        ```

        ```swift
        for number in 1...3 { print(number) }
        // Prints:
        // OLD
        ```

        ```swift
        print("took 5 ms", "at 0x12")
        for number in 1...4 { print(number) }
        print("new")
        ```

        ```text
        took [..] ms at [..]
        ...
        4
        old
        ```

        ```swift group=a
        print("first")
        ```
        ```text
        OLD
        ```

        ```swift group=a
        print("second")
        ```
        ```text
        second
        ```
        """
      let (text, update) = try await updated(page)
      #expect(
        text
          == page.replacing("1\nOLD\nOLD\nOLD\n", with: "1\n2\n3\n")
          .replacing("  ```text\n  OLD\n", with: "  ```text\n  list\n\n  end\n")
          .replacing("> ```text\n", with: "> ```text\n> quote\n>\n> end\n")
          .replacing("print(1)  // Prints: OLD", with: "print(1)  // Prints: 1")
          .replacing("print(2)\n// Prints:\n// OLD", with: "print(2)\n// Prints:\n// 2")
          .replacing("// Prints:\n// OLD", with: "// Prints:\n// 1\n// 2\n// 3")
          .replacing("old", with: "new").replacing("```text\nOLD", with: "```text\nfirst"))
      #expect(update.examples.count == 7)
      #expect(update.problems.isEmpty)
      #expect(try await fixture.verify(["page.md"]).failedCount == 0)
    }

    @Test(arguments: ["0\n...\n10", "1\n...\n11"])
    func aLineBesideAGapIsNotTakenAway(output: String) async throws {
      let page = "```swift\nfor number in 1...10 { print(number) }\n```\n\n```text\n\(output)\n```\n"
      let (text, update) = try await updated(page)
      #expect(text == page)
      #expect(update.problems.map(\.message) == ["a line beside '...' is wrong; correct it by hand"])
    }

    @Test func quotationsOverSeveralLinesStayQuotations() async throws {
      let page = """
        ```swift
        print("one\\ntwo\\n\\nfour")
        // Prints "OLD
        // two
        //
        // OLD".
        ```

        ```swift
        print("one\\ntwo")
        // Prints "one
        // OLD"
        ```
        """
      let (text, update) = try await updated(page)
      #expect(update.problems.isEmpty)
      #expect(
        text
          == page.replacing("OLD\n// two", with: "one\n// two").replacing("OLD\".", with: "four\".")
          .replacing("OLD", with: "two"))
      #expect(try await updated(text).update.changes.isEmpty)
    }

    /// The comment is wrong, and its right text is not known.
    @Test func aRightOutputStaysBesideAWrongComment() async throws {
      let page = "```swift\nlet a = 1 + 1  // 2\nprint(a * 3)\n```\n```text\n6\n```\n"
      let (text, update) = try await updated(page)
      #expect(text == page)
      #expect(update.changes.isEmpty)
    }

    /// `// Prints:` does not keep blanks at the start, so each update would add more.
    @Test func blanksAtTheStartOfAnOutputAreNotWritten() async throws {
      let page = "```swift\nprint(\"  indented\")  // Prints: OLD\n```\n"
      let (text, update) = try await updated(page)
      #expect(text == page)
      #expect(update.problems.count == 1 && update.problems[0].message.contains("begins with blanks"))
    }

    @Test func anOutputThatWouldCloseItsQuotationIsNotWritten() async throws {
      let page = "```swift\nprint(\"a\\n\\\"\\\"\\\"\\nc\")\n// Prints \"\"\"\n// x\n// y\n// z\n// \"\"\"\n```\n"
      let (text, update) = try await updated(page)
      #expect(text == page)
      #expect(update.problems.map(\.message) == ["the output would close its quotation; write it in a fence"])
    }

    @Test func lineEndsAndDocCommentsStayAsTheyAre() async throws {
      let page = "```swift\r\nprint(1, 2, separator: \"\\n\")\r\n```\r\n```text\r\nOLD\r\n```\r\n"
      #expect(try await updated(page).text == page.replacing("OLD", with: "1\r\n2"))

      let comment = """
        /// Text.
        ///
        ///     ```swift
        /// ```swift
        /// print(1, "", 2, separator: "\\n")
        /// ```
        /// ```text
        /// OLD
        /// ```
        ///
        /// ```swift
        /// print(1, 2, separator: "\\n")
        /// // Prints:
        /// // OLD
        /// ```
        func documented() {}

        """
      let expected =
        comment
        .replacing("/// ```text\n/// OLD", with: "/// ```text\n/// 1\n///\n/// 2")
        .replacing("/// // OLD", with: "/// // 1\n/// // 2")
      #expect(try await updated(comment, file: "Comment.swift").text == expected)
    }

    @Test func anExampleThatFailsOtherwiseThanByItsOutputStays() async throws {
      let page = """
        ```swift
        print(1)
        fatalError()
        ```
        ```text
        OLD
        ```

        ```swift
        for number in 1...2 {
          print(number)  // Prints: OLD
        }
        ```

        ```swift
        print("```")
        ```
        ```text
        OLD
        ```
        """
      let (text, update) = try await updated(page)
      #expect(text == page)
      #expect(
        update.problems.map(\.message) == [
          "the number of lines has changed; write the output in a fence of its own",
          "the output would close its fence; open the fence with more marks",
        ])
    }

    @Test func aTextBesideCommentsThatShowTheOutputStays() async throws {
      let page =
        "```swift\nprint(\"Ann\")  // Ann\nprint(\"Bob\")\n```\n\nIn this folder:\n\n```text\nSources/\n```\n"
      #expect(try await updated(page).text == page)
      let output = page.replacing("Sources/", with: "Ann\nBub")
      #expect(try await updated(output).text == output.replacing("Bub", with: "Bob"))
    }

    @Test func aPageThatHasChangedMeanwhileStays() async throws {
      let page = "```swift\nprint(1)  // Prints: OLD\n```\n"
      try fixture.write(page, to: "page.md")
      let report = try await fixture.verify(["page.md"])
      let update = Update(report)
      try fixture.write(page + "More.\n", to: "page.md")
      #expect(throws: VerifierError.self) { try update.write() }
      #expect(Update(report).problems.map(\.message) == ["has changed while its examples were checked"])
      #expect(try String(contentsOfFile: fixture.root + "/page.md", encoding: .utf8) == page + "More.\n")
    }

    @Test func linksAndBlanksStayAsTheyAre() async throws {
      let page = "```swift\nprint(\"b\")\n// Prints:\n// a  \n```\n"
      try fixture.write(page, to: "real.md")
      let link = fixture.root + "/link.md"
      try? FileManager.default.removeItem(atPath: link)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real.md")
      try Update(try await fixture.verify(["link.md"])).write()
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "real.md")
      #expect(
        try String(contentsOfFile: fixture.root + "/real.md", encoding: .utf8)
          == page.replacing("// a  ", with: "// b"))
      try FileManager.default.removeItem(atPath: link)
    }

    @Test func allNamesOfAFileGetTheNewOutput() async throws {
      try fixture.write("```swift\nprint(1)  // Prints: OLD\n```\n", to: "one.md")
      let other = fixture.root + "/other name.md"
      try? FileManager.default.removeItem(atPath: other)
      try FileManager.default.linkItem(atPath: fixture.root + "/one.md", toPath: other)
      defer { try? FileManager.default.removeItem(atPath: other) }
      try Update(try await fixture.verify(["one.md"])).write()
      #expect(try String(contentsOfFile: other, encoding: .utf8).contains("Prints: 1"))
    }

    @Test func filesElsewhereAndReadOnlyOnesStay() async throws {
      let page = "```swift\nprint(1)  // Prints: OLD\n```\n"
      let (link, real) = (fixture.root + "/elsewhere.md", fixture.root + "-real.md")
      for path in [link, real] { try? FileManager.default.removeItem(atPath: path) }
      defer {
        for path in [link, real, fixture.root + "/page.md"] { try? FileManager.default.removeItem(atPath: path) }
      }
      try page.write(toFile: real, atomically: true, encoding: .utf8)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: real)
      try fixture.write(page, to: "page.md")
      chmod(fixture.root + "/page.md", 0o444)
      let update = Update(try await fixture.verify(["elsewhere.md", "page.md"]))
      #expect(update.changes.count == 0)
      #expect(
        update.problems.map(\.message) == ["is a link to '\(real)', outside of '\(fixture.root)'", "is read-only"])
    }

    @Test func controlCharactersAreNotWritten() async throws {
      let page = "```swift\nprint(\"a\\u{1B}[1m\")\n```\n```text\nOLD\n```\n"
      let (text, update) = try await updated(page)
      #expect(text == page)
      #expect(update.problems.first?.message.hasPrefix("the output holds the control character \"\\u{1B}\"") == true)
    }
  }
}
