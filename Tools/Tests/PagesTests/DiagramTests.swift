import Markdown
import Pages
import Testing

@Suite struct DiagramTests {
  private static let markdown = "# T\n\n- ```swift diagram\n  draw()\n  ```\n\nMore.\n"

  private func page(_ diagrams: [String], markdown: String = markdown, compiler: String? = "Swift 6.3.1") -> Page {
    let examples = CheckedExamples(compiler: compiler) { document, _ in
      let end = document.codeBlocks[0].endLine
      return CheckedExamples.Found(diagrams: [end: diagrams], verified: [end])
    }
    return Renderer.render(
      Document(name: "page.md", text: markdown), resolver: PlainLinks(), examples: examples
    ).page
  }

  private func html(_ page: Page) -> String { String(decoding: page.body, as: UTF8.self) }

  @Test func aDiagramStandsUnderItsCode() {
    let page = page([
      """
      <svg viewBox="0 0 40 20" aria-labelledby="t d"><title id="t">A &amp; B</title><desc id="d">one
      two</desc><style>a { fill: url(#g) }</style><defs><linearGradient id="g"/></defs>
      <path fill="url(#g)" d="M0 0"/><use href="#g"/></svg>
      """
    ])
    let html = html(page)
    #expect(page.problems == [])
    #expect(html.contains("</pre>\n<figure class=\"diagram\">\n<div class=\"drawing\" id=\"diagram-1\""))
    #expect(html.contains("aria-labelledby=\"diagram-1-t diagram-1-d\" role=\"img\" width=\"40.0\" height=\"20.0\">"))
    #expect(html.contains("<title id=\"diagram-1-t\">A &amp; B</title>"))
    #expect(html.contains("<style>#diagram-1 {a { fill: url(#diagram-1-g) }}</style>"))
    #expect(html.contains("<path fill=\"url(#diagram-1-g)\" d=\"M0 0\"/><use href=\"#diagram-1-g\"/>"))
    #expect(html.contains("aria-label=\"Diagram\" style=\"--width:40\"><svg"))
    #expect(html.contains("<figcaption><span class=\"drawn\">Drawn by this example</span> <span class=\"checked\""))
    #expect(page.diagrams == [Page.Diagram(line: 5, text: "A &amp; B: one two")])
    let source = Document(name: "page.md", text: Self.markdown).source
    #expect(
      String(decoding: page.described(source), as: UTF8.self)
        == "# T\n\n- ```swift diagram\n  draw()\n  ```\n  \n  Diagram: A &amp; B: one two\n\nMore.\n")
  }

  @Test(arguments: ["484.2": "485", "1e400": nil, "nan": nil, "100%": nil])
  func theWidthOfADiagram(written: String, shown: String?) {
    let html = html(page(["<svg viewBox=\"0 0 40 20\" width=\"\(written)\" height=\"20\"></svg>"]))
    let width = html.firstMatch(of: /style="--width:([^"]*)"/)
    #expect(width.map { String($0.1) } == shown)
  }

  @Test func severalDiagramsDoNotMix() {
    let svg = "<svg><title>One</title><g id=\"a\"></g></svg>"
    let html = html(page([svg, svg]))
    #expect(html.contains("id=\"diagram-1-a\"") && html.contains("id=\"diagram-2-a\""))
  }

  @Test func aPageWithoutResultsSaysSo() {
    let page = page([], compiler: nil)
    #expect(html(page).contains("<p class=\"missing\">The diagram of this example is drawn once"))
    #expect(page.diagrams == [])
    let plain = self.page([], markdown: "```swift\ndraw()\n```\n", compiler: nil)
    #expect(!html(plain).contains("missing"))
  }

  @Test func functionsMayBeNested() {
    let svg = "<svg><style>.v{max-width:100%;fill:light-dark(hsl(1 2% 3%),rgb(1 2 3))}</style></svg>"
    #expect(page([svg]).problems.isEmpty)
  }

  @Test(arguments: [
    ("<svg><script>alert(1)</script></svg>", "holds <script>, which no page may"),
    ("<svg><foreignObject></foreignObject></svg>", "holds <foreignobject>, which no page may"),
    ("<svg onload=\"alert(1)\"></svg>", "holds the attribute “onload”"),
    ("<svg><use href=\"https://example.org/#a\"/></svg>", "holds a link"),
    ("<svg><g></svg>", "closes <svg> where that is not open"),
    ("<svg><g>", "does not close <g>"),
    ("<svg><path fill=\"url(https://example.org)\"/></svg>", "holds “url(”, which could load something"),
    ("<svg><style>@import 'x';</style></svg>", "has the style “@import”"),
    ("<svg><style>a{} } body {} b {</style></svg>", "has styles that would reach beyond it"),
    ("<svg><style>a{fill:\"{\"} } body {}</style></svg>", "has styles that would reach beyond it"),
    ("<svg><path fill=\"URL(https://example.org)\"/></svg>", "holds “url(”, which could load something"),
    ("<svg><path fill=\"&#117;rl(https://example.org)\"/></svg>", "holds “&#117;”, which could load something"),
    ("<svg><path fill=\"\\75rl(//a)\"/></svg>", "holds “\\”, which could load something"),
    ("<svg><path style=\"fill: image-set('a' 1x)\"/></svg>", "holds “image-set(”, which could load something"),
    ("<svg><path style=\"color: red; position: fixed\"/></svg>", "has the style “position”"),
    ("<svg><style>position: fixed; top: 0</style></svg>", "has the style “position”"),
    ("<svg><style>a { fill: red; Position : fixed }</style></svg>", "has the style “position”"),
    ("<svg><style>a { x: '/*'; position: fixed; y: '*/' }</style></svg>", "has the style “position”"),
    ("<svg><path style=\"x: '/*'; position/**/: fixed; y: '*/'\"/></svg>", "has the style “position”"),
    ("<svg><path style=\"x: 1 } body { fill: red\"/></svg>", "has styles that would reach beyond it"),
    ("<svg><style>overflow: visible</style></svg>", "has the style “overflow”"),
    ("<svg><style>fill-everything: red</style></svg>", "has the style “fill-everything”"),
    ("<svg><style>@font-face { }</style></svg>", "has the style “@font-face”"),
    ("<svg><style>:not(&amp;) { fill: red }</style></svg>", "holds “&amp;”, which could load something"),
    ("<svg><path style=\"--a:&apos;--b:';position:fixed;--c:'\"/></svg>", "has styles that would reach beyond it"),
    ("<svg><style>~ p { fill: red }</style></svg>", "has styles that would reach beyond it"),
    ("<svg><style>a, + p { fill: red }</style></svg>", "has styles that would reach beyond it"),
    ("<svg><style>:has(a) { fill: red }</style></svg>", "holds “has(”, which could load something"),
    ("<svg xml:base=\"//example.org/\"></svg>", "holds the attribute “xml:base”"),
    ("<svg><path data-tab=\"a\"/></svg>", "holds the attribute “data-tab”"),
    ("<svg><path formaction/></svg>", "holds the attribute “formaction”"),
    ("<svg><style>a { fill: url(//x) }</style></svg>", "holds “url(”, which could load something"),
    ("<svg>1 < 2</svg>", "holds a “<” that starts no element"),
    ("<svg><![CDATA[x]]></svg>", "holds a declaration"),
  ])
  func whatRunsOrLoadsIsRefused(svg: String, message: String) {
    let page = page([svg])
    #expect(
      page.problems.map(\.summary) == [
        "page.md:3:3: error: a diagram of this example \(message); draw it with shapes and text alone"
      ])
    #expect(!html(page).contains("<svg"))
  }
}
