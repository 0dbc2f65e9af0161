import Foundation
import Testing

struct ExtrasTests {
  @Test func anAddressGivesASitemapAndCanonicalLinks() throws {
    let site = try SiteFolder([
      ".docs.json": "{ \"site\": { \"title\": \"T\", \"address\": \"https://example.org/docs\" } }",
      "index.md": "# Home\n\nWelcome.\n", "deep/a b.md": "# A & B\n",
    ])
    #expect(site.problems() == [])
    #expect(
      site.page("sitemap.xml") == """
        <?xml version="1.0" encoding="UTF-8"?>
        <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
        <url><loc>https://example.org/docs/index.html</loc></url>
        <url><loc>https://example.org/docs/deep/a%20b.html</loc></url>
        </urlset>

        """)
    let page = try #require(site.page("deep/a b.html"))
    #expect(page.contains("<link rel=\"canonical\" href=\"https://example.org/docs/deep/a%20b.html\">"))
    #expect(page.contains("<title>A &amp; B · T</title>"))
    #expect(page.contains("<meta property=\"og:title\" content=\"A &amp; B\">"))
    #expect(site.page("index.html")?.contains("<meta name=\"description\" content=\"Welcome.\">") == true)
  }

  @Test func thePageForMissingOnesIsShownAtAnyDepth() throws {
    for (address, root) in [("", "/"), (", \"address\": \"https://example.org/docs\"", "/docs/")] {
      let site = try SiteFolder([".docs.json": "{ \"site\": { \"title\": \"T\"\(address) } }", "index.md": "# Home\n"])
      #expect(site.problems() == [])
      let page = try #require(site.page("404.html"))
      let links = page.matches(of: /(?:href|src|data-root)="([^"#]*)["#]/).map { String($0.1) }.filter { !$0.isEmpty }
      #expect(links.count > 6 && links.allSatisfy { $0.hasPrefix(root) }, "\(links)")
      #expect(page.contains("<a href=\"\(root)index.html\">home page</a>"))
      #expect(page.contains("<meta name=\"robots\" content=\"noindex\">"))
    }
  }

  @Test func aSiteWithoutAFirstPageGetsOne() throws {
    let site = try SiteFolder(["guide/a.md": "# A\n"])
    #expect(site.problems() == [])
    #expect(site.page("index.html")?.contains("url=guide/a.html") == true)
    #expect(site.page("sitemap.xml") == nil)
  }

  @Test func searchFindsPagesInReadingOrder() throws {
    let site = try SiteFolder([
      "Appendix.md": "# Appendix\n", "index.md": "# Home\n", "start.md": "# Start\n",
      "SUMMARY.md": "# Contents\n\n- [Home](index.md)\n- [Start](start.md)\n- [Appendix](Appendix.md)\n",
    ])
    #expect(site.problems() == [])
    let index = try #require(site.page("search/index.js"))
    #expect(
      index.contains("[\"index.html\",\"Home\"],\n[\"start.html\",\"Start\"],\n[\"Appendix.html\",\"Appendix\"]"))
  }

  @Test func theSearchIndexHoldsHeadingsWordsAndText() throws {
    let site = try SiteFolder([
      "index.md": "# Home\n\nA `PassthroughSubject` and a \"quote\" \\\\ here.\n\n## What's new?\n\n"
        + "Nothing café 日本, Swift 6, x.\n",
      "other.md": "# Other\n\nhere\n",
      ".docs.json": #"{ "site": { "synonyms": { "Rate limit": "throttle", "http": "URLSession" } } }"#,
    ])
    #expect(site.problems() == [])
    let index = try #require(site.page("search/index.js"))
    #expect(index.contains("[\"index.html\",\"Home\",[\"whats-new\",\"What's new?\"]],\n[\"other.html\",\"Other\"]"))
    let words = try #require(index.components(separatedBy: "],\"").last).components(separatedBy: "\",\"")
    var all: [String] = []
    for item in words[0].split(separator: " ") {
      all.append((all.last ?? "").prefix(Int(String(item.first!), radix: 36)!) + String(item.dropFirst()))
    }
    #expect(
      all == [
        "6", "and", "café", "here", "nothing", "passthrough", "passthroughsubject", "quote", "subject", "swift", "日",
        "本",
      ])
    #expect(
      words[1...].joined(separator: "\",\"")
        == #"C B C BC C B B B B C C C",{"http":"URLSession","rate limit":"throttle"});"# + "\n")
    let text = try #require(site.page("search/0.js"))
    #expect(
      text
        == "docsText(0,[[\"A PassthroughSubject and a \\\"quote\\\" \\\\ here.\",\"Nothing café 日本, Swift 6, x.\"],\n[\"here\"]]);\n"
    )
  }
}
