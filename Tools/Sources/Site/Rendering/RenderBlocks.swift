import Markdown

extension Renderer {
  // MARK: Headings

  /// Ids written by hand come first, so that a generated one never equals one of them.
  mutating func reserveIDs() {
    for node in tree.nodes where node.kind == .heading && !node.id.isEmpty {
      let id = tree.string(node.id).lowercased()
      guard !ids.reserve(id) else { continue }
      let line = Array(document.source.lineText(Int(node.startLine)).lowercased().utf8)
      let column = line.firstRange(of: "{#\(id)}".utf8)?.lowerBound ?? 0
      article.problems.append(
        Diagnostic(
          in: document.source, line: Int(node.startLine), column: column + 1, length: id.utf8.count + 3,
          message: "the id “\(id)” is given twice on this page", hint: "give this heading another id"))
    }
  }

  mutating func openHeading(_ index: Int32) {
    let node = tree.nodes[Int(index)]
    let text = tree.plainText(of: index)
    let id = style.idPrefix + (node.id.isEmpty ? ids.make(for: text) : tree.string(node.id).lowercased())
    let level = min(Int(node.level) + style.headingShift, 6)
    let heading = Article.Heading(level: level, id: id, text: text, line: Int(node.startLine))
    article.sections.append(Article.Section(heading: heading))
    html.write("<h\(level) id=\"\(id)\">")
  }

  mutating func closeHeading(_ node: Node) {
    if let heading = article.sections.last?.heading {
      article.sections[article.sections.count - 1].text = []
      html.write(
        """
         <a class="anchor" href="#\(address: heading.id)" aria-label="Link to “\(heading.text)”">#</a>
        """)
    }
    html.write("</h\(min(Int(node.level) + style.headingShift, 6))>\n")
  }

  // MARK: Lists

  mutating func openList(_ index: Int32) {
    let node = tree.nodes[Int(index)]
    let isTaskList = tree.children(of: index).contains { tree.nodes[Int($0)].isDone != nil }
    html.append((node.isOrdered ? "<ol" : "<ul").utf8)
    if isTaskList { html.markup(" class=\"tasks\"") }
    if node.isOrdered, node.start != 1 { html.write(" start=\"\(Int(node.start))\"") }
    html.markup(">\n")
  }

  mutating func openItem(_ node: Node) {
    html.markup("<li>")
    guard let isDone = node.isDone else { return }
    html.append(
      (isDone
        ? "<input type=\"checkbox\" checked disabled aria-label=\"Done\"> "
        : "<input type=\"checkbox\" disabled aria-label=\"Not done\"> ").utf8)
  }

  // MARK: Quotes and admonitions

  mutating func openQuote(_ node: Node) {
    guard let kind = node.admonition else {
      html.markup("<blockquote>\n")
      return
    }
    html.write("<aside class=\"note \(kind.rawValue)\"><p class=\"note-title\">")
    if node.title.isEmpty {
      html.text(kind.rawValue.prefix(1).uppercased() + kind.rawValue.dropFirst())
    } else {
      html.text(tree.bytes(node.title))
    }
    html.markup("</p>\n")
  }

  // MARK: Tables

  /// On narrow screens a table of two to four columns of text is shown as a list: the cells of a row are below one another,
  /// from the third column on with their headings.
  mutating func openTable(_ index: Int32) {
    column = 0
    headings = []
    linkedColumns = []
    var isList = false
    if let head = tree.children(of: index).first(where: { _ in true }) {
      let cells = Array(tree.children(of: head))
      let columns = cells.count
      let isText = cells.allSatisfy { tree.nodes[Int($0)].alignment != .right }
      isList = isText && (2...4).contains(columns)
      let titles = cells.map(tree.plainText)
      if isList, columns > 2 { headings = titles }
      // Beside a column of ours, the others name what other libraries have. One without a heading has the rows' titles.
      if resolver.linksCode, titles.contains(where: resolver.isOurs) {
        linkedColumns = titles.map { $0.isEmpty || resolver.isOurs(heading: $0) }
      }
    }
    html.markup(isList ? "<div class=\"table stacks\"" : "<div class=\"table\"")
    html.markup(" tabindex=\"0\"><table>\n")
  }

  mutating func openCell(_ node: Node) {
    html.append((node.isHeader ? "<th scope=\"col\"" : "<td").utf8)
    if node.alignment != .none { html.write(" class=\"\("\(node.alignment)")\"") }
    // The first cell is the title of its row.
    if !node.isHeader, headings.indices.dropFirst().contains(column), !headings[column].isEmpty {
      html.write(" data-heading=\"\(headings[column])\"")
    }
    column += 1
    html.markup(">")
  }
}
