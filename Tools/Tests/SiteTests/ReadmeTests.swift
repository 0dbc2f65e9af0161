import Foundation
import Site
import Testing

/// READMEs of the shapes that well-known repositories have, in words of our own.
struct ReadmeTests {
  private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../ExamplesTests/Fixtures/Readmes").standardizedFileURL.path

  /// The problems of the site made from the README `name` and what is beside it, and the site.
  private func build(_ name: String) throws -> (problems: [String], site: SiteFolder) {
    let site = try SiteFolder([:])
    try FileManager.default.copyItem(atPath: "\(Self.fixtures)/\(name)", toPath: site.root + "/in")
    return (site.problems(), site)
  }

  @Test(arguments: [
    "Composer", "Fisher", "Gas", "Netter", "Nimblest", "Parser", "Reacts", "Sockets",
  ])
  func everyShapeBuilds(name: String) throws {
    let (problems, site) = try build(name)
    let unlinked = name == "Composer" ? ["in/README.md:30:20: warning: “./Examples” is not a page of the site"] : []
    #expect(problems.map { $0.split(separator: ",")[0] } == unlinked.map { $0[...] })
    let html = try #require(site.page("index.html"))
    for lost in ["<script src=\"http", "style=\"max", "&lt;p ", "&lt;a ", "&lt;br", "&lt;center"] {
      #expect(!html.contains(lost), "\(lost)")
    }
  }

  @Test func anchorsAreMeantInAnyCase() throws {
    let html = try #require(try build("Composer").site.page("index.html"))
    #expect(html.contains("<a href=\"#license\">License</a>"))
    #expect(html.contains("<a href=\"#basic-usage\">Basic usage</a>"))
    let site = try SiteFolder([
      "index.md": "# A\n\n[x](b.md#Part-two) [y](b.md#OWN) [z](b.md#Own) [ü](b.md#GR%C3%96SSE) [no](b.md#Nothing)\n",
      "b.md": "# B\n\n## Part Two\n\n## Mine {#Own}\n\n## Größe {#größe}\n\n## Grösse\n",
    ])
    #expect(
      site.problems() == [
        "in/index.md:3:76: error: there is no heading “#Nothing” in b.md"
      ])
    try site.write(
      "# A\n\n[x](b.md#Part-two) [y](b.md#OWN) [z](b.md#Own) [ü](b.md#GR%C3%96SSE)\n", to: "index.md")
    #expect(site.problems() == [])
    let page = try #require(site.page("index.html"))
    for link in ["b.html#part-two\">x", "b.html#own\">y", "b.html#own\">z", "b.html#gr%C3%B6sse\">ü"] {
      #expect(page.contains(link), "\(link)")
    }
  }

  @Test func foldersAndPagesAroundAreLinksIntoTheRepository() throws {
    let html = try #require(try build("Sockets").site.page("index.html"))
    for link in [
      "https://example.org/sockets/blob/main/Sources/EchoServer\"", "https://example.org/sockets/issues\"",
      "docs/public-api.html\"", "#compat\"",
    ] {
      #expect(html.contains("href=\"" + link), "\(link)")
    }
  }

  @Test func picturesOfDocCHaveNoEnding() throws {
    let page = try build("Parser").site.page("Sources/Parser/Documentation.docc/GettingStarted.html")
    #expect(page?.contains("src=\"flower@2x.png\"") == true)
  }

  @Test func picturesMayBeInHiddenFolders() throws {
    let site = try SiteFolder(["index.md": "# A\n\n![b](.github/images/b.png)\n", ".github/images/b.png": "b"])
    #expect(site.problems() == [])
    #expect(site.page(".github/images/b.png") == "b")
    try site.write("# A\n\n![b](.github/c.png) ![b](.github/d.png)\n", to: "index.md")
    let link = site.root + "/in/.github/d.png"
    try Data().write(to: URL(fileURLWithPath: site.root + "/secret.png"))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: site.root + "/secret.png")
    #expect(site.problems().count == 2)
  }

  @Test func linksToHiddenFilesLeadIntoTheRepository() throws {
    let site = try SiteFolder([
      "index.md": "# A\n\n[b](.github/b.yml) [c](.github) [d](.github/d.yml)\n", ".github/b.yml": "b",
      ".docs.json": "{ \"site\": { \"repository\": \"https://example.org/r\" } }",
    ])
    #expect(site.problems() == ["in/index.md:3:37: error: there is no file “.github/d.yml”"])
    try site.write("# A\n\n[b](.github/b.yml) [c](.github)\n", to: "index.md")
    #expect(site.problems() == [])
    let page = site.page("index.html") ?? ""
    #expect(page.contains("https://example.org/r/blob/main/.github/b.yml\""))
    #expect(page.contains("https://example.org/r/blob/main/.github\""))
  }
}
