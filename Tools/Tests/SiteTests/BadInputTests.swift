import Foundation
import Site
import Testing

struct BadInputTests {
  @Test func everyBadPageIsReported() throws {
    let site = try SiteFolder([
      "index.md": "# Home\n\nText [one](gettting-started.md) and ![two](pictures/no.png).\n",
      "getting-started.md": "# Start\n\n```swift\nlet a = 1\n",
      "other.md":
        "# Other\n\n## Same {#same}\n\n## Same {#same}\n\n[x](index.md#homee) [y](#sam) [z](../out.md) [up](#top)\n",
    ])
    try site.write(Data([0x23, 0x20, 0x41, 0x0A, 0xFF]), to: "latin.md")
    #expect(
      site.problems().sorted() == [
        "in/getting-started.md:3:1: error: this code fence never closes; end it with a line of ```",
        "in/index.md:3:12: error: there is no page “gettting-started.md”; did you mean “getting-started.md”?",
        "in/index.md:3:44: error: there is no image “pictures/no.png”",
        "in/latin.md:2:1: error: not UTF-8: byte 0xFF at offset 4; save the file as UTF-8",
        "in/other.md:5:9: error: the id “same” is given twice on this page; give this heading another id",
        "in/other.md:7:25: error: there is no heading “#sam” in this page; did you mean “#same”?",
        "in/other.md:7:35: error: “../out.md” points outside the site; link to a page of the site or to a web address",
        "in/other.md:7:5: error: there is no heading “#homee” in index.md; did you mean “#home”?",
      ])
    #expect(site.everything().isEmpty)
  }

  @Test func aLabelWithoutADefinitionIsProbablyADeadLink() throws {
    let site = try SiteFolder([
      "index.md": "# Home\n\n[See][home], ![picture][pic] and [`map`][map]: `a`, m[i][j], \\[x][y], [[1], [2]][a].\n"
        + "`m`[i][j], *m*[i][j]. [One][1].\n\n| a |\n| --- |\n| [See][cell] |\n\n[home]: index.md\n"
    ])
    let hint = "on a line of its own, or a backslash before the bracket if this is no link"
    #expect(
      site.problems().sorted() == [
        "in/index.md:3:25: warning: the label “pic” is not defined; write “[pic]: address” \(hint)",
        "in/index.md:3:42: warning: the label “map” is not defined; write “[map]: address” \(hint)",
        "in/index.md:4:29: warning: the label “1” is not defined; write “[1]: address” \(hint)",
        "in/index.md:8:9: warning: the label “cell” is not defined; write “[cell]: address” \(hint)",
      ])
  }

  @Test(arguments: ["address", "repository"]) func anAddressIsOneOfTheWeb(setting: String) throws {
    let site = try SiteFolder([
      ".docs.json": "{ \"site\": { \"\(setting)\": \"javascript:alert(1)\" } }", "index.md": "# Home\n",
    ])
    #expect(
      site.problems().map { $0.components(separatedBy: ": error: ").last } == [
        "“\(setting)” is no address of the web: “javascript:alert(1)”; begin it with https://"
      ])
  }

  @Test(arguments: [
    ("../../evil", "no name of a module"), ("/tmp/evil", "no name of a module"), ("", "no name of a module"),
    ("A", "there twice"),
  ])
  func namesOfTheReferenceAreModules(module: String, problem: String) throws {
    let site = try SiteFolder([
      ".docs.json": "{ \"site\": { \"reference\": [{ \"name\": \"A\" }, { \"name\": \"\(module)\" }] } }",
      "index.md": "# Home\n",
    ])
    #expect(
      site.problems() == [
        "in/.docs.json: error: “reference”: “\(module)” is \(problem); write the name of each module that users import once"
      ])
  }

  @Test func theLastGoodSiteStays() throws {
    let site = try SiteFolder(["index.md": "# Home\n", "other.md": "# Other\n"])
    #expect(site.problems() == [])
    let before = site.everything()
    #expect(before["other.html"] != nil)
    try site.write("# Changed\n\n[x](nowhere.md)\n", to: "index.md")
    try site.remove("other.md")
    #expect(site.problems().count == 1)
    #expect(site.everything() == before)
    #expect(!FileManager.default.fileExists(atPath: site.output + ".docs-staging"))
  }

  @Test func wrongEntriesOfASummaryAreReported() throws {
    let site = try SiteFolder([
      "SUMMARY.md": "# Summary\n\n- [Home](index.md)\n- [Guide](guide/intro.md)\n- [Twice](index.md)\n",
      "index.md": "# Home\n", "guides/intro.md": "# Intro\n",
    ])
    #expect(
      site.problems() == [
        "in/SUMMARY.md:4:11: error: there is no page “guide/intro.md”; did you mean “guides/intro.md”?",
        "in/SUMMARY.md:5:3: error: “index.md” is listed twice; keep one of the two entries",
        "in/guides/intro.md: error: this page is not in SUMMARY.md, so no reader will find it; "
          + "add “- [Title](guides/intro.md)” to SUMMARY.md, or remove the file",
      ])
  }

  @Test func linesOfManyPartsAreRead() throws {
    func many(_ text: String) -> String { String(repeating: text, count: 50_000) }
    let comments = many("<!--a-->")
    let code = ["#/a ", "##/a ", "\"\\(", "/*"].map { "```swift\n\(many($0))\n```\n\n" }.joined()
    let site = try SiteFolder([
      "index.md": "# A\n\n\(comments)\n\n<!--\n\(comments)\n\n<div>\n\(comments)\n</div>\n\n\(code)"
    ])
    #expect(site.problems() == [])
  }

  @Test func aLongLineIsNotShownWithEachOfItsProblems() throws {
    let site = try SiteFolder(["index.md": "# A\n\n\(String(repeating: "[a](nope.md) ", count: 5000))\n"])
    let problems = site.build().problems
    #expect(problems.count == 5000 && problems.allSatisfy { $0.excerpt == nil })
    #expect(problems.last?.summary.hasSuffix("index.md:3:64992: error: there is no page “nope.md”") == true)
  }

  @Test func onlyTheFirstOfManyDeadLinksHaveSuggestions() throws {
    let (headings, links) = ((0..<200).map { "## Part \($0)\n\n" }, (0..<200).map { "[x](#pat-\($0))\n" })
    let pages = (0..<100).map { "[y](indx\($0).md)\n" }
    let site = try SiteFolder(["index.md": "# A\n\n\((headings + links + pages).joined())"])
    let problems = site.problems()
    #expect(problems.count == 300)
    #expect(problems[0].hasSuffix("did you mean “index.md”?") && !problems[99].contains("did you mean"))
    #expect(problems[100].contains("there is no heading") && !problems[299].contains("did you mean"))
  }

  @Test func dangerousAddressesAreRefused() throws {
    let site = try SiteFolder(["index.md": "# A\n\n[x](javascript:alert(1)) [y](JAVASCRIPT:a) [z](data:text/html,x)\n"])
    #expect(site.problems().count == 3)
    #expect(site.problems().allSatisfy { $0.contains("are not allowed") })
  }

  @Test func twoPagesWithOneAddressAreReported() throws {
    let site = try SiteFolder(["README.md": "# A\n", "index.md": "# B\n"])
    #expect(site.problems().first?.contains("would both be written to index.html") == true)
  }

  @Test func filesWithStrangeNamesBecomeLinkedPages() throws {
    let names = [
      "a b.md", "\"quoted\".md", "<b>.md", "50%.md", "-rf.md", "#x.md", "a?b.md", "日本 😀.md", "a&b.md", "'.md",
      "a\\b.md", "javascript:alert(1).md",
    ]
    var files = ["index.md": "# Home\n"]
    for name in names { files[name] = "# \(name.replacing("<", with: "\\<"))\n" }
    let site = try SiteFolder(files)
    #expect(site.problems() == [])
    let home = try #require(site.page("index.html"))
    #expect(!home.contains("<b>"))
    #expect(!home.contains("href=\"javascript:"))
    for name in names {
      let link = home.matches(of: /<a href="([^"]*\.html)"/).map { String($0.1) }
        .first { $0.removingPercentEncoding?.replacing("&amp;", with: "&") == name.dropLast(2) + "html" }
      #expect(link != nil, "no link to \(name)")
      #expect(site.page(name.dropLast(2) + "html") != nil)
    }
    #expect(site.build().changedFiles == 0)
  }

  @Test func namesThatNoAddressCanHoldAreReported() throws {
    let site = try SiteFolder(["index.md": "# Home\n", "a\nb.md": "# A\n"])
    #expect(
      site.problems() == [
        #"in: error: the name "a\nb.md" cannot be part of an address; rename it"#
      ])
  }

  @Test func hugeFilesAreReported() throws {
    let site = try SiteFolder(["index.md": "# Home\n", "huge.md": ""])
    let file = try #require(FileHandle(forWritingAtPath: site.root + "/in/huge.md"))
    try file.truncate(atOffset: 65 << 20)
    #expect(site.problems() == ["in/huge.md: error: cannot be read: it has more than 64 MB"])
  }

  @Test func aMissingFolderAndAnEmptyOneAreReported() throws {
    let site = try SiteFolder([:])
    #expect(site.problems() == ["in: error: there is no such folder; name a folder of Markdown files"])
    try site.write("x", to: "notes.txt")
    #expect(site.problems() == ["in: error: there are no Markdown files here; write an index.md"])
  }

  @Test func anOutputFolderThatIsNotASiteStays() throws {
    let site = try SiteFolder(["index.md": "# A\n"])
    try FileManager.default.createDirectory(atPath: site.output, withIntermediateDirectories: true)
    try "mine".write(toFile: site.output + "/notes.txt", atomically: true, encoding: .utf8)
    #expect(site.problems().first?.contains("this folder holds files that are not a site's") == true)
    #expect(site.everything().count == 1)
  }

  @Test func wrongConfigurationsAreExplained() throws {
    let site = try SiteFolder(["index.md": "# A\n", ".docs.json": "{ \"site\": { \"titel\": \"x\" } }"])
    #expect(site.problems() == ["in/.docs.json: error: 'titel' is not a setting; did you mean 'title'?"])
    try site.write("{ \"site\": { \"title\": 3 } }", to: ".docs.json")
    #expect(
      site.problems() == ["in/.docs.json: error: site.title: must be a String"])
    try site.write("{", to: ".docs.json")
    #expect(site.problems() == ["in/.docs.json: error: is not valid JSON"])
    try site.write("{ \"sites\": {} }", to: ".docs.json")
    #expect(site.problems() == ["in/.docs.json: error: 'sites' is not a setting; did you mean 'site'?"])
    try site.write(#"{"site": {"reference": [{"name": "A", "module": ["B"]}]}}"#, to: ".docs.json")
    #expect(site.problems() == ["in/.docs.json: error: 'module' is not a setting; did you mean 'modules'?"])
    try site.write(#"{"site": {"exclude": ["nope.md"]}}"#, to: ".docs.json")
    // git may ignore it, so that it is not in every clone.
    #expect(site.problems() == ["in/.docs.json: warning: “exclude”: no “nope.md” in in"])
  }

  @Test func linksToFoldersAreNotFollowed() throws {
    let site = try SiteFolder(["index.md": "# A\n", "deep/b.md": "# B\n"])
    try FileManager.default.createSymbolicLink(
      atPath: site.root + "/in/deep/loop", withDestinationPath: site.root + "/in")
    #expect(site.problems() == [])
    #expect(site.page("deep/loop/index.html") == nil)
  }

  @Test func namesThatDifferOnlyByNormalisationAreReported() throws {
    let site = try SiteFolder(["index.md": "# A\n", "caf\u{E9}.md": "# B\n"])
    try site.write("# C\n", to: "cafe\u{301}.md")
    #expect(site.problems().count == 1)
    #expect(site.problems().first?.contains("with letters that are composed in different ways") == true)
  }

  @Test func linksThatLeaveTheFolderAreRefused() throws {
    let site = try SiteFolder(["index.md": "# A\n", "b.md": "# B\n"])
    try Data("secret".utf8).write(to: URL(fileURLWithPath: site.root + "/secret.md"))
    try FileManager.default.createSymbolicLink(atPath: site.root + "/in/c.md", withDestinationPath: "b.md")
    #expect(site.problems() == [])
    try FileManager.default.createSymbolicLink(atPath: site.root + "/in/d.md", withDestinationPath: "../secret.md")
    #expect(
      site.problems() == [
        "in/d.md: error: this link points outside the folder “in”; put a copy of the file in its place"
      ])
  }

  @Test func filesThatNoPageNeedsAreLeftOutOfAPackage() throws {
    let site = try SiteFolder(["README.md": "# A\n", "a\nb.txt": "b"])
    try Data("terms".utf8).write(to: URL(fileURLWithPath: site.root + "/LICENSE"))
    try FileManager.default.createSymbolicLink(atPath: site.root + "/in/LICENSE", withDestinationPath: "../LICENSE")
    #expect(site.problems().count == 1)
    var builder = SiteBuilder(source: site.root + "/in", output: site.output)
    builder.documents = ["README.md"]
    #expect(builder.build().problems.map(\.summary) == [])
  }

  @Test func theSiteIsNotWrittenAmongItsPages() throws {
    let site = try SiteFolder(["index.md": "# A\n"])
    for output in ["/in", "/in/site", "/in/deep/site"] {
      let report = SiteBuilder(source: site.root + "/in", output: site.root + output).build()
      #expect(report.problems.map(\.message) == ["the site would be written among its own pages"])
    }
    #expect(SiteBuilder(source: site.root + "/in", output: site.root + "/in/.site").build().problems == [])
    #expect(SiteBuilder(source: site.root + "/in", output: site.root + "/in-site").build().problems == [])
  }

  @Test func filesOfTheSiteItselfReplaceNothing() throws {
    for name in ["404.md", "assets/site.css", "search/index.js"] {
      let link = name.hasSuffix(".md") ? "" : "[own](\(name))\n"
      let site = try SiteFolder(["index.md": "# A\n\n\(link)", name: "# Mine\n"])
      #expect(site.problems().count == 1, "\(name)")
      #expect(site.problems().first?.contains("the site writes a file of this name itself") == true)
    }
  }

  @Test func aNewSiteTakesThePlaceOfTheOldInOneStep() throws {
    let site = try SiteFolder(["index.md": "# A\n", "b.md": "# B\n"])
    #expect(site.problems() == [])
    func folder() throws -> Int {
      try FileManager.default.attributesOfItem(atPath: site.output)[.systemFileNumber] as! Int
    }
    let first = try folder()
    try site.write("# Changed\n", to: "index.md")
    #expect(site.problems() == [])
    #if os(Linux) || os(macOS)
      #expect(try folder() != first, "another folder")
    #endif
    #expect(site.page("index.html")?.contains("Changed") == true && site.page("b.html") != nil)
    // Files of the user stay, and links and empty folders too.
    try "mine".write(toFile: site.output + "/CNAME", atomically: true, encoding: .utf8)
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: site.output + "/link", withDestinationPath: "assets")
    try manager.createDirectory(atPath: site.output + "/assets/empty/deep", withIntermediateDirectories: true)
    try site.write("# Again\n", to: "index.md")
    try site.remove("b.md")
    let second = try folder()
    #expect(site.problems() == [])
    #if os(Linux) || os(macOS)
      #expect(try folder() != second, "in one step, too")
    #endif
    #expect(site.page("CNAME") == "mine" && site.page("b.html") == nil)
    #expect(try manager.destinationOfSymbolicLink(atPath: site.output + "/link") == "assets")
    #expect(manager.fileExists(atPath: site.output + "/assets/empty/deep"))
    #expect(site.page("index.html")?.contains("Again") == true)
  }

  @Test func aFileOfTheSiteBecomesAFolderAndAFileAgain() throws {
    let site = try SiteFolder(["index.md": "# A\n\n[x](demo)\n", "demo": "x"])
    #expect(site.problems() == [])
    try site.remove("demo")
    try FileManager.default.createDirectory(atPath: site.root + "/in/demo", withIntermediateDirectories: true)
    try site.write("# A\n\n[x](demo/x.txt)\n", to: "index.md")
    try site.write("x", to: "demo/x.txt")
    #expect(site.problems() == [])
    #expect(site.page("demo/x.txt") == "x")
    try site.remove("demo")
    try site.write("# A\n\n[x](demo)\n", to: "index.md")
    try site.write("x", to: "demo")
    #expect(site.problems() == [])
    #expect(site.page("demo") == "x")
  }

  @Test func aSiteThatCannotBePutInPlaceChangesNothing() throws {
    let site = try SiteFolder(["index.md": "# A\n"])
    #expect(site.problems() == [])
    // A folder of the user has the name of a new page.
    try FileManager.default.createDirectory(atPath: site.output + "/z.html", withIntermediateDirectories: true)
    try "mine".write(toFile: site.output + "/z.html/CNAME", atomically: true, encoding: .utf8)
    try site.write("# Changed\n", to: "index.md")
    try site.write("# Z\n", to: "z.md")
    #expect(site.problems() == ["out/z.html/CNAME: error: cannot be kept: Not a directory"])
    #expect(site.page("index.html")?.contains("Changed") == false)
    #expect(site.page("z.html/CNAME") == "mine")
  }

  @Test func aFileOfTheRepositoryThatIsGoneIsNoticed() throws {
    let site = try SiteFolder([
      "index.md": "# A\n\n[x](../code.txt)\n", ".docs.json": "{\"site\": {\"repository\": \"https://example.org/a\"}}",
    ])
    try FileManager.default.createDirectory(atPath: site.root + "/.git", withIntermediateDirectories: true)
    try "code".write(toFile: site.root + "/code.txt", atomically: true, encoding: .utf8)
    #expect(site.problems() == [])
    try FileManager.default.removeItem(atPath: site.root + "/code.txt")
    #expect(site.problems() == ["in/index.md:3:5: error: there is no file “code.txt” in the repository"])
  }

  @Test func hugeTablesAreText() throws {
    let header = "|" + String(repeating: "a|", count: 3000)
    let rows = String(repeating: "|\n", count: 3000)
    let line = "|" + String(repeating: "-|", count: 3000)
    let site = try SiteFolder(["index.md": "# A\n\n\(header)\n\(line)\n\(rows)"])
    #expect(site.problems() == [])
    #expect(site.page("index.html")?.contains("<table>") == false)
  }
}
