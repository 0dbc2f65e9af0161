import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct FeedTests {
  private static let changelog =
    "# Changes\n\n## Unreleased\n\n- `a` & <b>b</b>\n\n### Fixed\n\nc\n\n## 1.0.0 (2026-03-31)\n\nFirst.\n"

  @Test func theChangelogHasAFeed() throws {
    let site = try SiteFolder([
      "index.md": "# Home\n", "CHANGELOG.md": Self.changelog,
      ".docs.json": #"{"site": {"title": "T & U", "address": "https://example.org/docs"}}"#,
    ])
    #expect(site.problems() == [])
    let feed = try #require(site.page("feed.xml"))
    #expect(feed.contains("<title>T &amp; U: changes</title>\n<id>https://example.org/docs/CHANGELOG.html</id>"))
    #expect(feed.components(separatedBy: "<entry>").count == 3)
    #expect(feed.contains("<link rel=\"alternate\" href=\"https://example.org/docs/CHANGELOG.html#100-2026-03-31\"/>"))
    #expect(feed.contains("<updated>2026-03-31T00:00:00Z</updated>"))
    #expect(feed.contains("<summary>a &amp; b Fixed: c</summary>"))
    #expect(XMLParser(data: Data(feed.utf8)).parse())
    #expect(
      site.page("index.html")?.contains("<link rel=\"alternate\" type=\"application/atom+xml\" href=\"feed.xml\">")
        == true)

    try site.write(Self.changelog + "\n## 0.9.0 - 2026-01-01\n\nBefore.\n", to: "CHANGELOG.md")
    #expect(site.problems() == [])
    #expect(site.page("feed.xml")?.contains("0.9.0 - 2026-01-01") == true)
  }

  @Test func withoutAddressAndWithoutChangelog() throws {
    let site = try SiteFolder(["index.md": "# Home\n", "Changelog.md": Self.changelog])
    site.build()
    #expect(site.page("feed.xml")?.contains("<id>urn:docs:home:Changelog.html#unreleased</id>") == true)
    try site.remove("Changelog.md")
    site.build()
    #expect(site.page("feed.xml") == nil)
    #expect(site.page("index.html")?.contains("atom") == false)
  }
}
