import Foundation
import Pages

/// The frame around the article of every page.
struct Template {
  let configuration: Configuration
  let siteTitle: String
  let sidebar: Sidebar
  let navigation: Navigation
  /// The pages' places in the site, encoded as addresses.
  let addresses: [[UInt8]]
  let titles: (Int) -> String
  let repository: Repository?
  var hasFeed = false
  var hasSourcePages = false

  /// The content of one page.
  struct Content {
    /// The page's number, or nil for a page that is not in the table of contents.
    var number: Int?
    /// Where the page is written, in the site.
    var output: String
    var title: String
    /// Distinguishes the page from others of the same title: the module of a page of the reference.
    var context: String?
    var page: Page
    /// The path of the source in the repository.
    var source: String?
    /// The day of the last change.
    var changed: String?
    /// For a page that is served at any depth: the address of the top of the site, to which its links are relative.
    var base: String?
    /// The list beside the page; nil for the table of contents.
    var sidebar: HTML?
  }

  func render(_ content: Content) -> [UInt8] {
    let depth = content.output.utf8.count { $0 == UInt8(ascii: "/") }
    let root = Array(String(repeating: "../", count: depth).utf8)
    // With a base, a link to a part of the page must name the page.
    let itself = content.base == nil ? "" : content.output
    var html = HTML(capacity: content.page.body.count + 8192)
    head(content, root: root, to: &html)
    bar(isHome: content.output == "index.html", itself: itself, root: root, to: &html)
    html.markup("<div class=\"layout\">\n<nav id=\"site.nav\" class=\"site-nav\" aria-label=\"Pages\">\n")
    html.markup("<a class=\"close\" href=\"")
    html.text(itself)
    html.markup("#\" aria-label=\"Close the menu\">✕</a>\n")
    if let own = content.sidebar {
      html.append(own.bytes)
    } else {
      sidebar.write(page: content.number, root: root, to: &html)
    }
    html.markup("</nav>\n<main id=\"page.content\" tabindex=\"-1\">\n")
    let headings = contents(of: content.page)
    let hasContents = headings.count > 1
    if hasContents {
      html.markup("<details class=\"contents-above\"><summary>On this page</summary>\n")
      list(headings, to: &html)
      html.markup("</details>\n")
    }
    html.markup("<article>\n")
    html.append(content.page.body)
    html.markup("</article>\n")
    foot(content, root: root, to: &html)
    html.markup("</main>\n")
    if hasContents {
      html.markup("<nav class=\"contents\" aria-labelledby=\"page.contents\">\n")
      html.markup("<p id=\"page.contents\">On this page</p>\n")
      list(headings, to: &html)
      html.markup("</nav>\n")
    }
    html.markup("</div>\n</body>\n</html>\n")
    return html.bytes
  }

  private func head(_ content: Content, root: [UInt8], to html: inout HTML) {
    html.markup("<!doctype html>\n<html lang=\"")
    html.text(configuration.language ?? "en")
    html.markup("\" data-root=\"")
    html.append(root)
    html.markup("\">\n<head>\n<meta charset=\"utf-8\">\n")
    if let base = content.base {
      html.markup("<base href=\"")
      html.address(base.utf8)
      // Opened from disk, the page is in the top folder of the site.
      html.markup("\">\n<script>location.protocol==\"file:\"&&document.querySelector(\"base\").remove()</script>\n")
    }
    html.markup("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>")
    html.text(content.title)
    if content.title != siteTitle {
      html.markup(" · ")
      if let context = content.context {
        html.text(context)
        html.markup(" · ")
      }
      html.text(siteTitle)
    }
    html.markup("</title>\n")
    let summary = content.page.summary.isEmpty ? configuration.description ?? "" : content.page.summary
    meta("name=\"description\"", summary, to: &html)
    meta("property=\"og:title\"", content.title, to: &html)
    meta("property=\"og:description\"", summary, to: &html)
    meta("property=\"og:site_name\"", siteTitle, to: &html)
    meta("property=\"og:type\"", "article", to: &html)
    // Search engines index the pages in the table of contents, and not the files of the source.
    if content.number == nil { meta("name=\"robots\"", "noindex", to: &html) }
    if let address = configuration.address, content.number != nil {
      let page = address + (address.hasSuffix("/") ? "" : "/") + content.output
      html.markup("<link rel=\"canonical\" href=\"")
      html.address(page.utf8)
      html.markup("\">\n")
      meta("property=\"og:url\"", page, to: &html)
    }
    if let number = content.number {
      let neighbours = navigation.neighbours(of: number)
      link("prev", neighbours.previous, root: root, to: &html)
      link("next", neighbours.next, root: root, to: &html)
      html.markup("<link rel=\"alternate\" type=\"text/markdown\" href=\"")
      html.append(root)
      html.append(addresses[number].dropLast(4))
      html.markup("md\">\n")
    }
    if hasFeed {
      html.markup("<link rel=\"alternate\" type=\"application/atom+xml\" href=\"")
      html.append(root)
      html.markup("feed.xml\">\n")
    }
    html.markup("<link rel=\"icon\" type=\"image/svg+xml\" href=\"")
    html.append(root)
    html.markup("assets/icon.svg\">\n")
    if content.base == nil {
      html.markup("<link rel=\"stylesheet\" href=\"")
      html.append(root)
      html.markup("assets/site.css\">\n<script>")
    } else {
      html.markup("<style>")
      html.append(StyleSheet.compact)
      html.markup("</style>\n<script>")
    }
    // Before anything is drawn, so that a remembered theme never flashes.
    html.markup(
      "(d=>{d.classList.add(\"js\");try{let t=localStorage.getItem(\"theme\");t&&(d.dataset.theme=t)}catch{}})")
    html.markup("(document.documentElement)</script>\n<script defer src=\"")
    html.append(root)
    html.markup("assets/site.js\"></script>\n</head>\n")
  }

  private func meta(_ name: StaticString, _ value: String, to html: inout HTML) {
    guard !value.isEmpty else { return }
    html.markup("<meta ")
    html.markup(name)
    html.markup(" content=\"")
    html.text(value)
    html.markup("\">\n")
  }

  private func link(_ relation: String, _ page: Int?, root: [UInt8], to html: inout HTML) {
    guard let page else { return }
    html.markup("<link rel=\"")
    html.text(relation)
    html.markup("\" href=\"")
    html.append(root)
    html.append(addresses[page])
    html.markup("\">\n")
  }

  private func bar(isHome: Bool, itself: String, root: [UInt8], to html: inout HTML) {
    html.markup(isHome ? "<body class=\"home\">\n" : "<body>\n")
    html.markup("<a class=\"skip\" href=\"")
    html.text(itself)
    html.markup("#page.content\">Skip to the content</a>\n<header class=\"bar\">\n<a class=\"menu\" href=\"")
    html.text(itself)
    html.markup("#site.nav\" aria-label=\"Open the menu\">")
    html.markup("<svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"M4 7h16M4 12h16M4 17h16\"/></svg></a>\n")
    html.markup("<a class=\"brand\" href=\"")
    html.append(root)
    html.markup("index.html\"><img src=\"")
    html.append(root)
    html.markup("assets/icon.svg\" alt=\"\" width=\"22\" height=\"22\">")
    html.text(siteTitle)
    html.markup("</a>\n<button type=\"button\" class=\"find\" aria-haspopup=\"dialog\">")
    html.markup("<svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><circle cx=\"11\" cy=\"11\" r=\"6.5\"/>")
    html.markup("<path d=\"m16 16 4.5 4.5\"/></svg><span>Search</span><kbd>/</kbd></button>\n")
    html.markup("<button type=\"button\" class=\"theme\" aria-label=\"Change the colours\">")
    html.markup("<svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><circle cx=\"12\" cy=\"12\" r=\"8.5\"/>")
    html.markup("<path class=\"half\" d=\"M12 3.5a8.5 8.5 0 0 1 0 17z\"/></svg></button>\n")
    if configuration.repository != nil || hasSourcePages {
      html.markup("<a class=\"repository\" href=\"")
      if configuration.repository == nil { html.append(root) }
      html.address((configuration.repository ?? SourcePages.index).utf8)
      html.markup("\">Source</a>\n")
    }
    html.markup("</header>\n")
  }

  private func foot(_ content: Content, root: [UInt8], to html: inout HTML) {
    guard let number = content.number else { return }
    let neighbours = navigation.neighbours(of: number)
    if neighbours.previous != nil || neighbours.next != nil {
      html.markup("<nav class=\"pager\" aria-label=\"Previous and next page\">\n")
      pager("previous", "Previous", neighbours.previous, root: root, to: &html)
      pager("next", "Next", neighbours.next, root: root, to: &html)
      html.markup("</nav>\n")
    }
    guard content.changed != nil || (content.source != nil && repository?.editAddress != nil) else { return }
    html.markup("<footer class=\"about\">\n")
    if let day = content.changed {
      html.markup("<span>Last changed <time datetime=\"")
      html.text(day)
      html.markup("\">")
      html.text(day)
      html.markup("</time></span>\n")
    }
    if let source = content.source, let base = repository?.editAddress {
      html.markup("<a href=\"")
      html.address("\(base)/\(source)".utf8)
      html.markup("\">Edit this page</a>\n")
    }
    html.markup("</footer>\n")
  }

  private func pager(_ relation: String, _ label: String, _ page: Int?, root: [UInt8], to html: inout HTML) {
    guard let page else { return }
    html.markup("<a class=\"")
    html.text(relation)
    html.markup("\" href=\"")
    html.append(root)
    html.append(addresses[page])
    html.markup("\"><span>")
    html.text(label)
    html.markup("</span> <strong>")
    html.text(titles(page))
    html.markup("</strong></a>\n")
  }

  /// The headings that are listed beside a page. Those of the third level are left out if the list would be too long
  /// to read.
  private func contents(of page: Page) -> [Page.Heading] {
    let headings = page.headings.filter { $0.level == 2 || $0.level == 3 }
    return headings.count > 60 ? headings.filter { $0.level == 2 } : headings
  }

  /// Links to the headings of a page, those of the third level set in.
  private func list(_ headings: [Page.Heading], to html: inout HTML) {
    html.markup("<ul>\n")
    for heading in headings {
      html.append((heading.level == 2 ? "<li>" : "<li class=\"inner\">").utf8)
      html.markup("<a href=\"#")
      html.address(heading.id.utf8)
      html.markup("\">")
      html.breakable(heading.text)
      html.markup("</a></li>\n")
    }
    html.markup("</ul>\n")
  }
}
