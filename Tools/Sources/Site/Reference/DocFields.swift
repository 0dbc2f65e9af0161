import Markdown

/// A field of a doc comment: `- Returns: text`, or `- Parameter value: text`.
private struct DocField {
  var name: String
  var isParameter = false

  private static let names: Set = [
    "parameters", "returns", "throws", "complexity", "note", "warning", "important", "tip", "precondition",
    "postcondition", "requires", "invariant", "remark", "attention", "since", "seealso", "version", "author",
    "experiment", "bug", "date", "copyright",
  ]

  /// Nil for another label of a list item.
  init?(_ label: String) {
    name = label.prefix(1).uppercased() + label.dropFirst()
    if name.hasPrefix("Parameter ") {
      self = DocField(parameter: String(name.dropFirst(10)))
    } else if !Self.names.contains(label.lowercased()) {
      return nil
    }
  }

  init(parameter: String) { (name, isParameter) = (parameter, true) }
}

extension Renderer {
  /// Writes the fields in a list of a doc comment, after its other items. False where the list has none.
  mutating func fieldList(_ list: Int32) -> Bool {
    guard style.hasFields, tree.nodes[Int(list)].parent == 0 else { return false }
    let items = tree.children(of: list).map { ($0, tree.takeLabel(ofItem: $0) { DocField($0) != nil }) }
    let others = items.filter { $0.1 == nil }
    guard others.count < items.count else { return false }
    if !others.isEmpty {
      html.markup("<ul>\n")
      for (item, _) in others { render(item) }
      html.markup("</ul>\n")
    }
    html.markup("<dl class=\"fields\">\n")
    for case (let item, let label?) in items {
      guard label.lowercased() == "parameters" else {
        if let field = DocField(label) { write(field, item) }
        continue
      }
      for parameter in tree.children(of: item).flatMap(tree.children) where tree.nodes[Int(parameter)].kind == .item {
        write(DocField(parameter: tree.takeLabel(ofItem: parameter) { _ in true } ?? ""), parameter)
      }
    }
    html.markup("</dl>\n")
    return true
  }

  private mutating func write(_ field: DocField, _ item: Int32) {
    let name: HTML = field.isParameter ? "<code>\(field.name)</code>" : "\(field.name)"
    html.write("<dt>\(name)</dt>\n<dd>")
    for child in tree.children(of: item) { render(child) }
    html.markup("</dd>\n")
  }
}
