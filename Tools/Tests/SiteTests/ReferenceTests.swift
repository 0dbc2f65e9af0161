import Foundation
import Markdown
import Site
import Testing

struct ReferenceTests {
  private func site(_ pages: [String: String], tower: String = SymbolGraphFixture.tower) throws -> SiteFolder {
    let configuration = #"{"site": {"reference": [{"name": "Bells"}, {"name": "High", "modules": ["Tower"]}]}}"#
    let site = try SiteFolder(pages.merging([".docs.json": configuration]) { page, _ in page })
    for (name, text) in [
      ("Bells", SymbolGraphFixture.bells), ("Bells@Swift", SymbolGraphFixture.added), ("Tower@Bells", tower),
    ] {
      try site.write(text, to: ".symbols/\(name).symbols.json")
    }
    return site
  }

  private func build(_ site: SiteFolder, verified: [String: String] = [:]) -> [String] {
    var examples = SavedResults()
    for (name, text) in verified {
      examples.documents.merge(SavedResults.allRight(Document(name: name, text: text)).documents) { $1 }
    }
    var builder = SiteBuilder(
      source: site.root + "/in", output: site.output, examples: examples, symbols: site.root + "/in/.symbols")
    builder.areExamplesCurrent = true
    return builder.build().problems.map { $0.description.replacing(site.root + "/", with: "") }
  }

  @Test func modulesAndTypesHavePages() throws {
    let site = try site(["index.md": "# Home\n"])
    #expect(build(site) == [])
    let module = try #require(site.page("reference/Bells/index.html"))
    #expect(module.contains("<a href=\"Ringing.html\"><code>Ringing</code></a></dt>\n<dd>Something that"))
    #expect(module.contains("<h3 id=\"silence()\"><code>silence()</code>") && module.contains("Nothing rings."))
    #expect(!module.contains("_hidden"))
    #expect(
      module.contains("<a href=\"Array.html\"><code>Array</code></a></dt>\n<dd>Additions to this type of Swift"))

    let bell = try #require(site.page("reference/Bells/Bell.html"))
    let article = try #require(bell.range(of: "<article>")).upperBound
    let order = ["<h1", "A bell.", "Nested types", "Initializers", "Methods", "Conforms to"].map {
      bell.range(of: $0, range: article..<bell.endIndex)?.lowerBound
    }
    #expect(!order.contains(nil))
    #expect(zip(order, order.dropFirst()).allSatisfy { $0! < $1! })
    #expect(bell.contains("id=\"ring(times:)\"") && bell.contains("<div class=\"overload\" id=\"ring(times:)-2\">"))
    let check = try #require(bell.range(of: "<h3 id=\"check(_:file:line:)\">")).upperBound
    let text = bell[check...].prefix(900).replacing(/<[^>]*>/, with: "")
    #expect(
      text.contains("check(_:)") && text.contains("-&gt; Bool") && !text.contains("#line") && !text.contains("file"))
    #expect(bell.contains("<dt><code>times</code></dt>") && bell.contains("<dt>Returns</dt>"))
    #expect(bell.contains("<a class=\"symbol\" href=\"Bell.Tone.html\"><code>Bell.Tone</code></a>"))
    #expect(bell.contains("<a class=\"symbol\" href=\"Ringing.html\"><code>Ringing</code></a>"))
    #expect(bell.contains("<code>Sendable</code>"))
    #expect(bell.contains("Additions to it are in <a href=\"../High/Bell.html\">High</a>"))
    #expect(bell.contains("<nav class=\"crumbs\"") && bell.contains(">Bells</a>"))
    #expect(bell.contains("<span class=\"kind\" title=\"Structure\">S</span>Bell</a>"))
    let protocolPage = try #require(site.page("reference/Bells/Ringing.html"))
    #expect(protocolPage.contains("<h2 id=\"requirements\">") && protocolPage.contains("Conforming types"))
    #expect(protocolPage.contains("href=\"Bell.html#ring(times:)\""))
    #expect(site.page("reference/High/Bell.html")?.contains("<a class=\"symbol\" href=\"../Bells/Bell.html\">") == true)
    #expect(site.page("index.html")?.contains("<a href=\"reference/Bells/index.html\">Bells</a>") == true)
    #expect(site.page("index.html")?.contains("Bell.html") == false, "types are listed on their own pages alone")
    #expect(site.page("search/index.js")?.contains("reference/Bells/Bell.html") == true)
  }

  @Test func codeInPagesLeadsToTheReference() throws {
    let markdown =
      "# Home\n\n`Bell`, `ring(times:)`, `Bell.Tone`, `unknown`, `silence()`, ``Bell/ring()``, ``Tone/low``, ``Bells/Bell``.\n\n"
      + "## Ringing\n\n```swift\nlet bell = Bell()\nbell.ring(times: 1)\n[1].map({ $0 })\n```\n"
    let pages = ["deep/page.md": markdown]
    let site = try site(pages)
    #expect(build(site, verified: pages) == [])
    let page = try #require(site.page("deep/page.html"))
    let links = page.matches(of: /<a class="symbol" href="([^"]*)"><code>(.*?)<\/code>/).map {
      "\($0.2.replacing("<wbr>", with: "")) \($0.1)"
    }
    #expect(
      links == [
        "Bell ../reference/Bells/Bell.html", "ring(times:) ../reference/Bells/Ringing.html#ring(times:)",
        "Bell.Tone ../reference/Bells/Bell.Tone.html", "silence() ../reference/Bells/index.html#silence()",
        "Bell/ring() ../reference/Bells/Bell.html#ring(times:)", "Tone/low ../reference/Bells/Bell.Tone.html#low",
        "Bells/Bell ../reference/Bells/Bell.html",
      ])
    let bellInCode = "<a href=\"../reference/Bells/Bell.html\" title=\"A bell.\"><span class=\"t\">Bell</span></a>()"
    #expect(page.contains(bellInCode))
    #expect(page.contains("<span class=\"f\">map</span>"))
    let bell = try #require(site.page("reference/Bells/Bell.html"))
    #expect(bell.contains("See it used in <a href=\"../../deep/page.html#ringing\">Home: Ringing</a>"))
  }

  @Test func theNameOfAParameterLeadsNowhere() throws {
    let tower = SymbolGraphFixture.graph(
      "Tower",
      [
        SymbolGraphFixture.symbol(
          "s:Bell.hang", "method", ["Bell", "hang(_:listen:)"], "func hang(_ ringTwice: Int, listen: Int)", line: 4,
          "Hangs it `listen` or `ringTwice` times."),
        SymbolGraphFixture.symbol(
          "s:Bell.fall", "method", ["Bell", "fall()"], "func fall()", line: 8, "Falls, unless you `listen`."),
      ],
      [
        SymbolGraphFixture.relation("s:Bell.hang", "memberOf", "s:Bell"),
        SymbolGraphFixture.relation("s:Bell.fall", "memberOf", "s:Bell"),
      ])
    let site = try site(["index.md": "# Home\n"], tower: tower)
    #expect(build(site) == [])
    let bell = try #require(site.page("reference/High/Bell.html"))
    #expect(bell.contains("Hangs it <code>listen</code> or <code>ringTwice</code> times."))
    #expect(bell.contains("unless you <a class=\"symbol\" href=\"../Bells/Ringing.html#listen(_:)\">"))
  }

  @Test func besideAColumnOfOursCodeOfOthersHasNoLinks() throws {
    let table = "| Gongs | Bells |\n| --- | --- |\n| `Bell`, ``Bells/Bell`` | `Bell` |\n"
    let site = try site(["index.md": "# Home\n\n\(table)\n| Gongs | Others |\n| --- | --- |\n| `Bell` | x |\n"])
    #expect(build(site) == [])
    let page = try #require(site.page("index.html"))
    #expect(page.contains("<td><code>Bell</code>, <a class=\"symbol\""))
    #expect(page.matches(of: /<a class="symbol"/).count == 3)
  }

  @Test func moreThanThreeExamplesFold() throws {
    let parts = (1...4).map { "## Part \($0)\n\n```swift\nlet bell = Bell()\n```\n\n" }
    let pages = ["index.md": "# Home\n\n\(parts.joined())"]
    let site = try site(pages)
    #expect(build(site, verified: pages) == [])
    let bell = try #require(site.page("reference/Bells/Bell.html"))
    #expect(bell.contains("<details class=\"uses\"><summary>Examples that use it</summary>\n<ul>\n<li><a href="))
    #expect(bell.contains("<li><a href=\"../../index.html#part-4\">Home: Part 4</a></li>\n</ul>\n</details>"))
  }

  @Test func whatHasADefaultCanBeLeftOut() throws {
    let site = try site([
      "index.md":
        "# Home\n\n`play(for:)`, `play(for:with:)`, `Bell.play(for:at:with:)`, ``Bell/play(for:at:)``; "
        + "not `play(at:)`, `play(with:for:)` or `play(for:by:)`.\n"
    ])
    #expect(build(site) == [])
    let links = try #require(site.page("index.html")).matches(of: /<a class="symbol" href="([^"]*)"><code>/)
    #expect(links.map { String($0.1) } == Array(repeating: "reference/Bells/Bell.html#play(for:at:with:)", count: 4))
    let missing = try self.site(["index.md": "# Home\n\n``Bell/play(at:)``\n"])
    #expect(build(missing).count == 1)
  }

  @Test func callsWithAClosureLeadToTheReference() throws {
    let code =
      "let bell = Bell()\nbell.listen { print($0) }\nbell\n  .listen {\n    $0\n  }\n"
      + "if bell.listen {}\nvar listen: Int { 1 }\nbell.listen\n"
    let site = try site(["index.md": "# Home\n\n```swift\n\(code)```\n"])
    #expect(build(site) == [])
    let page = try #require(site.page("index.html"))
    #expect(page.matches(of: /<a href="reference\/Bells\/Ringing.html#listen\(_:\)">listen<\/a> \{/).count == 2)
    #expect(page.matches(of: /#listen\(_:\)/).count == 2)
  }

  @Test func aPageIntroducesAModule() throws {
    let introduction =
      "# The module Bells\n\nAll about ringing, after [home](../../index.md#start).\n\n## Ring\n\n- ``Bell``\n"
      + "- ``Bell/ring(times:)``\n\n## Functions\n\n- not `Bell` alone\n"
    let site = try site([
      "index.md": "# Home\n\n## Start\n\n[Bells](reference/Bells/index.md#ring)\n",
      "reference/Bells/index.md": introduction,
    ])
    #expect(build(site) == [])
    let module = try #require(site.page("reference/Bells/index.html"))
    #expect(
      module.contains("<h1 id=\"the-module-bells\">") && module.contains("href=\"../../index.html#start\">home</a>"))
    #expect(
      module.contains(
        """
        <dl class="symbols">
        <dt><a href="Bell.html"><code>Bell</code></a></dt>
        <dd>A bell.</dd>
        <dt><a href="Bell.html#ring(times:)"><code>ring(times:)</code></a></dt>
        <dd>Rings as <code>Bell</code> does.</dd>
        </dl>
        """))
    #expect(try #require(site.page("search/0.js")).contains("ring(times:) Rings as Bell does."))
    #expect(module.contains("<h2 id=\"protocols\">Other protocols"))
    #expect(!module.contains("Other structures"))
    #expect(module.contains("<h2 id=\"functions\">Functions"))
    #expect(module.contains("<h2 id=\"all-functions\">Functions"))
    #expect(module.contains("<h3 id=\"silence()\">"))
    #expect(module.contains("<li>not <a class=\"symbol\""))
    #expect(site.page("index.html")?.contains("<a href=\"reference/Bells/index.html#ring\">Bells</a>") == true)
    #expect(site.page("index.html")?.contains("The module Bells") == false, "it is not a page of its own")
    let clash = try self.site(["index.md": "# Home\n", "reference/Bells/Bell.md": "# Bell\n"])
    #expect(build(clash).first?.contains("would both be written to reference/Bells/Bell.html") == true)
    let missing = try self.site(["index.md": "# Home\n", "reference/Bells/index.md": "# Bells\n\n- ``Bel``\n"])
    #expect(build(missing).first?.contains("reference/Bells/index.md:3:5: error: there is no symbol “Bel”") == true)
  }

  @Test func aLongDeclarationHasALineForEachParameter() throws {
    let attribute = #"{"kind": "attribute", "spelling": "nonisolated"}, {"kind": "text", "spelling": "(nonsending) "}"#
    let chord = SymbolGraphFixture.symbol(
      "s:Bell.chord", "method", ["Bell", "chord(of:then:)"], "func chord<A, B>(", line: 3,
      parameters: [("of", "[A], "), ("then", "@escaping (A, B) -> B) -> LongestOfAllNamesOfChords<Self, A, (B, B)>")]
    ).replacing(#""declarationFragments": ["#, with: #""declarationFragments": [\#(attribute), "#)
    let tower = SymbolGraphFixture.graph(
      "Tower", [chord], [SymbolGraphFixture.relation("s:Bell.chord", "memberOf", "s:Bell")])
    let site = try site(["index.md": "# Home\n"], tower: tower)
    #expect(build(site) == [])
    let page = try #require(site.page("reference/High/Bell.html"))
    let declaration = page.matches(of: /<pre[^>]*><code>(.*?)<\/code>/.dotMatchesNewlines()).last
    #expect(
      page.contains("\n</span><span class=\"line\">  <span class=\"f\">then</span>: "),
      "lines have indents of their own")
    #expect(
      declaration?.1.replacing(/<[^>]*>/, with: "").replacing("&lt;", with: "<").replacing("&gt;", with: ">") == """
        nonisolated(nonsending) func chord<A, B>(
          of: [A],
          then: @escaping (A, B) -> B
        ) -> LongestOfAllNamesOfChords<Self, A, (B, B)>
        """)
  }

  @Test func manyMembersHaveAnOverview() throws {
    let names = ["hang(_:)", "hang(by:)"] + (1...22).map { "swing\($0)()" }
    let methods = names.enumerated().map { number, name in
      SymbolGraphFixture.symbol("s:Bell.\(number)", "method", ["Bell", name], "func \(name)", line: number + 2)
    }
    let members = names.indices.map { SymbolGraphFixture.relation("s:Bell.\($0)", "memberOf", "s:Bell") }
    let site = try site(["index.md": "# Home\n"], tower: SymbolGraphFixture.graph("Tower", methods, members))
    #expect(build(site) == [])
    let page = try #require(site.page("reference/High/Bell.html"))
    #expect(
      page.contains(
        """
        <dl class="fields overview">
        <dt>Methods</dt>
        <dd><a href="#hang(_:)"><code>hang</code></a>, <a href="#swing1()"><code>swing1</code></a>,
        """.dropLast()))
    let summary = "<details class=\"members\"><summary><h2 id=\"methods\">"
    #expect(page.contains(summary) && page.contains("</h2>\n</summary>\n<h3 id=\"hang(_:)\">"))
    #expect(page.components(separatedBy: "<details class=\"members\"").count == 2)
    let small = try #require(site.page("reference/Bells/Bell.html"))
    #expect(!small.contains("overview") && !small.contains("class=\"members\""))
  }

  @Test func foldersWithSeveralMembersAreHeadings() throws {
    let folders = (0..<25).map { $0 == 24 ? "Single" : ["Hanging", "Ringing", "Swinging"][$0 % 3] }
    let methods = folders.enumerated().map { number, folder in
      // One that is declared beside others is beside the one of its name.
      let name = number == 3 ? "swing1(again:)" : "swing\(number)()"
      return SymbolGraphFixture.symbol(
        "s:Bell.\(number)", "method", ["Bell", name], "func \(name)", line: number + 2,
        file: "Sources/\(folder)/Bell.swift")
    }
    let members = folders.indices.map { SymbolGraphFixture.relation("s:Bell.\($0)", "memberOf", "s:Bell") }
    let site = try site(["index.md": "# Home\n"], tower: SymbolGraphFixture.graph("Tower", methods, members))
    #expect(build(site) == [])
    let page = try #require(site.page("reference/High/Bell.html"))
    let titles = page.matches(of: /<h2 id="([^"]*)">([^<]*) </).map { "\($0.1) \($0.2)" }
    #expect(
      titles.prefix(4) == [
        "methods-hanging Hanging", "methods-ringing Ringing", "methods-swinging Swinging",
        "other-methods Other methods",
      ])
    let swings = "<a href=\"#swing1()\"><code>swing1</code></a>, <a href=\"#swing10()\"><code>swing10</code></a>"
    #expect(page.contains("<dt>Ringing</dt>\n<dd>\(swings)"))
    #expect(page.components(separatedBy: "<code>swing1</code>").count == 2)
  }

  @Test func theContentsOfALongPageAreItsSections() throws {
    let sections = (1...30).map { "## Part \($0)\n\n### Detail \($0)\n" }
    let site = try site([
      "index.md": "# Home\n\n[a](a.md)\n\n" + sections.joined(), "a.md": "# A\n\n" + sections.joined() + "### Last\n",
    ])
    #expect(build(site) == [])
    #expect(site.page("index.html")?.contains("<a href=\"#detail-30\">") == true)
    let long = try #require(site.page("a.html"))
    #expect(long.contains("<li><a href=\"#part-30\">") && !long.contains("<li class=\"inner\"><a href=\"#detail-30\">"))
  }

  @Test func aModuleTellsSymbolsOfOneNameApart() throws {
    let tower = SymbolGraphFixture.graph(
      "Tower", [SymbolGraphFixture.symbol("t:Bell", "struct", ["Bell"], "struct Bell", line: 2, "Another bell.")], [])
    let site = try site(["index.md": "# Home\n\n``Bells/Bell`` ``High/Bell``\n"], tower: tower)
    #expect(build(site) == [])
    let links = try #require(site.page("index.html")).matches(of: /<a class="symbol" href="([^"]*)"/).map(\.1)
    #expect(links == ["reference/Bells/Bell.html", "reference/High/Bell.html"])
  }

  @Test func declarationsLeadToTheirLines() throws {
    let site = try site(["index.md": "# Home\n"])
    let graph = SymbolGraphFixture.bells.replacing("file:///repository", with: "file://\(site.root)/in")
    try site.write(graph, to: ".symbols/Bells.symbols.json")
    try site.write("", to: ".git/HEAD")
    #expect(build(site) == [])
    let name = "<span title=\"Sources/Bell.swift:8\">Bell.swift:8</span>"
    #expect(site.page("reference/Bells/Bell.html")?.contains(name) == true)
    #expect(site.page("index.html")?.contains("noindex") == false)
    let reference = #"[{"name": "Bells"}, {"name": "High", "modules": ["Tower"]}]"#
    try site.write(
      #"{"site": {"repository": "https://example.org/a", "reference": \#(reference)}}"#, to: ".docs.json")
    #expect(build(site) == [])
    let remote = "href=\"https://example.org/a/blob/main/Sources/Bell.swift#L8\""
    #expect(site.page("reference/Bells/Bell.html")?.contains(remote) == true)
  }

  @Test func typesInTheSidebarFoldByKind() throws {
    let site = try site(["index.md": "# Home\n"])
    #expect(build(site) == [])
    let bell = try #require(site.page("reference/Bells/Bell.html"))
    #expect(
      bell.contains(
        "<details open><summary>Structures</summary>\n<ul>\n<li><a href=\"../../reference/Bells/Bell.html\""))
    #expect(bell.contains("<details><summary>Protocols</summary>"))
    #expect(site.page("reference/Bells/index.html")?.contains("<details open><summary>Protocols</summary>") == true)
  }

  @Test func whatATypeInheritsIsListed() throws {
    let site = try site(["index.md": "# Home\n"])
    #expect(build(site) == [])
    let bell = try #require(site.page("reference/Bells/Bell.html"))
    #expect(bell.contains("<summary>inherits 2 members</summary>"))
    #expect(bell.contains("<a class=\"symbol\" href=\"Ringing.html#ringTwice()\"><code>ringTwice()</code></a>"))
  }

  /// The compiler keeps the stars of this one.
  @Test func starsAtTheStartOfEachLineAreNoText() throws {
    let hang = SymbolGraphFixture.symbol(
      "s:Bell.hang", "method", ["Bell", "hang()"], "func hang()", line: 8,
      "Hangs it:", " * ```swift", " * let a = 1", " * ```", " * See ``Bel``.", " ")
    let site = try site(["index.md": "# Home\n"])
    try site.write(
      SymbolGraphFixture.graph("Tower", [hang], [SymbolGraphFixture.relation("s:Bell.hang", "memberOf", "s:Bell")])
        .replacing("file:///repository", with: "file://\(site.root)/in"), to: ".symbols/Tower@Bells.symbols.json")
    func write(_ name: String) throws {
      let comment = "/** Hangs it:\n   * ```swift\n   * let a = 1\n   * ```\n   * See ``\(name)``.\n   */"
      try site.write("extension Bell {\n  \(comment)\n  func hang() {}\n}\n", to: "Sources/Bell.swift")
    }
    try write("Bel")
    #expect(
      build(site) == [
        """
        Sources/Bell.swift:6:12: error: there is no symbol “Bel”; did you mean “Bell”?
        6 |    * See ``Bel``.
          |            ^~~
        """
      ])
    try write("Bell")
    #expect(build(site) == [])
    let page = try #require(site.page("reference/High/Bell.html"))
    #expect(page.contains("<p>Hangs it:</p>\n<figure class=\"code\"><pre") && !page.contains("* "))
  }

  @Test func unknownSymbolsFailTheBuild() throws {
    let tower = SymbolGraphFixture.graph(
      "Tower",
      [
        SymbolGraphFixture.symbol(
          "s:Bell.hang", "method", ["Bell", "hang()"], "func hang()", line: 4, "Hangs it.", "See ``Bel/ring``.")
      ], [SymbolGraphFixture.relation("s:Bell.hang", "memberOf", "s:Bell")])
    let site = try site(
      ["index.md": "# Home\n\nText and ``Bell/rang(times:)``.\n\n`` a`b `` and `Bel`.\n"], tower: tower)
    #expect(
      build(site) == [
        """
        in/index.md:3:12: error: there is no symbol “Bell/rang(times:)”; did you mean “Bell.ring(times:)”?
        3 | Text and ``Bell/rang(times:)``.
          |            ^~~~~~~~~~~~~~~~~
        """,
        """
        /repository/Sources/Bell.swift:3:11: error: there is no symbol “Bel/ring”; did you mean “Bell.ring”?
        3 |     See ``Bel/ring``.
          |           ^~~~~~~~
        """,
      ])
    #expect(site.page("index.html") == nil)
  }

  /// The compiler writes one of this kind for two parameter packs.
  @Test func constraintsOfUnknownKindsAreLeftOut() throws {
    let constraint = #"{"kind": "sameShape", "lhs": "each A", "rhs": "each B"}"#
    let packs = SymbolGraphFixture.symbol(
      "s:Bell.hang", "method", ["Bell", "hang(_:)"], "func hang<each A, each B>(...)", line: 4, "Hangs it."
    ).replacing(#""accessLevel""#, with: #""swiftGenerics": {"constraints": [\#(constraint)]}, "accessLevel""#)
    let tower = SymbolGraphFixture.graph(
      "Tower", [packs], [SymbolGraphFixture.relation("s:Bell.hang", "memberOf", "s:Bell")])
    let site = try site(["index.md": "# Home\n"], tower: tower)
    #expect(build(site) == [])
    #expect(site.page("reference/High/Bell.html")?.contains("Hangs it.") == true)
  }

  @Test func conditionsThatEveryTypeMeetsAreLeftOut() throws {
    let constraints = ["Copyable", "Equatable"].map { #"{"kind": "conformance", "lhs": "Tone", "rhs": "\#($0)"}"# }
    let relation =
      SymbolGraphFixture.relation("s:Bell", "conformsTo", "s:SQ", "Swift.Equatable").dropLast()
      + #", "swiftConstraints": [\#(constraints.joined(separator: ", "))]}"#
    let site = try site(["index.md": "# Home\n"], tower: SymbolGraphFixture.graph("Tower", [], [String(relation)]))
    #expect(build(site) == [])
    let condition = "<code>Equatable</code> <span class=\"when\">where <code>Tone: Equatable</code></span>"
    #expect(site.page("reference/Bells/Bell.html")?.contains(condition) == true)
  }

  @Test func withoutGraphsTheReferenceIsLeftOut() throws {
    let site = try site([
      "index.md": "# Home\n\n``Anything/goes``\n", "SUMMARY.md": "- [Home](index.md)\n",
      "reference/Bells/index.md": "# Bells\n",
    ])
    let builder = SiteBuilder(source: site.root + "/in", output: site.output, symbols: site.root + "/nowhere")
    #expect(
      builder.build().problems.map(\.summary) == [
        ".docs.json: warning: the API reference is left out; run “docs verify” first"
      ])
    #expect(site.page("index.html")?.contains("<code>Anything/goes</code>") == true)
  }

  @Test func brokenGraphsAreReported() throws {
    let site = try site(["index.md": "# Home\n"], tower: "{")
    #expect(build(site).first?.contains(".symbols: error: the symbol graphs cannot be read") == true)
  }
}

extension ReferenceTests {
  @Test func anEditOfAGuideLeavesTheReferenceAlone() throws {
    var pages: [String: String] = ["index.md": "# Home\n"]
    for number in 0..<20 { pages["page-\(number).md"] = "# Page \(number)\n\n``Bell`` and `ring(times:)`.\n" }
    let (site, other) = (try site(pages), try site(pages))
    for folder in [site, other] {
      #expect(build(folder) == [])
      try folder.write("# Page 3\n\nNow ``Bell/Tone``.\n", to: "page-3.md")
    }
    try FileManager.default.removeItem(atPath: other.output)
    #expect(build(site) == [] && build(other) == [])
    #expect(site.page("page-3.html")?.contains("reference/Bells/Bell.Tone.html") == true)
    #expect(site.everything() == other.everything())
  }
}
