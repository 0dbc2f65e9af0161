import Markdown
import Testing

struct CodeBlockTests {
  private func blocks(_ text: String) -> [CodeBlock] {
    Document(name: "page.md", text: text).codeBlocks
  }

  @Test func aFenceHasALanguageAttributesAndLines() throws {
    let block = try #require(blocks("Text\n\n```swift no-run x=\"1\"\nlet a\n\nb\n```\n").first)
    #expect(block.language == "swift")
    #expect(block.info == "swift no-run x=\"1\"")
    #expect(block.isFenced && block.isClosed)
    #expect((block.startLine, block.endLine) == (3, 7))
    #expect(block.lines.map(\.text) == ["let a", "", "b"])
    #expect(block.lines.map(\.number) == [4, 5, 6])
  }

  /// Text before a line of code on its own source line, for every container that can hold one.
  @Test(arguments: [
    ("```\nx\n```\n", 2, 0),
    (" ```\n x\n ```\n", 2, 1),
    ("> ```\n> x\n> ```\n", 2, 2),
    (">```\n>x\n>```\n", 2, 1),
    ("1. a\n\n   ```\n   x\n   ```\n", 4, 3),
    ("- ```\n  x\n  ```\n", 2, 2),
    ("-\t```\n\tx\n\t```\n", 2, 1),
    ("> - > ```\n>   > x\n>   > ```\n", 2, 6),
    ("a\r\n\r\n```\r\nx\r\n```\r\n", 4, 0),
    ("a\r\r```\rx\r```\r", 4, 0),
    ("    x\n", 1, 4),
    ("\tx\n", 1, 1),
  ])
  func codeHasItsPlaceInEveryContainer(text: String, line: Int, offset: Int) throws {
    let block = try #require(blocks(text).first)
    #expect(block.lines.map(\.text) == ["x"])
    #expect(block.lines[0].number == line)
    #expect(block.lines[0].offset == offset)
    #expect(block.isClosed)
  }

  @Test func tabsInsideCodeStay() throws {
    let block = try #require(blocks("- ```\n  a\tb\n\t\tc\n  ```\n").first)
    #expect(block.lines.map(\.text) == ["a\tb", "  \tc"])
    #expect(block.lines.map(\.offset) == [2, 1])
  }

  @Test func nonASCIIColumnsAreBytes() throws {
    let block = try #require(blocks("> ```\n> é = 1\n> ```\n").first)
    #expect(block.lines[0].offset == 2)
    #expect(block.lines[0].text == "é = 1")
  }

  @Test func indentedCodeThatLooksLikeAFenceIsNone() throws {
    let block = try #require(blocks("    ```\n    a\n\n\nb").first)
    #expect(!block.isFenced)
    #expect(block.lines.map(\.text) == ["```", "a"])
  }

  @Test func emptyFencesKeepTheirEmptyLines() throws {
    #expect(blocks("```\n```").map(\.lines.count) == [0])
    #expect(blocks("```\n\n\n```").map(\.lines.count) == [2])
  }

  @Test(arguments: [
    ("```\na", 1, 1), ("```", 1, 1), ("a\r\n\r\n  ~~~~\r\n~~~\r\n", 3, 3), ("> ```\n> a\n\nb\n", 1, 3),
    ("- ```\n  a\n- b\n", 1, 3), ("- ```\n  a\n\n```\n```\n", 1, 3),
  ])
  func aFenceThatNeverClosesIsReported(text: String, line: Int, column: Int) throws {
    let problem = try #require(Document(name: "page.md", text: text).problems.first)
    #expect(problem.summary.hasPrefix("page.md:\(line):\(column): error: this code fence never closes"))
    #expect(Document(name: "page.md", text: text).problems.count == 1)
  }

  @Test func fenceThatClosesIsNoProblem() {
    let text = "> ```\n> a\n> ```\n> \n\n- ```\n  ```\n\n~~~\n```\n~~~~\n\n````\n```\n````   \n"
    #expect(Document(name: "page.md", text: text).problems == [])
  }
}
