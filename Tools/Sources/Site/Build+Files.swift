import CEmbedded
import Files
import Markdown

/// Files beside the pages.
extension Build {
  /// Writes the files that pages need.
  mutating func writeFiles() throws(Diagnostic) {
    for path in files.sorted() {
      if let bytes = FileBytes.read(tree.file(path)) {
        try output.write(bytes, to: path)
      } else {
        problems.append(Diagnostic(file: tree.file(path), message: "this file cannot be read"))
      }
    }
  }

  /// Writes what the frame of every page needs.
  mutating func writeAssets() throws(Diagnostic) {
    try output.write(Build.styleSheet, to: "assets/site.css")
    let scripts = String(cString: embedded_site_script()) + String(cString: embedded_search_script())
    try output.write(Array(scripts.utf8), to: "assets/site.js")
    try output.write(Array(String(cString: embedded_icon()).utf8), to: "assets/icon.svg")
  }

  /// The style sheet without comment lines, indents, and optional spaces and line breaks.
  static let styleSheet: [UInt8] = {
    var sheet: [UInt8] = []
    for line in String(cString: embedded_style_sheet()).split(separator: "\n") {
      let rule = line.utf8.drop { $0 == UInt8(ascii: " ") }
      if rule.starts(with: "/*".utf8) { continue }
      for byte in rule {
        let last = sheet.last ?? UInt8(ascii: "}")
        if byte == UInt8(ascii: " "), "{};:,>".utf8.contains(last) { continue }
        if "{}>".utf8.contains(byte), last == UInt8(ascii: " ") { sheet.removeLast() }
        if byte == UInt8(ascii: "}"), sheet.last == UInt8(ascii: ";") { sheet.removeLast() }
        sheet.append(byte)
      }
    }
    return sheet
  }()

  /// Writes the files for search engines, and for addresses without a page.
  mutating func writeExtras(_ template: Template) throws(Diagnostic) {
    let notFound = pages.count - 1
    let article: HTML = """
      <h1>Page not found</h1>
      <p>The address may have a typo, or the page may have moved. Try the search above, or go to the \
      <a href="\(raw: pages[notFound].root)index.html">home page</a>.</p>

      """
    try output.add(output.save(template.render(notFound, Article(body: article.bytes)), to: pages[notFound].output))
    if let base = settings.siteAddress { try output.write(sitemap(base), to: "sitemap.xml") }
    if !targets.outputs.contains("index.html"), let first = navigation.order.first {
      try output.write(Build.redirect(to: Links.encoded(pages[first].output)), to: "index.html")
    }
  }

  /// `404.html`. Servers show it at any depth, so its links begin where the site does: with `/docs/` for
  /// `https://example.org/docs/`.
  var notFoundPage: SitePage {
    var page = SitePage(output: "404.html", title: "Page not found")
    let root: HTML = "\(address: settings.siteAddress?.replacing(/^https?:\/\/[^\/]*/, with: "") ?? "/")"
    page.root = root.bytes
    return page
  }

  private func sitemap(_ base: String) -> [UInt8] {
    var xml: HTML = """
      <?xml version="1.0" encoding="UTF-8"?>
      <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">

      """
    for page in pages.dropLast() {
      xml.write("<url><loc>\(address: base)\(raw: page.address)</loc></url>\n")
    }
    xml.markup("</urlset>\n")
    return xml.bytes
  }

  /// The page of a site's own address, where no document is named `index`: leads to the first page.
  private static func redirect(to address: String) -> [UInt8] {
    let html: HTML = """
      <!doctype html>
      <meta charset="utf-8">
      <meta http-equiv="refresh" content="0; url=\(address: address)">
      <title>First page</title>
      <a href="\(address: address)">First page</a>

      """
    return html.bytes
  }
}
