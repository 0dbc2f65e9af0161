import Markdown

/// The frame around the article of every page.
struct Template {
  let configuration: SiteSettings
  let siteTitle: String
  let pages: [SitePage]
  let navigation: Navigation
  let sidebar: Sidebar
  let repository: Repository?
  /// The name of the script that reloads pages, beside the site; nil for a site that is not watched.
  let liveScript: String?

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
  }

  func render(_ content: Content) -> [UInt8] {
    let root = Array(String(repeating: "../", count: content.output.utf8.count { $0 == UInt8(ascii: "/") }).utf8)
    // With a base, a link to a part of the page must name the page.
    let itself = content.base == nil ? "" : content.output
    let (above, beside) = contents(of: content.page)
    var html = HTML(capacity: content.page.body.count + 16384)
    // A theme that was chosen is set before anything is drawn, so that no other flashes.
    html.write(
      """
      <!doctype html>
      <html lang="\(configuration.language ?? "en")" data-root="\(raw: root)">
      <head>
      <meta charset="utf-8">
      \(base(content))\
      <meta name="viewport" content="width=device-width, initial-scale=1">
      \(description(content))\
      \(neighbours(content, root: root))\
      <link rel="icon" type="image/svg+xml" href="\(raw: root)assets/icon.svg">
      \(style(content, root: root))\
      <script>(d=>{d.classList.add("js");try{let t=localStorage.getItem("theme");t&&(d.dataset.theme=t)}catch{}})\
      (document.documentElement)</script>
      <script defer src="\(raw: root)assets/site.js"></script>
      \(live(root: root))\
      </head>
      <body\(raw: content.output == "index.html" ? " class=\"home\"" : "")>
      <a class="skip" href="\(itself)#page.content">Skip to the content</a>
      <header class="bar">
      <a class="menu" href="\(itself)#site.nav" aria-label="Open the menu">\
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 7h16M4 12h16M4 17h16"/></svg></a>
      <a class="brand" href="\(raw: root)index.html">\
      <img src="\(raw: root)assets/icon.svg" alt="" width="22" height="22">\(siteTitle)</a>
      <button type="button" class="find" aria-haspopup="dialog" aria-keyshortcuts="/ Control+K Meta+K">\
      <svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="11" cy="11" r="6.5"/>\
      <path d="m16 16 4.5 4.5"/></svg><span>Search</span><kbd>/</kbd></button>
      <button type="button" class="theme" aria-label="Change the colours">\
      <svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="8.5"/>\
      <path class="half" d="M12 3.5a8.5 8.5 0 0 1 0 17z"/></svg></button>
      \(sourceLink)\
      </header>
      <div class="layout">
      <nav id="site.nav" class="site-nav" aria-label="Pages">
      <a class="close" href="\(itself)#" aria-label="Close the menu">✕</a>
      \(sidebar.list(page: content.number, root: root))\
      </nav>
      <main id="page.content" tabindex="-1">
      \(above)\
      <article>
      \(part(of: content))\
      \(raw: content.page.body)\
      </article>
      \(foot(content, root: root))\
      </main>
      \(beside)\
      </div>
      </body>
      </html>

      """)
    return html.bytes
  }

  // MARK: The head

  private func base(_ content: Content) -> HTML {
    guard let base = content.base else { return "" }
    // Opened from disk, the page is in the top folder of the site.
    return """
      <base href="\(address: base)">
      <script>location.protocol=="file:"&&document.querySelector("base").remove()</script>

      """
  }

  private func description(_ content: Content) -> HTML {
    let context = content.context.map { " · \($0)" } ?? ""
    let title = content.title + (content.title == siteTitle ? "" : "\(context) · \(siteTitle)")
    let summary = content.page.summary.isEmpty ? configuration.description ?? "" : content.page.summary
    return """
      <title>\(title)</title>
      \(meta("name=\"description\"", summary))\
      \(meta("property=\"og:title\"", content.title))\
      \(meta("property=\"og:description\"", summary))\
      \(meta("property=\"og:site_name\"", siteTitle))\
      \(meta("property=\"og:type\"", "article"))
      """
  }

  private func meta(_ name: StaticString, _ value: String) -> HTML {
    value.isEmpty ? "" : "<meta \(raw: name) content=\"\(value)\">\n"
  }

  private func neighbours(_ content: Content, root: [UInt8]) -> HTML {
    // Search engines index the pages in the table of contents.
    guard let number = content.number else { return meta("name=\"robots\"", "noindex") }
    var canonical: HTML = ""
    if let page = configuration.siteAddress.map({ $0 + content.output }) {
      canonical = "<link rel=\"canonical\" href=\"\(address: page)\">\n\(meta("property=\"og:url\"", page))"
    }
    let (previous, next) = navigation.neighbours(of: number)
    let markdown = SitePage.twin(of: content.output)
    return """
      \(canonical)\
      \(link("prev", previous, root: root))\
      \(link("next", next, root: root))\
      <link rel="alternate" type="text/markdown" href="\(raw: root)\(address: Links.encoded(markdown))">

      """
  }

  private func link(_ relation: StaticString, _ page: Int?, root: [UInt8]) -> HTML {
    page.map { "<link rel=\"\(raw: relation)\" href=\"\(raw: root)\(raw: pages[$0].address)\">\n" } ?? ""
  }

  private func style(_ content: Content, root: [UInt8]) -> HTML {
    content.base == nil
      ? "<link rel=\"stylesheet\" href=\"\(raw: root)assets/site.css\">\n"
      : "<style>\(raw: Build.styleSheet)</style>\n"
  }

  private func live(root: [UInt8]) -> HTML {
    liveScript.map { "<script defer src=\"\(raw: root)../\(address: Links.encoded($0))\"></script>\n" } ?? ""
  }

  // MARK: Around the article

  /// The part of the table of contents that the page is in: on a narrow screen, the table itself is hidden. A page of the
  /// reference says that itself.
  private func part(of content: Content) -> HTML {
    guard content.context == nil, let part = content.number.flatMap(navigation.part(of:)) else { return "" }
    return "<p class=\"crumbs\">\(part)</p>\n"
  }

  private var sourceLink: HTML {
    configuration.repository.map { "<a class=\"repository\" href=\"\(address: $0)\">Source</a>\n" } ?? ""
  }

  /// The headings of a page as two lists, for narrow and for wide screens. Those of the third level are left out if the
  /// list would be too long to read.
  private func contents(of page: Page) -> (above: HTML, beside: HTML) {
    var headings = page.headings.filter { $0.level == 2 || $0.level == 3 }
    if headings.count > 60 { headings.removeAll { $0.level == 3 } }
    guard headings.count > 1 else { return ("", "") }
    let items = headings.map { heading -> HTML in
      let mark: StaticString = heading.level == 2 ? "" : " class=\"inner\""
      return "<li\(raw: mark)><a href=\"#\(address: heading.id)\">\(name: heading.text)</a></li>\n"
    }
    let list: HTML = "<ul>\n\(HTML(joining: items, ""))</ul>\n"
    let above: HTML = """
      <details class="contents-above"><summary>On this page</summary>
      \(list)</details>

      """
    let beside: HTML = """
      <nav class="contents" aria-labelledby="page.contents">
      <p id="page.contents">On this page</p>
      \(list)</nav>

      """
    return (above, beside)
  }

  private func foot(_ content: Content, root: [UInt8]) -> HTML {
    guard let number = content.number else { return "" }
    let (previous, next) = navigation.neighbours(of: number)
    var pager: HTML = ""
    if previous != nil || next != nil {
      pager = """
        <nav class="pager" aria-label="Previous and next page">
        \(pagerLink("previous", "Previous", previous, root: root))\
        \(pagerLink("next", "Next", next, root: root))\
        </nav>

        """
    }
    let changed: HTML? = content.changed.map {
      "<span>Last changed <time datetime=\"\($0)\">\($0)</time></span>\n"
    }
    let edit: HTML? = repository?.editAddress.flatMap { edit in
      content.source.map { "<a href=\"\(address: "\(edit)/\($0)")\">Edit this page</a>\n" }
    }
    let markdown = Links.encoded(SitePage.twin(of: content.output))
    return """
      \(pager)\
      <footer class="about">
      \(changed ?? "")\
      <a href="\(raw: root)\(address: markdown)">This page as Markdown</a>
      \(edit ?? "")\
      </footer>

      """
  }

  private func pagerLink(_ relation: StaticString, _ label: StaticString, _ page: Int?, root: [UInt8]) -> HTML {
    page.map { page in
      """
      <a class="\(raw: relation)" href="\(raw: root)\(raw: pages[page].address)">\
      <span>\(raw: label)</span> <strong>\(pages[page].title)</strong></a>

      """
    } ?? ""
  }
}
