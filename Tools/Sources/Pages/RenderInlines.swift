import Markdown

extension Renderer {
  // MARK: Links and images

  mutating func openLink(_ node: Node) {
    guard let address = resolver.resolve(reference(node)) else {
      openLinks.append(false)
      return
    }
    openLinks.append(true)
    html.markup("<a href=\"")
    html.address(address.utf8)
    title(node)
    html.markup("\">")
  }

  mutating func closeLink() {
    if openLinks.popLast() == true { html.markup("</a>") }
  }

  mutating func openImage(_ node: Node) {
    html.markup("<img src=\"")
    html.address((resolver.resolve(reference(node)) ?? "").utf8)
    html.markup("\" alt=\"")
  }

  mutating func closeImage(_ node: Node) {
    title(node)
    html.markup("\" loading=\"lazy\">")
  }

  /// Goes on from inside an attribute to the title attribute, which the caller closes.
  private mutating func title(_ node: Node) {
    guard !node.detail.isEmpty else { return }
    html.markup("\" title=\"")
    html.text(tree.bytes(node.detail))
  }

  func reference(_ node: Node) -> Reference {
    Reference(
      address: tree.string(node.literal), isImage: node.kind == .image,
      line: Int(node.startLine), column: Int(node.startColumn), endLine: Int(node.endLine))
  }

  // MARK: Code

  /// Writes inline code, as a link where it names something that has a place.
  mutating func inlineCode(_ node: Node) {
    var address: String?
    if resolver.linksCode, openLinks.isEmpty {
      address = resolver.resolve(code: reference(node), isRequired: isSymbolLink(node))
    }
    if let address {
      html.markup("<a class=\"symbol\" href=\"")
      html.address(address.utf8)
      html.markup("\">")
    }
    // The columns of a table are narrow.
    let isInTable = node.parent >= 0 && tree.nodes[Int(node.parent)].kind == .tableCell
    html.code(tree.string(node.literal), unbroken: isInTable ? 12 : 32)
    if address != nil { html.markup("</a>") }
  }

  /// Whether inline code is in double backticks without needing them.
  func isSymbolLink(_ node: Node) -> Bool {
    let text = tree.bytes(node.literal)
    guard !text.contains(UInt8(ascii: "`")), !text.contains(UInt8(ascii: " ")), !text.isEmpty else { return false }
    let line = document.source.line(Int(node.startLine))
    let start = line.startIndex + Int(node.startColumn) - 1
    guard start <= line.endIndex, start >= line.startIndex else { return false }
    let before = line[..<start].reversed().prefix { $0 == UInt8(ascii: "`") }.count
    let after = line[start...].prefix { $0 == UInt8(ascii: "`") }.count
    return before + after == 2
  }

  // MARK: Footnotes

  mutating func footnoteReference(_ node: Node) {
    let use = footnoteUses[node.number, default: 0] + 1
    footnoteUses[node.number] = use
    let id = style.idPrefix + (use == 1 ? "fnref-\(node.number)" : "fnref-\(node.number)-\(use)")
    page.otherIDs.append(id)
    html.markup("<sup><a href=\"#")
    html.address("\(style.idPrefix)fn-".utf8)
    html.number(Int(node.number))
    html.markup("\" id=\"")
    html.text(id)
    html.markup("\" role=\"doc-noteref\">")
    html.number(Int(node.number))
    html.markup("</a></sup>")
  }

  /// The footnotes that the text refers to, at the end of the page in the order of their first reference.
  mutating func renderFootnotes(_ definitions: [Int32]) {
    let used = definitions.filter { tree.nodes[Int($0)].number > 0 }
      .sorted { tree.nodes[Int($0)].number < tree.nodes[Int($1)].number }
    guard !used.isEmpty else { return }
    html.markup("<section class=\"footnotes\" role=\"doc-endnotes\" aria-label=\"Footnotes\">\n<ol>\n")
    for definition in used {
      let number = tree.nodes[Int(definition)].number
      page.otherIDs.append("\(style.idPrefix)fn-\(number)")
      html.markup("<li id=\"")
      html.text("\(style.idPrefix)fn-")
      html.number(Int(number))
      html.markup("\">\n")
      for child in tree.children(of: definition) { render(child) }
      html.markup("<p class=\"back\">")
      for use in 1...max(footnoteUses[number] ?? 1, 1) {
        html.markup("<a href=\"#")
        html.address("\(style.idPrefix)fnref-".utf8)
        html.text(use == 1 ? "\(number)" : "\(number)-\(use)")
        html.markup("\" role=\"doc-backlink\" aria-label=\"Back to the text\">↩</a> ")
      }
      html.markup("</p>\n</li>\n")
    }
    html.markup("</ol>\n</section>\n")
  }
}
