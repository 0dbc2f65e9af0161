import Foundation
import Testing

@testable import Site

/// A site that is built step by step is the same as one that is built at once.
@Suite struct UpdateTests {
  /// A page with links, code, words and an image.
  private func page(_ number: Int, edition: Int, of count: Int = 40) -> String {
    """
    # Page \(number)

    Text of edition \(edition) about topic\(number % 7) and word\(edition)x\(number).

    ## Usage

    See [another](page-\((number + 3) % count).md#usage) and `code\(edition)`.

    ```swift
    let value = \(edition * number)
    ```

    ## Details \(number)

    More.
    """
  }

  private func folder(pages: Int = 40) throws -> SiteFolder {
    var files: [String: String] = ["picture.png": "png", "index.md": "# Home\n\n![p](picture.png)\n"]
    for number in 0..<pages { files["page-\(number).md"] = page(number, edition: 0, of: pages) }
    return try SiteFolder(files)
  }

  /// Makes all files look as if they had been there for long.
  private func age(_ site: SiteFolder) throws {
    for path in try FileManager.default.subpathsOfDirectory(atPath: site.root + "/in") {
      let file = "\(site.root)/in/\(path)"
      let date = try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date ?? Date()
      try FileManager.default.setAttributes([.modificationDate: date.addingTimeInterval(-100)], ofItemAtPath: file)
    }
  }

  /// The site as it is when it is built at once.
  private func fresh(_ site: SiteFolder) throws -> [String: Data] {
    let other = try SiteFolder([:])
    try FileManager.default.removeItem(atPath: other.root)
    try FileManager.default.copyItem(atPath: site.root, toPath: other.root)
    try FileManager.default.removeItem(atPath: other.output)
    #expect(other.problems() == [])
    return other.everything()
  }

  @Test func anyEditGivesTheSameSite() throws {
    let site = try folder()
    try age(site)
    #expect(site.problems() == [])
    let edits: [(path: String, text: String)] = [
      ("page-5.md", page(5, edition: 1)),
      ("page-39.md", page(39, edition: 2) + "\n## New\n\nnovel words and [a](page-5.md#details-5)\n"),
      ("page-0.md", "# Page 0\n\n## Usage\n\nShort.\n\n## Details 0\n"),
      ("page-7.md", "# Another title\n\n## Usage\n\n## Details 7\n"),
      ("page-40.md", page(40, edition: 0)),
      ("page-9.md", "# Page 9\n\n## Usage\n\n## Details 9\n\n![p](picture.png)\n"),
      ("picture.png", "another"),
      ("SUMMARY.md", (0...40).map { "- [P](page-\($0).md)" }.joined(separator: "\n") + "\n- [Home](index.md)\n"),
      ("page-5.md", page(5, edition: 3)),
    ]
    for edit in edits {
      try site.write(edit.text, to: edit.path)
      try age(site)
      let problems = site.problems()
      #expect(problems == [], "after \(edit.path)")
      #expect(site.everything() == (try fresh(site)), "after \(edit.path)")
    }
  }

  @Test func littleIsWritten() throws {
    let site = try folder()
    try age(site)
    site.build()
    #expect(site.build().changedFiles == 0)
    try site.write(page(30, edition: 1), to: "page-30.md")
    let report = site.build()
    #expect(report.problems == [])
    #expect(report.pages == 41 && report.files > 80)
    #expect(report.changedFiles >= 4 && report.changedFiles <= 6)
  }

  @Test func whatReachesFurtherIsFound() throws {
    let site = try folder()
    try age(site)
    site.build()
    try site.write("# Page 3\n\n## Renamed\n", to: "page-3.md")
    try age(site)
    let problems = site.problems()
    #expect(
      problems == [
        "in/page-0.md:7:15: error: there is no heading “#usage” in page-3.md; did you mean “#page-3”?"
      ] || problems.first?.contains("there is no heading “#usage” in page-3.md") == true)
    #expect(site.page("page-3.html")?.contains("Usage") == true, "the last good site stays")
    try site.write(page(3, edition: 1), to: "page-3.md")
    #expect(site.problems() == [])
    #expect(site.everything() == (try fresh(site)))
  }

  @Test func damageIsRepaired() throws {
    let site = try folder(pages: 5)
    try age(site)
    site.build()
    let good = site.everything()
    try "broken".write(toFile: site.output + "/page-1.html", atomically: true, encoding: .utf8)
    try FileManager.default.removeItem(atPath: site.output + "/page-2.html")
    #expect(site.build().changedFiles == 2)
    #expect(site.everything() == good)
  }
}
