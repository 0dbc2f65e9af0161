import Markdown

/// How Markdown that is only part of a page is written.
struct FragmentStyle: Sendable {
  /// The prefix of every id.
  var idPrefix = ""
  /// How many levels deeper headings are than they say.
  var headingShift = 0
  /// Whether it is a doc comment, whose lists may have fields.
  var hasFields = false
}

/// Writes a document as HTML.
///
/// It walks the tree without recursion: what opens when a node is entered closes when it is left.
struct Renderer<Resolver: LinkResolver> {
  let document: Document
  var tree: Tree
  var resolver: Resolver
  var html: HTML
  var article = Article()
  var ids = HeadingIDs()
  /// The ids of raw HTML, with the last element that has each.
  var htmlIDs: [String: RawHTML.Tag] = [:]
  /// Whether each link that is open was written as one.
  var openLinks: [Bool] = []
  /// The headings of the current table if narrow screens show it as a list, and the column of the next cell.
  var headings: [String] = []
  var column = 0
  /// Whether names in code of each column may be links; empty if they may be in all.
  var linkedColumns: [Bool] = []
  let style: FragmentStyle
  /// The results for the examples of this document.
  let results: ExampleResults
  /// The Swift fences, with their outputs and hidden lines.
  let fences: ExampleFences
  /// Blocks of code that were written with an earlier one, and lists of symbols.
  var finished: Set<Int32> = []
  /// The number of pictures so far.
  var diagramCount = 0
  /// Raw elements whose end tags are still to come.
  var openHTML: [(name: String, tag: RawHTML.Tag)] = []
  /// The number of problems in raw HTML.
  var htmlProblems = 0

  static func render(
    _ document: Document, resolver: Resolver, results: ExampleResults = ExampleResults(),
    style: FragmentStyle = FragmentStyle()
  ) -> (article: Article, resolver: Resolver) {
    var renderer = Renderer(document, resolver: resolver, results: results, style: style)
    renderer.run()
    return (renderer.article, renderer.resolver)
  }

  private init(_ document: Document, resolver: Resolver, results: ExampleResults, style: FragmentStyle) {
    (self.document, self.resolver, self.style) = (document, resolver, style)
    tree = document.tree
    fences = ExampleFences(document)
    self.results = results.found(in: fences)
    html = HTML(capacity: document.source.bytes.count * 3)
  }

  private mutating func run() {
    article.problems = document.problems
    reserveIDs()
    render(0)
    finishRawHTML()
    article.body = html.bytes
  }

  /// Renders a node with all that is in it.
  mutating func render(_ root: Int32) {
    var current = root
    while true {
      if enter(current), tree.nodes[Int(current)].firstChild >= 0 {
        current = tree.nodes[Int(current)].firstChild
        continue
      }
      while true {
        leave(current)
        if current == root { return }
        let next = tree.nodes[Int(current)].next
        if next >= 0 {
          current = next
          break
        }
        current = tree.nodes[Int(current)].parent
      }
    }
  }

  /// Writes the part before a node's children. False if the children have been written too.
  private mutating func enter(_ index: Int32) -> Bool {
    let node = tree.nodes[Int(index)]
    switch node.kind {
    case .text:
      html.text(tree.bytes(node.literal))
      addSearchText(tree.bytes(node.literal))
      checkLabels(of: node)
    case .softBreak:
      html.markup("\n")
      endSearchText()
    case .lineBreak:
      html.markup("<br>\n")
      endSearchText()
    case .code:
      inlineCode(node)
      addSearchText(tree.bytes(node.literal))
    case .emphasis: html.markup("<em>")
    case .strong: html.markup("<strong>")
    case .link: openLink(node)
    case .image:
      image(index)
      return false
    case .htmlInline, .htmlBlock: rawHTML(node)
    case .paragraph:
      if article.summary.isEmpty, node.parent == 0 { article.summary = summary(of: index) }
      if !isTight(node) { html.markup("<p>") }
    case .heading: openHeading(index)
    case .thematicBreak: html.markup("<hr>\n")
    case .blockQuote: openQuote(node)
    case .list:
      if symbolList(index) || fieldList(index) {
        finished.insert(index)
        return false
      }
      openList(index)
    case .item: openItem(node)
    case .codeBlock: codeBlock(index)
    case .table: openTable(index)
    case .tableRow:
      column = 0
      html.append((node.isHeader ? "<thead>\n<tr>\n" : startsBody(index) ? "<tbody>\n<tr>\n" : "<tr>\n").utf8)
    case .tableCell: openCell(node)
    case .document: break
    }
    return true
  }

  /// Writes the part after a node's children.
  private mutating func leave(_ index: Int32) {
    let node = tree.nodes[Int(index)]
    switch node.kind {
    case .emphasis: html.markup("</em>")
    case .strong: html.markup("</strong>")
    case .link: closeLink()
    case .paragraph:
      endSearchText()
      if !isTight(node) { html.markup("</p>\n") } else if node.next >= 0 { html.markup("\n") }
    case .heading: closeHeading(node)
    case .blockQuote: html.markup(node.admonition == nil ? "</blockquote>\n" : "</aside>\n")
    case .list where finished.contains(index): break
    case .list: html.append((node.isOrdered ? "</ol>\n" : "</ul>\n").utf8)
    case .item: html.markup("</li>\n")
    case .table:
      let rows = tree.children(of: index).prefix(2).count { _ in true }
      html.append((rows > 1 ? "</tbody>\n</table></div>\n" : "</table></div>\n").utf8)
    case .tableRow: html.append((node.isHeader ? "</tr>\n</thead>\n" : "</tr>\n").utf8)
    case .tableCell:
      endSearchText()
      html.append((node.isHeader ? "</th>\n" : "</td>\n").utf8)
    default: break
    }
  }

  /// The paragraphs of a tight list have no tags of their own.
  private func isTight(_ paragraph: Node) -> Bool {
    guard paragraph.parent >= 0, tree.nodes[Int(paragraph.parent)].kind == .item else { return false }
    let list = tree.nodes[Int(paragraph.parent)].parent
    return tree.nodes[Int(list)].isTight
  }

  /// A paragraph's text, at most as much as a search engine shows.
  private func summary(of paragraph: Int32) -> String {
    let text = tree.plainText(of: paragraph)
    guard text.count > 200 else { return text }
    let cut = text.prefix(200)
    return (cut.lastIndex(of: " ").map { cut[..<$0] } ?? cut) + "…"
  }

  private func startsBody(_ row: Int32) -> Bool {
    let table = tree.nodes[Int(row)].parent
    return tree.nodes[Int(tree.nodes[Int(table)].firstChild)].next == row
  }

  // MARK: Text for search

  mutating func addSearchText(_ text: ArraySlice<UInt8>) {
    article.sections[article.sections.count - 1].text += text
  }

  private mutating func endSearchText() {
    article.sections[article.sections.count - 1].text.append(UInt8(ascii: " "))
  }
}
