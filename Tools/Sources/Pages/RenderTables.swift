import Markdown

extension Renderer {
  /// On narrow screens a table of four columns of text is shown as a list: each cell of a row below its heading.
  mutating func openTable(_ index: Int32) {
    column = 0
    headings = []
    if let head = tree.children(of: index).first(where: { _ in true }) {
      let cells = Array(tree.children(of: head))
      let isText = cells.allSatisfy { Node.Alignment(rawValue: tree.nodes[Int($0)].number) != .right }
      if cells.count == 4, isText { headings = cells.map(plainText) }
    }
    html.markup(headings.isEmpty ? "<div class=\"table\"" : "<div class=\"table stacks\"")
    html.markup(" tabindex=\"0\"><table>\n")
  }

  mutating func openCell(_ node: Node) {
    html.append((node.isMarked ? "<th scope=\"col\"" : "<td").utf8)
    switch Node.Alignment(rawValue: node.number) {
    case .left: html.markup(" class=\"left\"")
    case .center: html.markup(" class=\"center\"")
    case .right: html.markup(" class=\"right\"")
    default: break
    }
    // The first cell is the title of its row.
    if !node.isMarked, headings.indices.dropFirst().contains(column), !headings[column].isEmpty {
      html.write(" data-heading=\"\(headings[column])\"")
    }
    column += 1
    html.markup(">")
  }
}
