import Markdown

/// The frame around the article of every page.
struct Template {
  let settings: SiteSettings
  let siteTitle: String
  let pages: [SitePage]
  let navigation: Navigation
  let sidebar: Sidebar
  let repository: Repository?
  /// The name of the script that reloads pages, beside the site; nil for a site that is not watched.
  let liveScript: String?

  /// The page of a number, with its article.
  func render(_ number: Int, _ article: Article) -> [UInt8] {
    let root = pages[number].root
    let (above, beside) = contents(of: article)
    var html = HTML(capacity: article.body.count + 16384)
    // A theme that was chosen is set before anything is drawn, so that no other flashes.
    html.write(
      """
      <!doctype html>
      <html lang="\(settings.language ?? "en")" data-root="\(raw: root)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      \(description(number, article))\
      \(neighbours(number))\
      <link rel="icon" type="image/svg+xml" href="\(raw: root)assets/icon.svg">
      <link rel="stylesheet" href="\(raw: root)assets/site.css">
      <script>(d=>{d.classList.add("js");try{let t=localStorage.getItem("theme");t&&(d.dataset.theme=t)}catch{}})\
      (document.documentElement)</script>
      <script defer src="\(raw: root)assets/site.js"></script>
      \(live(root))\
      </head>
      <body\(raw: pages[number].output == "index.html" ? " class=\"home\"" : "")>
      <a class="skip" href="#page.content">Skip to the content</a>
      <header class="bar">
      <a class="menu" href="#site.nav" aria-label="Open the menu">\
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
      <a class="close" href="#" aria-label="Close the menu">✕</a>
      \(sidebar.list(page: number))\
      </nav>
      <main id="page.content" tabindex="-1">
      \(above)\
      <article>
      \(part(of: number))\
      \(raw: article.body)\
      </article>
      \(foot(number))\
      </main>
      \(beside)\
      </div>
      </body>
      </html>

      """)
    return html.bytes
  }

  // MARK: The head

  private func description(_ number: Int, _ article: Article) -> HTML {
    let context = pages[number].context.map { " · \($0)" } ?? ""
    let title = article.title ?? pages[number].title
    let summary = article.summary.isEmpty ? settings.description ?? "" : article.summary
    return """
      <title>\(title)\(title == siteTitle ? "" : "\(context) · \(siteTitle)")</title>
      \(meta("name=\"description\"", summary))\
      \(meta("property=\"og:title\"", title))\
      \(meta("property=\"og:description\"", summary))\
      \(meta("property=\"og:site_name\"", siteTitle))\
      \(meta("property=\"og:type\"", "article"))
      """
  }

  private func meta(_ name: StaticString, _ value: String) -> HTML {
    value.isEmpty ? "" : "<meta \(raw: name) content=\"\(value)\">\n"
  }

  private func neighbours(_ number: Int) -> HTML {
    // Search engines index the pages in the table of contents.
    guard navigation.places[number] != nil else { return meta("name=\"robots\"", "noindex") }
    var canonical: HTML = ""
    if let page = settings.siteAddress.map({ $0 + pages[number].output }) {
      canonical = "<link rel=\"canonical\" href=\"\(address: page)\">\n\(meta("property=\"og:url\"", page))"
    }
    let (previous, next) = navigation.neighbours(of: number)
    return """
      \(canonical)\
      \(link("prev", previous, from: number))\
      \(link("next", next, from: number))
      """
  }

  private func link(_ relation: StaticString, _ page: Int?, from number: Int) -> HTML {
    page.map { "<link rel=\"\(raw: relation)\" href=\"\(raw: pages[number].root)\(raw: pages[$0].address)\">\n" } ?? ""
  }

  private func live(_ root: [UInt8]) -> HTML {
    liveScript.map { "<script defer src=\"\(raw: root)../\(address: Links.encoded($0))\"></script>\n" } ?? ""
  }

  // MARK: Around the article

  /// The part of the table of contents that the page is in: on a narrow screen, the table itself is hidden. A page of the
  /// reference says that itself.
  private func part(of number: Int) -> HTML {
    guard pages[number].context == nil, let part = navigation.part(of: number) else { return "" }
    return "<p class=\"crumbs\">\(part)</p>\n"
  }

  private var sourceLink: HTML {
    settings.repository.map { "<a class=\"repository\" href=\"\(address: $0)\">Source</a>\n" } ?? ""
  }

  /// The headings of a page as two lists, for narrow and for wide screens. Those of the third level are left out if the
  /// list would be too long to read.
  private func contents(of article: Article) -> (above: HTML, beside: HTML) {
    var headings = article.headings.filter { $0.level == 2 || $0.level == 3 }
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

  private func foot(_ number: Int) -> HTML {
    guard navigation.places[number] != nil else { return "" }
    let (previous, next) = navigation.neighbours(of: number)
    var pager: HTML = ""
    if previous != nil || next != nil {
      pager = """
        <nav class="pager" aria-label="Previous and next page">
        \(pagerLink("previous", "Previous", previous, from: number))\
        \(pagerLink("next", "Next", next, from: number))\
        </nav>

        """
    }
    guard let edit = repository?.editAddress, let source = pages[number].source else { return pager }
    return """
      \(pager)\
      <footer class="about"><a href="\(address: "\(edit)/\(source)")">Edit this page</a></footer>

      """
  }

  private func pagerLink(_ relation: StaticString, _ label: StaticString, _ page: Int?, from number: Int) -> HTML {
    page.map { page in
      """
      <a class="\(raw: relation)" href="\(raw: pages[number].root)\(raw: pages[page].address)">\
      <span>\(raw: label)</span> <strong>\(pages[page].title)</strong></a>

      """
    } ?? ""
  }
}
