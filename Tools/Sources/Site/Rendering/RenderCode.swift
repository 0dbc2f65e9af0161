import Markdown

extension Renderer {
  /// Writes a block of code. Swift, the lines of it that are hidden, and what it prints are one figure.
  mutating func codeBlock(_ index: Int32) {
    if finished.contains(index) { return }
    let node = tree.nodes[Int(index)]
    let fence = fences.fence(at: index)
    let language = fence == nil ? FenceInfo(tree.string(node.info)).language : "swift"
    let printing = fences.fence(printing: index)
    if language == "output" || printing != nil {
      html.markup("<figure class=\"code\">\n")
      outputBlock(node, of: printing)
      html.markup("</figure>\n")
      return
    }
    // An output further down the page stays there.
    let output = fence?.output.map(\.node).flatMap { isNext($0, after: index) ? $0 : nil }
    html.append((output != nil ? "<figure class=\"code example\">" : "<figure class=\"code\">").utf8)
    hiddenBlock(fence?.before ?? [], "Hidden lines before")
    let label: HTML = language.isEmpty ? "" : " data-language=\"\(language)\""
    html.write("<pre tabindex=\"0\"\(label)><code>")
    let content = tree.bytes(node.literal)
    let result = fence.flatMap(results.result)
    let isVerified = result != nil && results.areCurrent
    if language == "swift" { swift(content, isVerified: isVerified) } else { html.text(content) }
    html.markup("</code></pre>\n")
    if let fence {
      let attributes = (try? AttributeWord.words(of: fence.attributes)) ?? []
      if let error = attributes.first(where: { $0.name == "compile-fail" })?.argument {
        html.write("<p class=\"refused\">Does not compile: \(error)</p>\n")
      }
      hiddenBlock(fence.after, "Hidden lines after")
      let isDiagram = attributes.contains { $0.name == "diagram" }
      diagrams(of: node, result?.diagrams ?? (isDiagram ? nil : []), isChecked: isVerified)
    }
    if let output {
      outputBlock(tree.nodes[Int(output)], of: fence)
      finished.insert(output)
    }
    html.markup("</figure>\n")
    addSearchText(content)
  }

  /// Whether there are only comments between two nodes.
  private func isNext(_ node: Int32, after other: Int32) -> Bool {
    var next = tree.nodes[Int(other)].next
    while next >= 0, next != node, tree.nodes[Int(next)].kind == .htmlBlock,
      tree.bytes(tree.nodes[Int(next)].literal).starts(with: "<!--".utf8)
    {
      next = tree.nodes[Int(next)].next
    }
    return next == node
  }

  /// Writes Swift, with the names in it as links where they have a place.
  private mutating func swift(_ code: ArraySlice<UInt8>, isVerified: Bool) {
    guard resolver.linksCode else { return html.swift(code) }
    let tokens = HTML.tokens(of: code)
    let entries = resolver.resolve(
      words: tokens.compactMap { $0.word }, isVerified: isVerified, heading: article.sections.last?.heading)
    html.swift(tokens, entries: entries)
  }

  /// Code that is compiled with an example but not part of what it shows.
  private mutating func hiddenBlock(_ parts: [ExampleFences.Hidden], _ title: String) {
    guard !parts.isEmpty else { return }
    html.write("<details class=\"hidden-code\"><summary>\(title)</summary>\n<pre tabindex=\"0\"><code>")
    for part in parts {
      // The comment's first line says that it is one, the last ends it.
      let lines = tree.bytes(tree.nodes[Int(part.node)].literal).drop { $0 != UInt8(ascii: "\n") }.dropFirst()
      html.swift(lines[..<(lines.firstRange(of: Array("-->".utf8))?.lowerBound ?? lines.endIndex)])
    }
    html.markup("</code></pre></details>\n")
  }

  private mutating func outputBlock(_ node: Node, of fence: ExampleFences.Fence?) {
    html.markup("<div class=\"output\"><p class=\"output-title\">Output")
    if let compared = fence.flatMap(results.explanation) {
      html.write(" <span class=\"checked\" title=\"\(compared)\">checked with \(results.compiler)</span>")
    }
    html.markup("</p>\n<pre tabindex=\"0\"><code>")
    html.write("\(tree.bytes(node.literal))</code></pre></div>\n")
    addSearchText(tree.bytes(node.literal))
  }
}
