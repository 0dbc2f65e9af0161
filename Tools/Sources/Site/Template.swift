import Foundation

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
  /// The name of the script that reloads pages, beside the site; nil for a site that is not watched.
  var liveScript: String?

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
    let depth = content.output.utf8.count { $0 == UInt8(ascii: "/") }
    let root = Array(String(repeating: "../", count: depth).utf8)
    // With a base, a link to a part of the page must name the page.
    let itself = content.base == nil ? "" : content.output
    let headings = contents(of: content.page)
    var html = HTML(capacity: content.page.body.count + 8192)
    head(content, root: root, to: &html)
    bar(isHome: content.output == "index.html", itself: itself, root: root, to: &html)
    html.write(
      """
      <div class="layout">
      <nav id="site.nav" class="site-nav" aria-label="Pages">
      <a class="close" href="\(itself)#" aria-label="Close the menu">✕</a>

      """)
    sidebar.write(page: content.number, root: root, to: &html)
    html.write("</nav>\n<main id=\"page.content\" tabindex=\"-1\">\n")
    if headings.count > 1 {
      html.write(
        """
        <details class="contents-above"><summary>On this page</summary>
        \(list(headings))</details>

        """)
    }
    html.markup("<article>\n")
    html.append(content.page.body)
    html.write("</article>\n\(foot(content, root: root))</main>\n")
    if headings.count > 1 {
      html.write(
        """
        <nav class="contents" aria-labelledby="page.contents">
        <p id="page.contents">On this page</p>
        \(list(headings))</nav>

        """)
    }
    html.markup("</div>\n</body>\n</html>\n")
    return html.bytes
  }

  private func head(_ content: Content, root: [UInt8], to html: inout HTML) {
    html.write(
      """
      <!doctype html>
      <html lang="\(configuration.language ?? "en")" data-root="\(raw: root)">
      <head>
      <meta charset="utf-8">

      """)
    if let base = content.base {
      // Opened from disk, the page is in the top folder of the site.
      html.write(
        """
        <base href="\(address: base)">
        <script>location.protocol=="file:"&&document.querySelector("base").remove()</script>

        """)
    }
    let context = content.context.map { " · \($0)" } ?? ""
    let title = content.title + (content.title == siteTitle ? "" : "\(context) · \(siteTitle)")
    html.write(
      """
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title)</title>

      """)
    let summary = content.page.summary.isEmpty ? configuration.description ?? "" : content.page.summary
    html.write(meta("name=\"description\"", summary))
    html.write(meta("property=\"og:title\"", content.title))
    html.write(meta("property=\"og:description\"", summary))
    html.write(meta("property=\"og:site_name\"", siteTitle))
    html.write(meta("property=\"og:type\"", "article"))
    if let number = content.number {
      if let address = configuration.address {
        let page = address + (address.hasSuffix("/") ? "" : "/") + content.output
        html.write("<link rel=\"canonical\" href=\"\(address: page)\">\n\(meta("property=\"og:url\"", page))")
      }
      let neighbours = navigation.neighbours(of: number)
      html.write(link("prev", neighbours.previous, root: root))
      html.write(link("next", neighbours.next, root: root))
      let source = addresses[number].dropLast(4)
      html.write("<link rel=\"alternate\" type=\"text/markdown\" href=\"\(raw: root)\(raw: source)md\">\n")
    } else {
      // Search engines index the pages in the table of contents.
      html.write(meta("name=\"robots\"", "noindex"))
    }
    html.write("<link rel=\"icon\" type=\"image/svg+xml\" href=\"\(raw: root)assets/icon.svg\">\n")
    if content.base == nil {
      html.write("<link rel=\"stylesheet\" href=\"\(raw: root)assets/site.css\">\n")
    } else {
      html.write("<style>\(raw: StyleSheet.compact)</style>\n")
    }
    // Before anything is drawn, so that a remembered theme never flashes.
    html.write(
      """
      <script>(d=>{d.classList.add("js");try{let t=localStorage.getItem("theme");t&&(d.dataset.theme=t)}catch{}})\
      (document.documentElement)</script>
      <script defer src="\(raw: root)assets/site.js"></script>

      """)
    if let liveScript {
      html.write("<script defer src=\"\(raw: root)../\(address: Links.encoded(liveScript))\"></script>\n")
    }
    html.markup("</head>\n")
  }

  private func meta(_ name: StaticString, _ value: String) -> HTML {
    value.isEmpty ? "" : "<meta \(raw: name) content=\"\(value)\">\n"
  }

  private func link(_ relation: String, _ page: Int?, root: [UInt8]) -> HTML {
    page.map { "<link rel=\"\(relation)\" href=\"\(raw: root)\(raw: addresses[$0])\">\n" } ?? ""
  }

  private func bar(isHome: Bool, itself: String, root: [UInt8], to html: inout HTML) {
    html.write(
      """
      <body\(raw: isHome ? " class=\"home\"" : "")>
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

      """)
    if let repository = configuration.repository {
      html.write("<a class=\"repository\" href=\"\(address: repository)\">Source</a>\n")
    }
    html.markup("</header>\n")
  }

  private func foot(_ content: Content, root: [UInt8]) -> HTML {
    guard let number = content.number else { return "" }
    var html: HTML = ""
    let (previous, next) = navigation.neighbours(of: number)
    if previous != nil || next != nil {
      html.write(
        """
        <nav class="pager" aria-label="Previous and next page">
        \(pager("previous", "Previous", previous, root: root))\(pager("next", "Next", next, root: root))</nav>

        """)
    }
    let edit = content.source.flatMap { source in repository?.editAddress.map { "\($0)/\(source)" } }
    html.markup("<footer class=\"about\">\n")
    if let day = content.changed {
      html.write("<span>Last changed <time datetime=\"\(day)\">\(day)</time></span>\n")
    }
    html.write("<a href=\"\(raw: root)\(raw: addresses[number].dropLast(4))md\">This page as Markdown</a>\n")
    if let edit { html.write("<a href=\"\(address: edit)\">Edit this page</a>\n") }
    html.markup("</footer>\n")
    return html
  }

  private func pager(_ relation: String, _ label: String, _ page: Int?, root: [UInt8]) -> HTML {
    guard let page else { return "" }
    return """
      <a class="\(relation)" href="\(raw: root)\(raw: addresses[page])">\
      <span>\(label)</span> <strong>\(titles(page))</strong></a>

      """
  }

  /// The headings that are listed beside a page. Those of the third level are left out if the list would be too long
  /// to read.
  private func contents(of page: Page) -> [Page.Heading] {
    let headings = page.headings.filter { $0.level == 2 || $0.level == 3 }
    return headings.count > 60 ? headings.filter { $0.level == 2 } : headings
  }

  /// Links to the headings of a page, those of the third level set in.
  private func list(_ headings: [Page.Heading]) -> HTML {
    var html: HTML = "<ul>\n"
    for heading in headings {
      html.markup(heading.level == 2 ? "<li>" : "<li class=\"inner\">")
      html.write("<a href=\"#\(address: heading.id)\">\(name: heading.text)</a></li>\n")
    }
    html.markup("</ul>\n")
    return html
  }
}
