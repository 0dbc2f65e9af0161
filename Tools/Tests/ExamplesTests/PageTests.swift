import Markdown
import Testing

@testable import Examples

@Suite struct PageTests {
  private func page(_ text: String) -> Page { Page(Document(name: "page.md", text: text)) }

  @Test func onlyTextThatFollowsDirectlyIsOutput() {
    let page = page(
      """
      ```swift
      print(1)
      ```

      Text.

      ```text
      a drawing
      ```

      ```swift
      print(2)
      ```
      <!-- a comment -->
      ```text
      2
      ```
      ```text
      another
      ```
      ```swift
      print(3)
      ```
      ```sh
      ls
      ```
      ```output
      not of Swift
      ```
      """)
    #expect(page.examples.map { $0.expected?.lines.map(\.text) } == [nil, ["2"], nil])
    #expect(page.problems.isEmpty)
  }

  @Test func printsCommentsAreReadInOrder() {
    let page = page(
      """
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
      ```
      """)
    let lines = page.examples.first?.expected?.lines ?? []
    #expect(lines.map(\.text) == ["1", "two", " three", "", "four", "5"])
    #expect(lines.map(\.number) == [2, 5, 6, 7, 8, 9])
  }

  @Test func attributesOfThePageHoldForWhatFollows() {
    let page = page(
      """
      ```swift
      ```

      <!-- examples: timeout=2s probe=other -->

      ```swift probe=mine
      ```

      ```swift,no-run
      ```
      """)
    #expect(page.examples.map(\.attributes.timeout) == [nil, 2, 2])
    #expect(page.examples.map(\.attributes.probe) == [nil, "mine", "other"])
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
    #expect(page.example(atFence: 7)?.line == 7)
    #expect(page.example(atFence: 15)?.line == 15)
    #expect(page.example(atFence: 1) == nil)
  }

  @Test(arguments: [
    ("<!-- swift\nlet a = 1\n-->\n", 1, "hidden Swift without an example"),
    ("<!-- swift\nlet a = 1 -->\n```swift\n```\n", 1, "this comment of hidden Swift does not end on a line of its own"),
    ("```swift\n// Prints: 1\n```\n```text\n1\n```\n", 4, "the example at line 1 already says what it prints"),
    ("text\n\n  ```swift\n  let a = 1\n", 3, "this code fence never closes"),
    ("```swift no-run\n```\n```text\n1\n```\n", 3, "the example at line 1 is not run, so it prints nothing"),
    ("```swift timeout=x\n```\n", 1, "'timeout=x' is not a time"),
  ])
  func problems(text: String, line: Int, message: String) {
    let problems = page(text).problems
    #expect(problems.map(\.line) == [line])
    #expect(problems.map(\.message) == [message])
    #expect(problems.allSatisfy { $0.hint?.isEmpty == false })
  }

  @Test func fencesOfAGroupAreOneExample() throws {
    let page = page(
      """
      ```swift group=a timeout=3s
      let a = 1
      ```
      ```text
      1
      ```
      ```swift
      ```
      ```swift group=a unordered
      print(a)
      ```
      ```text
      2
      ```
      """)
    #expect(page.examples.map(\.line) == [1, 7])
    let group = try #require(page.examples.first)
    #expect(group.endLine == 11)
    #expect(group.code.map(\.number) == [2, 10])
    #expect(group.expected?.lines.map(\.number) == [5, 13])
    #expect(group.attributes.timeout == 3)
    #expect(group.attributes.isUnordered)
    #expect(page.example(atFence: 9) == group)
  }
}
