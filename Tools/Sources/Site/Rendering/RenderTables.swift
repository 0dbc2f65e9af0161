import Markdown

extension Renderer {
  /// On narrow screens a table of two to four columns of text is shown as a list: the cells of a row are below one another,
  /// from the third column on with their headings.
  mutating func openTable(_ index: Int32) {
    column = 0
    headings = []
    var isList = false
    if let head = tree.children(of: index).first(where: { _ in true }) {
      let cells = Array(tree.children(of: head))
      columns = cells.count
      let isText = cells.allSatisfy { Node.Alignment(rawValue: tree.nodes[Int($0)].number) != .right }
      isList = isText && (2...4).contains(columns)
      if isList, columns > 2 { headings = cells.map(tree.plainText) }
    }
    html.markup(isList ? "<div class=\"table stacks\"" : "<div class=\"table\"")
    html.markup(" tabindex=\"0\"><table>\n")
  }

  mutating func openCell(_ node: Node) {
    html.append((node.isMarked ? "<th scope=\"col\"" : "<td").utf8)
    if let alignment = Node.Alignment(rawValue: node.number), alignment != .none {
      html.write(" class=\"\("\(alignment)")\"")
    }
    // The first cell is the title of its row.
    if !node.isMarked, headings.indices.dropFirst().contains(column), !headings[column].isEmpty {
      html.write(" data-heading=\"\(headings[column])\"")
    }
    column += 1
    html.markup(">")
  }
}
