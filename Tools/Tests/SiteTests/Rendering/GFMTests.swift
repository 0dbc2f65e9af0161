import Testing

/// The examples of GitHub's specification for what it adds to CommonMark, with what they must become.
struct GFMTests {
  private func plain(_ markdown: String) -> String {
    rendered(markdown).replacing(/<div class="table( stacks)?" tabindex="0">/, with: "").replacing(
      "</table></div>", with: "</table>")
  }

  @Test func aTableHasAHeadAndABody() {
    #expect(
      plain("| foo | bar |\n| --- | --- |\n| baz | bim |\n") == """
        <table>
        <thead>
        <tr>
        <th scope="col">foo</th>
        <th scope="col">bar</th>
        </tr>
        </thead>
        <tbody>
        <tr>
        <td>baz</td>
        <td>bim</td>
        </tr>
        </tbody>
        </table>

        """)
  }

  /// Alignment; pipes at the ends are optional; the delimiter row need not match the widths.
  @Test func aTableAlignsItsColumns() {
    let html = plain("| abc | defghi |\n:-: | -----------:\nbar | baz\n")
    #expect(html.contains("<th scope=\"col\" class=\"center\">abc</th>\n<th scope=\"col\" class=\"right\">defghi</th>"))
    #expect(html.contains("<td class=\"center\">bar</td>\n<td class=\"right\">baz</td>"))
  }

  @Test func escapedPipesStayInTheirCells() {
    let html = plain("| f\\|oo  |\n| ------ |\n| b `\\|` az |\n| b **\\|** im |\n")
    #expect(html.contains("<th scope=\"col\">f|oo</th>"))
    #expect(html.contains("<td>b <code>|</code> az</td>"))
    #expect(html.contains("<td>b <strong>|</strong> im</td>"))
  }

  /// Another block ends a table; an empty line ends it; a line without pipes does not.
  @Test func aTableEndsAtAnotherBlockOrAnEmptyLine() {
    #expect(
      plain("| abc | def |\n| --- | --- |\n| bar | baz |\n> bar\n").hasSuffix(
        "<blockquote>\n<p>bar</p>\n</blockquote>\n"))
    let html = plain("| abc | def |\n| --- | --- |\n| bar | baz |\nbar\n\nbar\n")
    #expect(html.contains("<tr>\n<td>bar</td>\n<td></td>\n</tr>"))
    #expect(html.hasSuffix("</table>\n<p>bar</p>\n"))
  }

  @Test func tableNeedsAsManyDelimitersAsHeaders() {
    #expect(plain("| abc | def |\n| --- |\n| bar |\n") == "<p>| abc | def |\n| --- |\n| bar |</p>\n")
  }

  @Test func tableRowsAreCutAndFilled() {
    let html = plain("| abc | def |\n| --- | --- |\n| bar |\n| bar | baz | boo |\n")
    #expect(html.contains("<tr>\n<td>bar</td>\n<td></td>\n</tr>\n<tr>\n<td>bar</td>\n<td>baz</td>\n</tr>\n</tbody>"))
    #expect(!plain("| abc | def |\n| --- | --- |\n").contains("tbody"))
  }

  /// Not in the specification, but what its reference implementation does.
  @Test func aTableMayFollowTextDirectly() {
    let html = plain("Text *here*\n| a |\n| - |\n| [x][y] |\n\n[y]: /z\n")
    #expect(html.hasPrefix("<p>Text <em>here</em></p>\n<table>"))
    #expect(html.contains("<td><a href=\"/z\">x</a></td>"))
  }

  @Test func listsAndQuotesMayHoldTables() {
    for (markdown, open) in [
      ("> | a |\n> | - |\n> | b |\n", "<blockquote>\n"), ("- | a |\n  | - |\n  | b |\n", "<ul>\n<li>"),
    ] {
      let html = plain(markdown)
      #expect(html.hasPrefix(open + "<table>"), "\(html)")
      #expect(html.contains("<td>b</td>"))
    }
  }

  @Test(arguments: [
    "# h", "- x", "1. x", "> x", "    x", "`` ` ``", "\\*", "#", "a #", "---", "***", "<b>x</b>", "~~~",
  ])
  func cellsAreInline(cell: String) {
    let html = plain("| a | b |\n| - | - |\n| \(cell) | y |\n")
    #expect(html.contains("<td>y</td>"))
    #expect(["<h1", "<ul", "<ol", "<blockquote", "<pre", "<hr"].allSatisfy { !html.contains($0) }, "\(html)")
  }

  @Test func taskListsHaveCheckboxes() {
    let box = "<input type=\"checkbox\" disabled aria-label=\"Not done\"> "
    let done = "<input type=\"checkbox\" checked disabled aria-label=\"Done\"> "
    #expect(
      rendered("- [ ] foo\n- [x] bar\n")
        == "<ul class=\"tasks\">\n<li>\(box)foo</li>\n<li>\(done)bar</li>\n</ul>\n")
    #expect(
      rendered("- [x] foo\n  - [ ] bar\n  - [X] baz\n- [ ] bim\n") == """
        <ul class="tasks">
        <li>\(done)foo
        <ul class="tasks">
        <li>\(box)bar</li>
        <li>\(done)baz</li>
        </ul>
        </li>
        <li>\(box)bim</li>
        </ul>

        """)
    #expect(!rendered("- [y] no\n- [x]no\n- \\[x] no\n").contains("input"))
  }

  /// Each with the address and the text after it.
  @Test(arguments: [
    ("http://commonmark.org", "http://commonmark.org", ""),
    ("https://a.b/help for more", "https://a.b/help", " for more"),
    ("https://a.b.", "https://a.b", "."),
    ("https://a.b/a.b.", "https://a.b/a.b", "."),
    (
      "https://encrypted.google.com/search?q=Markup+(business)",
      "https://encrypted.google.com/search?q=Markup+(business)", ""
    ),
    ("https://a.b/search?q=Markup+(business)))", "https://a.b/search?q=Markup+(business)", "))"),
    ("https://a.b/search?q=(business))+ok", "https://a.b/search?q=(business))+ok", ""),
    ("https://a.b/search?q=commonmark&hl=en", "https://a.b/search?q=commonmark&amp;hl=en", ""),
    ("https://a.b/he<lp", "https://a.b/he", "&lt;lp"),
    ("https://a.b/?c=1&amp;d=2 &eacute; \\*", "https://a.b/?c=1&amp;d=2", " é *"),
    ("https://a.b/c_d_e: _f_", "https://a.b/c_d_e", ": <em>f</em>"),
  ])
  func addressesInTextAreLinked(text: String, address: String, rest: String) {
    let html = rendered(text)
    #expect(html.hasPrefix("<p><a href=\"\(address)\">"), "\(html)")
    #expect(html.hasSuffix("</a>\(rest)</p>\n"), "\(html)")
  }

  @Test(arguments: ["http://", "https://x", "`https://a.b`", "ahttp://a.b", "ftp://a.b", "www.a.b", "a: b.c", "://a.b"])
  func textThatIsNoAddressIsNotLinked(text: String) {
    #expect(!rendered(text).contains("href"))
  }

  @Test func severalAddressesInALineAreLinked() {
    let links = ["a", "b", "c"].map { "<a href=\"https://\($0).x\">https://\($0).x</a>" }
    #expect(
      rendered("1 https://a.x, https://b.x\nand *https://c.x*")
        == "<p>1 \(links[0]), \(links[1])\nand <em>\(links[2])</em></p>\n")
  }

  @Test func addressesInLinksAreNotLinkedAgain() {
    #expect(rendered("[https://a.b](/x)") == "<p><a href=\"/x\">https://a.b</a></p>\n")
    #expect(rendered("(see https://a.b/c_d_e)") == "<p>(see <a href=\"https://a.b/c_d_e\">https://a.b/c_d_e</a>)</p>\n")
  }
}
