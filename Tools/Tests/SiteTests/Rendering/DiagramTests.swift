import Markdown
@testable import Site
import Testing

struct DiagramTests {
  private static let markdown = "# T\n\n- ```swift diagram\n  draw()\n  ```\n\nMore.\n"

  /// A page whose example printed `diagrams`; nil if it was not checked.
  private func page(_ diagrams: [String]?, markdown: String = markdown) -> Article {
    let document = Document(name: "page.md", text: markdown)
    let saved = diagrams.map { SavedResults.allRight(document, diagrams: $0) } ?? SavedResults()
    let results = ExampleResults(saved, of: "page.md", areCurrent: true)
    return Renderer.render(document, resolver: PlainLinks(), results: results).article
  }

  private func html(_ page: Article) -> String { String(decoding: page.body, as: UTF8.self) }

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
  }

  @Test(arguments: ["484.2": "485", "1e400": nil, "nan": nil, "100%": nil])
  func aDiagramHasItsWidthRoundedUp(written: String, shown: String?) {
    let html = html(page(["<svg viewBox=\"0 0 40 20\" width=\"\(written)\" height=\"20\"></svg>"]))
    let width = html.firstMatch(of: /style="--width:([^"]*)"/)
    #expect(width.map { String($0.1) } == shown)
  }

  @Test func severalDiagramsDoNotMix() {
    let svg = "<svg><title>One</title><g id=\"a\"></g></svg>"
    let html = html(page([svg, svg]))
    #expect(html.contains("id=\"diagram-1-a\"") && html.contains("id=\"diagram-2-a\""))
  }

  @Test func aPageWithoutResultsNamesTheMissingDiagram() {
    let page = page(nil)
    #expect(html(page).contains("<p class=\"missing\">The diagram of this example is drawn once"))
    #expect(!html(page).contains("<svg"))
    let plain = self.page(nil, markdown: "```swift\ndraw()\n```\n")
    #expect(!html(plain).contains("missing"))
  }

  @Test func functionsMayBeNested() {
    let svg = "<svg><style>.v{max-width:100%;fill:light-dark(hsl(1 2% 3%),rgb(1 2 3))}</style></svg>"
    #expect(page([svg]).problems.isEmpty)
  }

  @Test(arguments: [
    ("<svg><script>alert(1)</script></svg>", "holds <script>, which no page may"),
    ("<svg><foreignObject></foreignObject></svg>", "holds <foreignobject>, which no page may"),
    ("<svg><animate attributeName=\"href\"/></svg>", "holds <animate>, which no page may"),
    ("<svg><title><style></style></title></svg>", "holds <style> in a <title>, which is only text"),
    ("<svg><desc><path onload=\"x\"/></desc></svg>", "holds <path> in a <desc>, which is only text"),
    ("<svg><style><path/></style></svg>", "holds <path> in a <style>, which is only text"),
    ("<svg onload=\"alert(1)\"></svg>", "holds the attribute “onload”"),
    ("<svg ONLOAD=\"alert(1)\"></svg>", "holds the attribute “onload”"),
    ("<svg><use href=\"https://example.org/#a\"/></svg>", "holds a link"),
    ("<svg><g></svg>", "closes <svg> where that is not open"),
    ("<svg><g>", "does not close <g>"),
    ("<svg><style>a{} } body {} b {</style></svg>", "has styles that are not whole rules"),
    ("<svg><style>a{content:\"{\"} } body{} </style></svg>", "has styles that reach beyond it"),
    ("<svg><style>/*{*/ } body{} </style></svg>", "has styles that reach beyond it"),
    ("<svg><style>a{} + p{display:none}</style></svg>", "has styles that reach beyond it"),
    ("<svg><style>body:has(&) p{display:none}</style></svg>", "has styles that reach beyond it"),
    ("<svg><style>svg{position:fixed}</style></svg>", "has styles that reach beyond it"),
    ("<svg><style>a{fill:URL( //example.org)}</style></svg>", "has styles that reach beyond it"),
    ("<svg><style>a{fill:\\75rl(//example.org)}</style></svg>", "has styles that reach beyond it"),
    ("<svg><style>@import url(#a);a{}</style></svg>", "has styles that are not whole rules"),
    ("<svg><style>margin:-9em</style></svg>", "has styles that are not whole rules"),
    ("<svg style=\"position:fixed\"></svg>", "holds “style” that reaches beyond it"),
    ("<svg><path fill=\"url(//example.org#a)\"/></svg>", "holds “fill” that reaches beyond it"),
    ("<svg><path fill=\"u&#114;l(//example.org#a)\"/></svg>", "holds “fill” that reaches beyond it"),
    ("<svg><path mask=\"url&lpar;//example.org#a)\"/></svg>", "holds “mask” that reaches beyond it"),
    ("<svg xml:base=\"//example.org/\"></svg>", "holds the attribute “xml:base”"),
    ("<svg>1 < 2</svg>", "holds a “<” that starts no element"),
    ("<svg><![CDATA[x]]></svg>", "holds a declaration"),
  ])
  func whatCouldRunIsRefused(svg: String, message: String) {
    let page = page([svg])
    #expect(
      page.problems.map(\.summary) == [
        "page.md:3:3: error: a diagram of this example \(message); draw it with shapes and text alone"
      ])
    #expect(!html(page).contains("<svg"))
  }

  @Test(arguments: [
    ("<svg><path d=\"<script>alert(1)</script>\"/></svg>", "<path d=\"&lt;script&gt;alert(1)&lt;/script&gt;\"/>"),
    ("<svg><g class='\"><b'></g></svg>", "<g class=\"&quot;&gt;&lt;b\"></g>"),
    ("<svg><text>a &lt; b > c</text></svg>", "<text>a &lt; b &gt; c</text>"),
    ("<svg><g class=a></g></svg>", "<g class=\"a\"></g>"),
    ("<svg><g aria-label=\"a&nbsp;b\" class=\"&amp;\"/></svg>", "<g aria-label=\"a&nbsp;b\" class=\"&amp;\"/>"),
  ])
  func textIsEscaped(svg: String, written: String) {
    let page = page([svg])
    #expect(page.problems == [])
    #expect(html(page).contains(written))
  }
}
