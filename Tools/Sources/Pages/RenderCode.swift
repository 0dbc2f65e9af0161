import Markdown

extension Renderer {
  /// Writes a block of code. Swift, the lines of it that are hidden, and what it prints are one figure.
  mutating func codeBlock(_ index: Int32) {
    if finished.contains(index) { return }
    let node = tree.nodes[Int(index)]
    let language = self.language(of: node)
    if language == "output" {
      html.markup("<figure class=\"code\">\n")
      outputBlock(node)
      html.markup("</figure>\n")
      return
    }
    let isSwift = language == "swift"
    let following = isSwift ? following(index) : (hidden: [], output: -1)
    html.append((following.output >= 0 ? "<figure class=\"code example\">" : "<figure class=\"code\">").utf8)
    if isSwift {
      hiddenBlock(hiddenCode, "Hidden lines before")
      hiddenCode = []
    }
    html.markup("<pre tabindex=\"0\"")
    if !language.isEmpty {
      html.markup(" data-language=\"")
      html.text(language)
      html.markup("\"")
    }
    html.markup("><code>")
    let content = tree.bytes(node.literal)
    if isSwift { swift(content, of: node) } else { html.text(content) }
    html.markup("</code></pre>\n")
    if isSwift {
      hiddenBlock(following.hidden, "Hidden lines after")
      diagrams(of: node)
    }
    if following.output >= 0 {
      outputBlock(tree.nodes[Int(following.output)])
      finished.insert(following.output)
    }
    html.markup("</figure>\n")
    addSearchText(content)
  }

  /// Writes Swift, with the names in it as links where they have a place.
  private mutating func swift(_ code: ArraySlice<UInt8>, of node: Node) {
    guard resolver.linksCode else { return html.swift(code) }
    let heading = sectionHeading.map { page.headings[$0] }
    let addresses = resolver.resolve(
      words: HTML.words(of: code), isVerified: found.verified.contains(Int(node.endLine)), heading: heading)
    html.swift(code, addresses: addresses)
  }

  /// Code that is compiled with an example but not part of what it shows.
  private mutating func hiddenBlock(_ parts: [ArraySlice<UInt8>], _ title: String) {
    guard !parts.isEmpty else { return }
    html.markup("<details class=\"hidden-code\"><summary>")
    html.text(title)
    html.markup("</summary>\n<pre tabindex=\"0\"><code>")
    for part in parts { html.swift(part) }
    html.markup("</code></pre></details>\n")
  }

  private mutating func outputBlock(_ node: Node) {
    html.markup("<div class=\"output\"><p class=\"output-title\">Output")
    if found.outputs.contains(Int(node.startLine)), let compiler = examples.compiler {
      html.markup(" <span class=\"checked\" title=\"This example was compiled and run, and printed exactly this\">")
      html.text("checked with \(compiler)")
      html.markup("</span>")
    }
    html.markup("</p>\n<pre tabindex=\"0\"><code>")
    html.text(tree.bytes(node.literal))
    html.markup("</code></pre></div>\n")
    addSearchText(tree.bytes(node.literal))
  }

  /// What belongs to the Swift at `index` and stands after it: hidden lines in comments, and the output fence.
  private func following(_ index: Int32) -> (hidden: [ArraySlice<UInt8>], output: Int32) {
    var hidden: [ArraySlice<UInt8>] = []
    var next = tree.nodes[Int(index)].next
    while next >= 0 {
      let node = tree.nodes[Int(next)]
      switch node.kind {
      case .htmlBlock where HiddenCode.isComment(tree.bytes(node.literal)):
        if let code = HiddenCode.after(tree.bytes(node.literal)) { hidden.append(code) }
      case .codeBlock where ["text", "output"].contains(language(of: node)):
        return (hidden, next)
      default: return (hidden, -1)
      }
      next = node.next
    }
    return (hidden, -1)
  }

  private func language(of node: Node) -> String {
    let info = tree.bytes(node.detail)
    let word = info.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") && $0 != UInt8(ascii: ",") }
    return String(decoding: word, as: UTF8.self).lowercased()
  }
}

/// Comments that hold lines of an example which readers need not see: `<!-- swift` before it, `<!-- swift after` after.
enum HiddenCode {
  static func isComment(_ html: ArraySlice<UInt8>) -> Bool {
    html.starts(with: "<!--".utf8)
  }

  /// The hidden lines for the example that follows, if this is such a comment.
  static func before(_ html: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    code(html, opening: "<!-- swift\n")
  }

  /// The hidden lines for the example before, if this is such a comment.
  static func after(_ html: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    code(html, opening: "<!-- swift after\n")
  }

  private static func code(_ html: ArraySlice<UInt8>, opening: String) -> ArraySlice<UInt8>? {
    guard html.starts(with: opening.utf8) else { return nil }
    let code = html.dropFirst(opening.utf8.count)
    let end = code.indices.first { code[$0...].starts(with: "-->".utf8) } ?? code.endIndex
    return code[..<end]
  }
}
