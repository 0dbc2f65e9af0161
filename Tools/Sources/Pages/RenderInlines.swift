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

  private func reference(_ node: Node) -> Reference {
    Reference(
      address: tree.string(node.literal), isImage: node.kind == .image,
      line: Int(node.startLine), column: Int(node.startColumn), endLine: Int(node.endLine))
  }

  // MARK: Footnotes

  mutating func footnoteReference(_ node: Node) {
    let use = footnoteUses[node.number, default: 0] + 1
    footnoteUses[node.number] = use
    let id = use == 1 ? "fnref-\(node.number)" : "fnref-\(node.number)-\(use)"
    page.otherIDs.append(id)
    html.markup("<sup><a href=\"#fn-")
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
      page.otherIDs.append("fn-\(number)")
      html.markup("<li id=\"fn-")
      html.number(Int(number))
      html.markup("\">\n")
      for child in tree.children(of: definition) { render(child) }
      html.markup("<p class=\"back\">")
      for use in 1...max(footnoteUses[number] ?? 1, 1) {
        html.markup("<a href=\"#fnref-")
        html.text(use == 1 ? "\(number)" : "\(number)-\(use)")
        html.markup("\" role=\"doc-backlink\" aria-label=\"Back to the text\">↩</a> ")
      }
      html.markup("</p>\n</li>\n")
    }
    html.markup("</ol>\n</section>\n")
  }
}
