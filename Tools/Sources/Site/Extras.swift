import Markdown

/// Files beside the pages: for search engines, language models, and addresses without a page.
extension Build {
  /// `404.html`, for addresses without a page. Servers show it at any depth, so it has a base and its own style.
  func notFoundPage(_ template: Template) -> [UInt8] {
    let article =
      """
      <h1>Page not found</h1>
      <p>The address may have a typo, or the page may have moved. Try the search above, or go to the \
      <a href="index.html">home page</a>.</p>

      """
    return template.render(
      Template.Content(
        number: nil, output: "404.html", title: "Page not found", page: Page(body: Array(article.utf8)),
        base: rootAddress))
  }

  /// Where the site starts, without the host: `/docs/` of `https://example.org/docs/`.
  private var rootAddress: String {
    guard let address = siteAddress, let scheme = address.range(of: "://") else { return "/" }
    let path = address[scheme.upperBound...].drop { $0 != "/" }
    return path.isEmpty ? "/" : String(path)
  }

  /// `sitemap.xml`; nil when the site's address is not known.
  func sitemap(changes: (Int) -> String?) -> [UInt8]? {
    guard let base = siteAddress else { return nil }
    var xml = HTML()
    xml.markup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    xml.markup("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n")
    for (page, output) in pageOutputs.enumerated() where introduced[page] == nil {
      xml.write("<url><loc>\(address: base + Links.encoded(output))</loc>")
      if let day = changes(page) {
        xml.write("<lastmod>\(day)</lastmod>")
      }
      xml.markup("</url>\n")
    }
    xml.markup("</urlset>\n")
    return xml.bytes
  }

  /// `llms.txt`: the table of contents in Markdown, each entry leading to the Markdown of its page.
  func languageModelIndex(title: String, summaries: [String]) -> [UInt8] {
    var text = "# \(title)\n"
    if let first = navigation.order.first, !summaries[first].isEmpty { text += "\n> \(summaries[first])\n" }
    var isList = false
    for entry in navigation.entries {
      if entry.kind == .part {
        text += "\n## \(entry.title)\n\n"
        isList = true
        continue
      }
      if !isList { text += "\n" }
      isList = true
      text += String(repeating: "  ", count: entry.depth)
      guard let page = entry.page else {
        text += "- \(entry.title)\n"
        continue
      }
      let path = "\(siteAddress ?? "")\(Links.encoded(String(pageOutputs[page].dropLast(4)) + "md"))"
      text += "- [\(entry.title)](\(path.replacing(" ", with: "%20")))"
      text += summaries[page].isEmpty ? "\n" : ": \(summaries[page])\n"
    }
    return Array(text.utf8)
  }

  /// The page of a site's own address, where no document is named `index`: leads to the first page.
  static func redirect(to address: String) -> [UInt8] {
    let html: HTML = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <title>First page</title>
      <meta http-equiv="refresh" content="0; url=\(address: address)">
      </head>
      <body>
      <p><a href="\(address: address)">First page</a></p>
      </body>
      </html>

      """
    return html.bytes
  }
}
