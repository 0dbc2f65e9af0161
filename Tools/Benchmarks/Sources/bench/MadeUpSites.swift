import Foundation
import Measuring
import Reporting

/// Builds of made-up pages: of the documentation tool, of Hugo where it is installed, and of libcmark alone.
struct MadeUpSites {
  let docs: String
  private(set) var rows: [RowResult] = []
  private var lines = ["| | Pages | CPU s | Wall s | MB |", "| --- | ---: | ---: | ---: | ---: |"]
  private var notes: [String] = []
  private let folder: URL
  private let hugo: String?

  init(docs: String, folder: URL) throws {
    self.docs = docs
    self.folder = folder
    hugo = try? cost(of: "hugo", "version").output.split(separator: " ").dropFirst().first.map(String.init)
    try write(folder.appending(path: "cmark.c"), Self.cmark)
    _ = try cost(of: "clang", "-O2", "\(folder.path)/cmark.c", "-o", "\(folder.path)/cmark", "-lcmark")
  }

  mutating func measure(_ count: Int) throws {
    let files = FileManager.default
    let (runs, pages) = (count <= 2_000 ? 5 : 2, number(Double(count)))
    let (source, output) = (folder.appending(path: "pages-\(count)"), folder.appending(path: "out-\(count)"))
    try MadeUpPages.write(count, to: source)
    let build = [docs, "build", source.path, "--output", output.path, "--root", folder.path]
    func best(_ title: String, _ times: Int, _ body: () throws -> Cost) throws -> Cost {
      let best = try (0..<times).map { _ in try body() }.min { $0.cpu < $1.cpu }!
      lines.append(String(format: "| %@ | %@ | %.2f | %.2f | %.0f |", title, pages, best.cpu, best.wall, best.memory))
      return best
    }
    let cold = try best("`docs build`, everything on", runs) {
      try? files.removeItem(at: output)
      return try cost(of: build)
    }
    func size(_ folder: String) throws -> Double {
      try files.subpathsOfDirectory(atPath: output.path).filter { $0.hasPrefix(folder) }.reduce(0) { sum, path in
        sum + Double(try files.attributesOfItem(atPath: output.appending(path: path).path)[.size] as! Int)
      }
    }
    let (all, index) = (try size(""), try size("search/index.js"))
    notes.append(
      String(
        format:
          "%@ pages: %.1f KB of site a page; search index %.2f MB, loaded at the first search, and %.2f MB of text, "
          + "loaded 16 pages at a time as results are shown.", pages, all / 1e3 / Double(count), index / 1e6,
        (try size("search/") - index) / 1e6))
    let same = try best("the same, nothing changed", runs) { try cost(of: build) }
    let edited = try best("the same, one page changed", runs) {
      try save(MadeUpPages.name(42 % count), in: source)
      return try cost(of: build)
    }
    let peer = try hugo.map { _ in
      let site = try hugoSite(of: source)
      return try best("Hugo, a theme without anything", max(runs / 2, 1)) {
        for made in ["public", "resources"] { try? files.removeItem(at: site.appending(path: made)) }
        return try cost(of: "hugo", "--source", site.path, "--quiet")
      }
    }
    let markdown = try files.subpathsOfDirectory(atPath: source.path).filter { $0.hasSuffix(".md") }.sorted()
    let loop = try best("libcmark alone, HTML without a page around it", runs) {
      try cost(of: [folder.appending(path: "cmark").path] + markdown.map { source.appending(path: $0).path })
    }
    func timing(_ cost: Cost) -> Timing { Timing(nanoseconds: [cost.cpu * 1e9]) }
    for (ours, what) in [(cold, "from nothing"), (same, "nothing changed"), (edited, "one page changed")] {
      rows.append(
        RowResult(
          name: "\(pages) pages, \(what)", section: "The documentation tool", unit: .build, goal: Goal(),
          ours: timing(ours), peer: peer.map(timing), loop: timing(loop)))
    }
  }

  /// The table of all that was measured, with notes.
  func table() throws -> String {
    let reload = String(
      format:
        "`docs build --watch`, 100 pages: %.0f ms from a save to a built site, in the median. Open pages look for one "
        + "ten times a second.", median(try reloads()))
    return (lines + [""] + notes.flatMap { [$0, ""] } + [reload, "", "Hugo \(hugo ?? "not installed"). \(load)"])
      .joined(separator: "\n")
  }

  /// Adds a sentence to a page.
  private func save(_ page: String, in source: URL) throws {
    let file = try FileHandle(forWritingTo: source.appending(path: page))
    try file.seekToEnd()
    try file.write(contentsOf: Data("\nOne more sentence, \(UInt64.random(in: 0 ... .max)).\n".utf8))
    try file.close()
  }

  /// A site of Hugo with a theme that has nothing but a list of pages.
  private func hugoSite(of source: URL) throws -> URL {
    let site = folder.appending(path: "hugo-\(source.lastPathComponent)")
    try write(
      site.appending(path: "config.toml"),
      "baseURL = \"https://example.org/\"\ntitle = \"x\"\ndisableKinds = [\"taxonomy\", \"term\"]\n")
    let page = "<!doctype html><title>{{ .Title }}</title><main>{{ .Content }}</main>"
    try write(site.appending(path: "layouts/_default/single.html"), page)
    let list = "{{ range .Pages }}<a href='{{ .RelPermalink }}'>{{ .Title }}</a>{{ end }}"
    try write(site.appending(path: "layouts/_default/list.html"), page + list)
    // A folder with an index.md is one page to Hugo, and all else in it belongs to that.
    let content = site.appending(path: "content")
    try FileManager.default.copyItem(at: source, to: content)
    try FileManager.default.moveItem(
      at: content.appending(path: "index.md"), to: content.appending(path: "_index.md"))
    return site
  }

  /// Milliseconds from a save to a script that tells pages to reload, on 100 pages.
  private func reloads() throws -> [Double] {
    let (source, output) = (folder.appending(path: "watched"), folder.appending(path: "watched-out"))
    try MadeUpPages.write(100, to: source)
    let watch = Process()
    watch.executableURL = URL(fileURLWithPath: docs)
    watch.arguments = ["build", source.path, "--output", output.path, "--root", folder.path, "--watch"]
    watch.standardOutput = FileHandle.nullDevice
    watch.standardError = FileHandle.nullDevice
    try watch.run()
    defer {
      watch.terminate()
      watch.waitUntilExit()
    }
    func script() -> Data? { try? Data(contentsOf: URL(fileURLWithPath: output.path + ".live.js")) }
    while script() == nil { Thread.sleep(forTimeInterval: 0.05) }
    return try (0..<9).map { _ in
      Thread.sleep(forTimeInterval: 0.3)
      let before = script()
      try save(MadeUpPages.name(10), in: source)
      let time = ContinuousClock().measure { while script() == before { Thread.sleep(forTimeInterval: 0.001) } }
      return time / .milliseconds(1)
    }
  }

  private static let cmark = """
    #include <cmark.h>
    #include <stdio.h>
    #include <stdlib.h>
    int main(int count, char **files) {
      for (int index = 1; index < count; index++) {
        FILE *file = fopen(files[index], "r");
        static char text[1 << 20];
        size_t size = fread(text, 1, sizeof text, file);
        fclose(file);
        char *html = cmark_markdown_to_html(text, size, CMARK_OPT_DEFAULT);
        char name[4096];
        snprintf(name, sizeof name, "%s.html", files[index]);
        file = fopen(name, "w");
        fputs(html, file);
        fclose(file);
        free(html);
      }
    }
    """
}
