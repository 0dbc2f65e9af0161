import Files
import Markdown

/// Writes the pages of the reference, one after the other: their articles, and the data that the site needs.
struct ReferenceWriter {
  let site: SiteBuilder
  let targets: LinkTargets
  let reference: APIReference
  /// The examples of the guides that use a symbol, by the symbols.
  let uses: [Int: [SymbolUse]]
  let pages: [SitePage]
  /// The problems of doc comments.
  private(set) var problems: [Diagnostic] = []
  /// The results for the examples in each Swift file.
  private var results: [String: ExampleResults] = [:]

  // MARK: The current page

  private(set) var folder = ""
  private var title = ""
  var html = HTML()
  var sections: [Article.Section] = []
  private var fragmentCount = 0

  init(_ build: Build, _ reference: APIReference) {
    (site, targets, uses, pages, self.reference) = (build.site, build.targets, build.uses, build.pages, reference)
  }

  var library: SymbolLibrary { reference.library }

  /// The article of `entry`. That of a module starts with its introduction, a page of the folder.
  mutating func article(of entry: APIReference.Entry, introduction: Build.Rendered?) -> Article {
    (folder, title, html) = (entry.output.folder, entry.title, HTML())
    (sections, fragmentCount) = ([], 0)
    let summary: String
    switch entry.content {
    case .module(let number):
      writeModule(number, introduction)
      summary = introduction?.article.summary ?? "The public declarations of \(entry.title)"
    case .type(let number):
      writeType(number)
      summary = library.symbols[number].summary.replacing("`", with: "")
    }
    return Article(body: html.bytes, sections: sections, summary: summary)
  }

  // MARK: Pieces of pages

  /// Writes the way to the page: its module, and the types around it.
  mutating func crumbs(to number: Int? = nil) {
    var crumbs: [(title: String, address: String)] = []
    var parent = number.flatMap { library.symbols[$0].parent }
    while let above = parent {
      crumbs.insert((library.symbols[above].name, reference.address(of: above, from: folder) ?? ""), at: 0)
      parent = library.symbols[above].parent
    }
    if let number { crumbs.insert((library.modules[library.homes[number]].name, "index.html"), at: 0) }
    html.markup("<nav class=\"crumbs\" aria-label=\"Where this is\">")
    for crumb in crumbs {
      html.write("<a href=\"\(address: crumb.address)\">\(crumb.title)</a> <span aria-hidden=\"true\">›</span> ")
    }
    html.write("<span>\(number.map { library.symbols[$0].kind.title } ?? "Module")</span></nav>\n")
  }

  mutating func title(_ text: String) {
    sections.append(Article.Section(heading: Article.Heading(level: 1, id: "top", text: title, line: 1)))
    html.write("<h1 id=\"top\">\(name: text)</h1>\n")
  }

  mutating func heading(_ level: Int, _ text: String, id: String? = nil, isCode: Bool = false) {
    var id = id ?? text.asID
    if !isCode, sections.contains(where: { $0.heading?.id == id }) { id = "all-\(id)" }
    sections.append(Article.Section(heading: Article.Heading(level: level, id: id, text: text, line: 1)))
    let title: HTML = isCode ? "<code>\(name: text)</code>" : "\(text)"
    html.write(
      "<h\(level) id=\"\(id)\">\(title) <a class=\"anchor\" href=\"#\(address: id)\" aria-label=\"Link to “\(text)”\">#</a></h\(level)>\n"
    )
  }

  /// Writes the doc comment of a symbol, with its headings below `level`, and where the symbol is used.
  mutating func documentation(of number: Int, level: Int) {
    let symbol = library.symbols[number]
    if symbol.isDeprecated { html.markup("<p class=\"deprecated\">Deprecated</p>\n") }
    if !symbol.summary.isEmpty {
      fragmentCount += 1
      let style = FragmentStyle(idPrefix: "d\(fragmentCount)-", headingShift: level, hasFields: true)
      let text = symbol.documentation
      let path = text.name.hasPrefix("/") ? text.name : "\(targets.root)/\(text.name)"
      let results = results[text.name] ?? site.results(ofFile: path)
      self.results[text.name] = results
      let links = Links(source: text, targets: targets, folder: folder, symbol: number)
      let (article, resolver) = Renderer.render(Document(text), resolver: links, results: results, style: style)
      html.append(article.body)
      for section in article.sections { sections[sections.count - 1].text += section.text + [UInt8(ascii: " ")] }
      problems += article.problems + resolver.problems
    }
    usedIn(number)
  }

  /// Links to the examples that use a symbol: up to three in a sentence, more in a list that folds.
  private mutating func usedIn(_ number: Int) {
    let root = String(repeating: "../", count: folder.split(separator: "/").count)
    let links = uses[number, default: []].prefix(8).map { place -> HTML in
      let anchor: HTML = place.anchor.isEmpty ? "" : "#\(address: place.anchor)"
      return "<a href=\"\(raw: root.utf8)\(raw: pages[place.page].address)\(anchor)\">\(place.title)</a>"
    }
    if links.count > 3 {
      let items = HTML(joining: links.map { "<li>\($0)</li>\n" }, "")
      html.write(
        "<details class=\"uses\"><summary>Examples that use it</summary>\n<ul>\n\(items)</ul>\n</details>\n")
    } else if !links.isEmpty {
      html.write("<p class=\"uses\">See it used in \(HTML(joining: links, ", "))</p>\n")
    }
  }

  /// Where a symbol is declared, and what it needs.
  mutating func source(of symbol: Symbol) {
    guard symbol.location != nil || !symbol.availability.isEmpty else { return }
    html.markup("<p class=\"source\">")
    if let location = symbol.location, !location.file.hasPrefix("/") {
      let name = "\(location.file.fileName):\(location.line)"
      if let repository = targets.repository?.fileAddress {
        html.write(
          """
          <a href="\(address: "\(repository)/\(Links.encoded(location.file))#L\(location.line)")">\(name)</a>
          """)
      } else {
        html.write("<span title=\"\(location.file):\(location.line)\">\(name)</span>")
      }
    }
    for version in symbol.availability {
      html.write(" <span class=\"needs\">\(version)+</span>")
    }
    html.markup("</p>\n")
  }

  /// A list of symbols, each with the first sentence of its doc comment.
  mutating func list(_ symbols: [Int]) {
    html.symbols(symbols.compactMap { reference.entry(of: $0, from: folder) })
  }
}

extension String {
  /// An id made from a title.
  var asID: String { lowercased().replacing(" ", with: "-") }
}
