import Markdown

extension Renderer {
  // MARK: Headings

  /// Ids written by hand come first, so that a generated one never equals one of them.
  mutating func reserveIDs() {
    for node in tree.nodes where node.kind == .heading && !node.detail.isEmpty {
      let id = tree.string(node.detail)
      guard !ids.reserve(id) else { continue }
      let line = document.source.lineText(Int(node.startLine))
      let column = line.utf8Offset(of: "{#\(id)}") ?? 0
      page.problems.append(
        Diagnostic(
          in: document.source, line: Int(node.startLine), column: column + 1, length: id.utf8.count + 3,
          message: "the id “\(id)” is given twice on this page", hint: "give this heading another id"))
    }
  }

  mutating func openHeading(_ index: Int32) {
    let node = tree.nodes[Int(index)]
    let text = plainText(of: index)
    let id = style.idPrefix + (node.detail.isEmpty ? ids.make(for: text) : tree.string(node.detail))
    let level = min(Int(node.number) + style.headingShift, 6)
    endSection()
    page.headings.append(Page.Heading(level: level, id: id, text: text, line: Int(node.startLine)))
    html.markup("<h")
    html.number(level)
    html.markup(" id=\"")
    html.text(id)
    html.markup("\">")
  }

  mutating func closeHeading(_ node: Node) {
    if let heading = page.headings.last {
      startSection()
      html.markup(" <a class=\"anchor\" href=\"#")
      html.address(heading.id.utf8)
      html.markup("\" aria-label=\"Link to “")
      html.text(heading.text)
      html.markup("”\">#</a>")
    }
    html.markup("</h")
    html.number(min(Int(node.number) + style.headingShift, 6))
    html.markup(">\n")
  }

  /// The text of everything inside a node.
  func plainText(of root: Int32) -> String {
    var text: [UInt8] = []
    var stack = [tree.nodes[Int(root)].firstChild]
    while let index = stack.popLast() {
      guard index >= 0 else { continue }
      let node = tree.nodes[Int(index)]
      stack.append(node.next)
      switch node.kind {
      case .text, .code: text += tree.bytes(node.literal)
      case .softBreak, .lineBreak: text.append(UInt8(ascii: " "))
      case .footnoteReference: break
      default: stack.append(node.firstChild)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  // MARK: Lists

  mutating func openList(_ index: Int32) {
    let node = tree.nodes[Int(index)]
    let isTaskList = tree.children(of: index).contains { tree.nodes[Int($0)].isTight }
    html.append((node.isMarked ? "<ol" : "<ul").utf8)
    if isTaskList { html.markup(" class=\"tasks\"") }
    if node.isMarked, node.number != 1 {
      html.markup(" start=\"")
      html.number(Int(node.number))
      html.markup("\"")
    }
    html.markup(">\n")
  }

  mutating func openItem(_ node: Node) {
    html.markup("<li>")
    guard node.isTight else { return }
    html.append(
      (node.isMarked
        ? "<input type=\"checkbox\" checked disabled aria-label=\"Done\"> "
        : "<input type=\"checkbox\" disabled aria-label=\"Not done\"> ").utf8)
  }

  // MARK: Quotes, admonitions and tabs

  mutating func openQuote(_ index: Int32) {
    let node = tree.nodes[Int(index)]
    guard let kind = Node.Admonition(rawValue: node.number) else {
      html.markup("<blockquote>\n")
      return
    }
    if kind == .tab {
      if !isTab(previousSibling(of: index)) { html.markup("<div class=\"tabs\">\n") }
      html.markup("<section class=\"tab\" data-tab=\"")
      html.text(tree.bytes(node.detail))
      html.markup("\"><p class=\"tab-title\">")
      html.text(tree.bytes(node.detail))
      html.markup("</p>\n")
      return
    }
    html.markup("<aside class=\"note ")
    html.text("\(kind)")
    html.markup("\"><p class=\"note-title\">")
    if node.detail.isEmpty {
      html.text("\(kind)".prefix(1).uppercased() + "\(kind)".dropFirst())
    } else {
      html.text(tree.bytes(node.detail))
    }
    html.markup("</p>\n")
  }

  mutating func closeQuote(_ index: Int32) {
    switch Node.Admonition(rawValue: tree.nodes[Int(index)].number) {
    case nil: html.markup("</blockquote>\n")
    case .tab?: html.append((isTab(tree.nodes[Int(index)].next) ? "</section>\n" : "</section>\n</div>\n").utf8)
    default: html.markup("</aside>\n")
    }
  }

  private func isTab(_ index: Int32) -> Bool {
    guard index >= 0 else { return false }
    let node = tree.nodes[Int(index)]
    return node.kind == .blockQuote && node.number == Node.Admonition.tab.rawValue
  }

  private func previousSibling(of index: Int32) -> Int32 {
    tree.children(of: tree.nodes[Int(index)].parent).first { tree.nodes[Int($0)].next == index } ?? -1
  }
}

extension String {
  fileprivate func utf8Offset(of part: String) -> Int? {
    let (text, wanted) = (Array(utf8), Array(part.utf8))
    guard text.count >= wanted.count else { return nil }
    return (0...(text.count - wanted.count)).first { text[$0...].starts(with: wanted) }
  }
}
