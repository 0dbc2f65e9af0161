import Files
import Foundation
import Site
import Testing

struct BuildTests {
  @Test func aFolderWithoutASummaryIsInTheOrderOfItsNames() throws {
    let site = try SiteFolder([
      "b.md": "# Second\n", "a.md": "# First\n", "README.md": "# Home\n", "deep/page-2.md": "# Two\n",
      "deep/page-10.md": "# Ten\n", "api-v2/x.md": "# New\n", "api/x.md": "# Old\n",
    ])
    #expect(site.problems() == [])
    let home = try #require(site.page("index.html"))
    let order = ["Home", "First", "Old", "New", "Second", "Deep", "Two", "Ten"]
    let places = order.map { home.range(of: ">\($0)<")?.lowerBound }
    #expect(!places.contains(nil))
    #expect(zip(places, places.dropFirst()).allSatisfy { $0! < $1! })
    #expect(home.contains("<a href=\"index.html\" aria-current=\"page\">Home</a>"))
    let deep = try #require(site.page("deep/page-2.html"))
    #expect(deep.contains("<a href=\"../a.html\">First</a>"))
    #expect(deep.contains("href=\"../assets/site.css\""))
  }

  @Test func buildsAreRepeatable() throws {
    let files = [
      "index.md": "# Home\n\n## A\n\n[b](b.md#c)\n", "b.md": "# B\n\n## C\n\n```swift\nlet a = \"b\"\n```\n",
    ]
    let (one, two) = (try SiteFolder(files), try SiteFolder(files))
    #expect(one.problems() + two.problems() == [])
    #expect(one.everything() == two.everything())
  }

  @Test func buildsIntoAFolderThatIsNotThereYetTakeTurns() throws {
    let site = try SiteFolder(Dictionary(uniqueKeysWithValues: (0..<50).map { ("\($0).md", "# Page \($0)\n") }))
    for round in 0..<5 {
      let output = "\(site.root)/round-\(round)/deep/out"
      let source = site.root + "/in"
      let reports = Cores.map(4) { _ in SiteBuilder(source: source, output: output).build() }
      #expect(reports.flatMap(\.problems).map(\.summary) == [])
      #expect(reports.count { $0.changedFiles > 0 } == 1, "the others find what the first has written")
    }
  }

  @Test func onlyWhatChangedIsWritten() throws {
    let site = try SiteFolder(["index.md": "# Home\n", "a.md": "# A\n", "b.md": "# B\n"])
    #expect(site.build().changedFiles > 6)
    #expect(site.build().changedFiles == 0)
    let untouched =
      try FileManager.default.attributesOfItem(atPath: site.output + "/a.html")[.modificationDate] as? Date
    try site.write("# B\n\nMore.\n", to: "b.md")
    let report = site.build()
    #expect(report.changedFiles >= 2 && report.changedFiles <= 5)
    let after = try FileManager.default.attributesOfItem(atPath: site.output + "/a.html")[.modificationDate] as? Date
    #expect(untouched == after)
  }

  @Test func damageIsRepaired() throws {
    let site = try SiteFolder(["index.md": "# Home\n", "a.md": "# A\n", "b.md": "# B\n"])
    site.build()
    let good = site.everything()
    try "broken".write(toFile: site.output + "/a.html", atomically: true, encoding: .utf8)
    try FileManager.default.removeItem(atPath: site.output + "/b.html")
    #expect(site.build().changedFiles == 2)
    #expect(site.everything() == good)
  }

  @Test func openPagesOfAWatchedSiteAreToldOfABuild() throws {
    let site = try SiteFolder(["index.md": "# Home\n", "deep/a.md": "# A\n"])
    site.build()
    #expect(site.page("index.html")?.contains("live.js") == false)
    var builder = SiteBuilder(source: site.root + "/in", output: site.output)
    builder.isWatched = true
    var script = LiveScript(output: site.output)
    func published() throws -> String {
      try script.publish(builder.build())
      return try String(contentsOfFile: site.output + ".live.js", encoding: .utf8)
    }
    let first = try published()
    #expect(site.page("index.html")?.contains("<script defer src=\"../out.live.js\"></script>") == true)
    #expect(site.page("deep/a.html")?.contains("<script defer src=\"../../out.live.js\"></script>") == true)
    #expect(try published() == first)
    try site.write("# Home\n\n[x](none.md)\n", to: "index.md")
    let failed = try published()
    #expect(failed.contains("there is no page \\u201cnone.md") || failed.contains("there is no page “none.md”"))
    #expect(failed.contains("showBuild(\(first.split(separator: "(").last?.prefix { $0 != "," } ?? ""), "))
    try site.write("# Home\n\nMore.\n", to: "index.md")
    #expect(try published() != first)
    site.build()
    #expect(site.page("index.html")?.contains("live.js") == false)
  }

  @Test func stalePagesAreRemoved() throws {
    let site = try SiteFolder(["index.md": "# Home\n", "deep/a.md": "# A\n"])
    site.build()
    try "kept".write(toFile: site.output + "/CNAME", atomically: true, encoding: .utf8)
    try site.remove("deep/a.md")
    site.build()
    #expect(site.page("deep/a.html") == nil)
    #expect(!FileManager.default.fileExists(atPath: site.output + "/deep"))
    #expect(site.page("CNAME") == "kept")
  }

  @Test func linksBetweenPagesAreResolved() throws {
    let site = try SiteFolder([
      "index.md":
        "# Home\n\n[a](deep/a.md#one) [b](deep/) [c](/deep/a.md) [d](https://example.org/?a=1&b=2) [e](#home)\n",
      "deep/README.md": "# Deep\n\n![p](../p.png) [f](../data.csv)\n",
      "deep/a.md": "# A\n\n## One\n\n[up](../index.md)\n",
      "p.png": "png", "data.csv": "1,2", "unused.bin": "x",
    ])
    #expect(site.problems() == [])
    let home = try #require(site.page("index.html"))
    for link in [
      "href=\"deep/a.html#one\"", "href=\"deep/index.html\"", "href=\"deep/a.html\"",
      "href=\"https://example.org/?a=1&amp;b=2\"", "href=\"#home\"",
    ] {
      #expect(home.contains(link), "\(link)")
    }
    #expect(site.page("deep/a.html")?.contains("<a href=\"../index.html\">up</a>") == true)
    #expect(site.page("deep/index.html")?.contains("src=\"../p.png\"") == true)
    #expect(site.page("p.png") == "png" && site.page("data.csv") == "1,2" && site.page("unused.bin") == nil)
  }

  @Test func aSummaryOrdersThePages() throws {
    let site = try SiteFolder([
      "SUMMARY.md": "# S\n\n[Home](index.md)\n\n# Part\n\n- [One](one.md)\n  - [Two & three](two.md)\n- [Draft]()\n",
      "index.md": "# Home\n", "one.md": "# 1\n", "two.md": "# 2\n",
    ])
    #expect(site.problems() == [])
    let one = try #require(site.page("one.html"))
    #expect(one.contains("<link rel=\"prev\" href=\"index.html\">"))
    #expect(one.contains("<strong>Two &amp; three</strong>"))
    #expect(one.contains("<span>Draft</span>"))
    #expect(one.contains("<li class=\"part\"><details open><summary>Part</summary>\n<ul>\n<li>"))
    #expect(one.contains("<p class=\"crumbs\">Part</p>\n<h1"))
    #expect(site.page("index.html")?.contains("crumbs") == false)
  }

  @Test func aSummaryHasPagesBelowAHeading() throws {
    let site = try SiteFolder([
      "SUMMARY.md": "# S\n\n- [Home](index.md)\n- ### Part\n  - [One](one.md)\n-\n  - [Two](two.md)\n",
      "index.md": "# Home\n", "one.md": "# 1\n", "two.md": "# 2\n",
    ])
    #expect(site.problems() == [])
    #expect(try #require(site.page("two.html")).contains("<link rel=\"prev\" href=\"one.html\">"))
  }

  @Test func contentsOfAPageStandBesideAndAboveIt() throws {
    let site = try SiteFolder([
      "long.md": "# Long\n\n## One\n\n### Part\n\n## Two\n", "short.md": "# Short\n\n## One\n",
    ])
    site.build()
    let list = "<ul>\n<li><a href=\"#one\">One</a></li>\n<li class=\"inner\"><a href=\"#part\">Part</a></li>\n"
    let long = try #require(site.page("long.html"))
    #expect(long.contains("<details class=\"contents-above\"><summary>On this page</summary>\n\(list)"))
    #expect(long.contains("<p id=\"page.contents\">On this page</p>\n\(list)"))
    #expect(site.page("short.html")?.contains("On this page") == false)
  }

  @Test func whatEveryReaderLoadsIsSmall() throws {
    let site = try SiteFolder(["index.md": "# Home\n"])
    site.build()
    let everything = site.everything()
    #expect(try #require(everything["assets/site.css"]).count <= 20_000)
    #expect(try #require(everything["assets/site.js"]).count <= 30_000)
    let home = try #require(site.page("index.html"))
    #expect(!home.contains("http://") && !home.contains("https://"))
  }

  @Test func deadLinksCanBeWarnings() throws {
    let site = try SiteFolder(["index.md": "# A\n\n[x](nowhere.md) [y](#gone)\n", "Old/b.md": "[z](nothing.md)\n"])
    #expect(site.build().isFailure)
    try site.write("{\"site\": {\"exclude\": [\"Old/\"]}}", to: ".docs.json")
    var builder = SiteBuilder(source: site.root + "/in", output: site.output)
    builder.warnsOfLinks = true
    let report = builder.build()
    #expect(report.problems.map(\.severity) == [.warning, .warning])
    #expect(site.page("index.html") != nil && site.page("Old/b.html") == nil)
    #expect(builder.build().problems.count == 2, "warned of again")
  }

  @Test func linksOfDocCAreResolved() throws {
    let site = try SiteFolder([
      "index.md": "# A\n\n<doc:Guide> [x](doc:Guide#part)\n", "deep/Guide.md": "# G\n\n## Part\n",
    ])
    #expect(site.problems() == [])
    #expect(site.page("index.html")?.contains("href=\"deep/Guide.html#part\"") == true)
    try site.write("# A\n\n<doc:Giude>\n", to: "index.md")
    #expect(site.problems().first?.contains("there is no page or symbol “Giude”") == true)
  }
}
