import Markdown

extension HTML {
  /// Appends a list of symbols, each with its sentence.
  mutating func symbols(_ entries: [SymbolEntry]) {
    markup("<dl class=\"symbols\">\n")
    for entry in entries {
      write("<dt><a href=\"\(address: entry.address)\"><code>\(name: entry.name)</code></a></dt>\n<dd>")
      sentence(entry.summary)
      markup("</dd>\n")
    }
    markup("</dl>\n")
  }

  /// Appends text with code in backticks and nothing else of Markdown.
  private mutating func sentence(_ text: String) {
    let parts = text.replacing("``", with: "`").split(separator: "`", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      write(index % 2 == 1 ? "\(code: String(part), unbroken: 32)" : "\(part.replacing("*", with: ""))")
    }
  }
}

extension Renderer {
  /// Writes a list whose items are all symbols in double backticks, as DocC writes topics, with what each of them is.
  /// False where the list is another one.
  mutating func symbolList(_ list: Int32) -> Bool {
    guard resolver.linksCode else { return false }
    var names: [Node] = []
    for item in tree.children(of: list) {
      let paragraph = tree.nodes[Int(item)].firstChild
      guard paragraph >= 0, tree.nodes[Int(paragraph)].next < 0, tree.nodes[Int(paragraph)].kind == .paragraph,
        case let code = tree.nodes[Int(paragraph)].firstChild, code >= 0, tree.nodes[Int(code)].next < 0,
        tree.nodes[Int(code)].kind == .code, isSymbolLink(tree.nodes[Int(code)])
      else { return false }
      names.append(tree.nodes[Int(code)])
    }
    let entries = names.compactMap { resolver.entry(of: writtenLink($0)) }
    html.symbols(entries)
    for entry in entries { addSearchText(Array("\(entry.name) \(entry.plainSummary) ".utf8)[...]) }
    return true
  }
}
