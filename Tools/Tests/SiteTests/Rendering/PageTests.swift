import Markdown
@testable import Site
import Testing

struct PageTests {
  private func page(_ markdown: String, results: ExampleResults = ExampleResults()) -> Article {
    Renderer.render(Document(name: "page.md", text: markdown), resolver: PlainLinks(), results: results).article
  }

  @Test func headingsHaveIDsOfTheirOwn() {
    let headings = page(
      "# Hello, World!\n\n## `map(_:)` & more\n\n## Same\n\n## Same\n\n## Mine {#my-id}\n\n## Ünïcode 日本\n\n## !!!\n\n## my-id\n"
    ).headings
    #expect(
      headings.map(\.id) == [
        "hello-world", "map_--more", "same", "same-1", "my-id", "ünïcode-日本", "section", "my-id-1",
      ])
    #expect(headings[1].text == "map(_:) & more")
    #expect(headings[4].text == "Mine")
  }

  @Test func longNamesInCodeCanBreak() {
    let page = page("# A\n\n`Tests/SequenceTests.whatIsLeftOfASet` `Docs/page.md` `a.b(c:d:)`\n")
    let html = String(decoding: page.body, as: UTF8.self)
    #expect(
      html.contains(
        "<code class=\"long\">Tests/<wbr>SequenceTests<wbr>.whatIsLeftOfASet</code>"))
    #expect(html.contains("<code>Docs/page.md</code> <code>a.b(c:d:)</code>"))
    let table = self.page("# A\n\n| A |\n| --- |\n| `receive(customSubscription:)` `map(_:)` |\n")
    #expect(
      String(decoding: table.body, as: UTF8.self).contains(
        "<code class=\"long\">receive(<wbr>customSubscription:)</code> <code>map(_:)</code>"))
    let wide = self.page("# A\n\n| A | B | C | D |\n| --- | --- | --- | --- |\n| `receive(customSubscription:)` |\n")
    #expect(String(decoding: wide.body, as: UTF8.self).contains("receive(<wbr>customSubscription:)"))
    let operators = self.page("# A\n\n| A | B | C | D |\n| --- | --- | --- | --- |\n| `switchToLatest` |\n")
    #expect(String(decoding: operators.body, as: UTF8.self).contains("<code>switchToLatest</code>"))
    let names = self.page("# A\n\n`timeout(_:customError:combineIdentifierConvertible:)`\n")
    #expect(
      String(decoding: names.body, as: UTF8.self)
        .contains("timeout(_:<wbr>customError:<wbr>combineIdentifierConvertible:)"), "a name is not cut")
    let longest = self.page("# A\n\n`theDefaultSchedulerSendsItsFirstValueAsynchronously`\n")
    #expect(
      String(decoding: longest.body, as: UTF8.self).contains("theDefault<wbr>Scheduler<wbr>Sends"), "but on a phone")
    let command = self.page("# A\n\n`swift run --package-path ~/a-folder/Tools main.swift`\n")
    #expect(
      String(decoding: command.body, as: UTF8.self)
        .contains(">swift <wbr>run <wbr>--package-path <wbr>~/<wbr>a-folder/Tools <wbr>main.swift<"),
      "a command breaks between its words, and nothing short is cut off")
  }

  @Test func aTableOfTextsIsAListOnNarrowScreens() {
    let html = rendered("| A | *B* | C | |\n| --- | --- | --- | --- |\n| a | b | c | d |\n")
    #expect(html.contains("<div class=\"table stacks\""))
    #expect(
      html.contains(
        "<td>a</td>\n<td data-heading=\"B\">b</td>\n<td data-heading=\"C\">c</td>\n<td>d</td>"))
    #expect(!rendered("| A | B | C | D |\n| --- | ---: | --- | --- |\n| a | 1 | c | d |\n").contains("data-heading"))
    #expect(
      rendered("| A | B | C |\n| --- | --- | --- |\n| a | b | c |\n")
        .contains("<td>a</td>\n<td data-heading=\"B\">b</td>\n<td data-heading=\"C\">c</td>"))
    let pair = rendered("| A | B |\n| --- | --- |\n| a | b |\n")
    #expect(pair.contains("table stacks") && !pair.contains("data-heading"))
    #expect(!rendered("| A | B |\n| --- | ---: |\n| a | 1 |\n").contains("stacks"))
  }

  @Test func frontMatterIsSkipped() {
    let front = "---\ntitle: \"A: b\"\ntags:\n  - c\n- d\n# e\n\n---\n"
    #expect(rendered(front + "# T\n") == rendered("# T\n"))
    #expect(rendered("---\r\na-b:\r\n--- \r\n# T\r\n") == rendered("# T\n"))
    #expect(page(front + "# T\n\n<nav>\n").problems.map(\.line) == [11])
    for text in [
      "---\na: b\n", "---\na: b\nText.\n---\n", "---\n- a\n---\n", "# T\n---\na: b\n---\n", "---\n---\n", "---",
    ] {
      #expect(rendered(text).contains("<hr>"), "\(text)")
    }
  }

  @Test func codeThatMustNotCompileHasItsMessage() {
    let html = rendered("```swift no-run, compile-fail \"cannot find 'Tap<T>'\"\nTap<Int>()\n```\n")
    #expect(html.contains("</pre>\n<p class=\"refused\">Does not compile: cannot find 'Tap&lt;T&gt;'</p>"))
    #expect(!rendered("```swift no-run\nprint(1)\n```\n").contains("refused"))
    #expect(!rendered("```text compile-fail \"x\"\nprint(1)\n```\n").contains("refused"))
  }

  @Test(arguments: [
    (
      ##"f(#""#) // x"##,
      ##"<span class="f">f</span>(<span class="s">#&quot;&quot;#</span>) <span class="c">// x</span>"##
    ),
    (
      ##"#"\#(a)b"#"##,
      ##"<span class="s">#&quot;\#(</span>a<span class="s">)</span><span class="s">b&quot;#</span>"##
    ),
    ("##\"\"\"\n\"\"\"##.b", "<span class=\"s\">##&quot;&quot;&quot;\n&quot;&quot;&quot;##</span>.b"),
  ])
  func rawStringsStartAtTheirQuotes(code: String, html: String) {
    #expect(rendered("```swift\n\(code)\n```\n").contains("<code>\(html)\n</code>"))
  }

  @Test func summaryIsTheFirstParagraph() {
    #expect(page("# T\n\n> quote\n\nA *first* `paragraph`\nhere.\n\nSecond.\n").summary == "A first paragraph here.")
  }

  @Test func markedQuotesAreAdmonitions() {
    #expect(
      rendered("> [!NOTE]\n> A *b*.\n")
        == "<aside class=\"note note\"><p class=\"note-title\">Note</p>\n<p>A <em>b</em>.</p>\n</aside>\n")
    #expect(rendered("> [!warning] Mind it\n>\n> - a\n").contains("<p class=\"note-title\">Mind it</p>"))
    #expect(rendered("> [!OTHER]\n> x\n").hasPrefix("<blockquote>"))
    #expect(rendered("> \\[!NOTE]\n> x\n").hasPrefix("<blockquote>"))
    #expect(rendered("> [!TIP]\n") == "<aside class=\"note tip\"><p class=\"note-title\">Tip</p>\n</aside>\n")
  }

  @Test func outputIsPartOfItsExample() {
    let html = rendered("```swift\nprint(1)\n```\n\n<!-- swift after\nlet hidden = 1\n-->\n\n```text\n1\n```\n")
    #expect(html.hasPrefix("<figure class=\"code example\"><pre tabindex=\"0\" data-language=\"swift\">"))
    #expect(html.contains("</pre>\n<details class=\"hidden-code\"><summary>Hidden lines after</summary>"))
    #expect(
      html.contains("<div class=\"output\"><p class=\"output-title\">Output</p>\n<pre tabindex=\"0\"><code>1\n</code>"))
    #expect(html.components(separatedBy: "<figure").count == 2)
    #expect(!html.contains("checked"))
  }

  @Test func checkedOutputsHaveAMark() {
    let markdown = "```swift\nprint(1)\n```\n```output\n1\n```\n"
    let saved = SavedResults.allRight(Document(name: "page.md", text: markdown), explanation: "what was \"compared\"")
    let results = ExampleResults(saved, of: "page.md", areCurrent: true)
    let html = String(decoding: page(markdown, results: results).body, as: UTF8.self)
    #expect(html.contains("title=\"what was &quot;compared&quot;\">checked with Swift 6.3.1"))
  }

  @Test func everythingFromTextIsEscaped() {
    let html = rendered(
      "`<b>` &lt;script> \\<b> [a\"b](x\"y 't\"<u>') ![a\"<b>](x \"<\")\n\n```swift\n\"<b>\" // <i> & \"\n```\n\n```<b>\"x\n<b>\n```\n"
    )
    #expect(!html.contains("<b>") && !html.contains("<i>") && !html.contains("<script") && !html.contains("<u>"))
    #expect(html.contains("href=\"x%22y\""))
    #expect(html.contains("alt=\"a&quot;\""))
  }
}
