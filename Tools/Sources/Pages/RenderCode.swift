import Markdown

extension Renderer {
  /// Writes a block of code; an output fence right after Swift becomes part of the same figure.
  mutating func codeBlock(_ index: Int32) {
    let node = tree.nodes[Int(index)]
    let language = self.language(of: node)
    if isOutput(language), isExample(previousCodeBlock(of: index)) {
      outputBlock(node)
      return
    }
    let hasOutput = language == "swift" && isOutputBlock(node.next)
    html.append((hasOutput ? "<figure class=\"code example\">" : "<figure class=\"code\">").utf8)
    html.markup("<pre tabindex=\"0\"")
    if !language.isEmpty {
      html.markup(" data-language=\"")
      html.text(language)
      html.markup("\"")
    }
    html.markup("><code>")
    let content = tree.bytes(node.literal)
    if language == "swift" { html.swift(content) } else { html.text(content) }
    html.markup("</code></pre>\n")
    if !hasOutput { html.markup("</figure>\n") }
    addSearchText(content)
  }

  private mutating func outputBlock(_ node: Node) {
    html.markup("<div class=\"output\"><p class=\"output-title\">Output")
    if examples.isChecked(file: document.source.name, line: Int(node.startLine)) {
      html.markup(
        " <span class=\"checked\" title=\"This example was compiled and run, and printed exactly this\">checked")
      if let version = examples.compiler {
        html.markup(" with ")
        html.text(version)
      }
      html.markup("</span>")
    }
    html.markup("</p>\n<pre tabindex=\"0\"><code>")
    html.text(tree.bytes(node.literal))
    html.markup("</code></pre></div>\n</figure>\n")
    addSearchText(tree.bytes(node.literal))
  }

  private func language(of node: Node) -> String {
    let info = tree.bytes(node.detail)
    return String(
      decoding: info.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") && $0 != UInt8(ascii: ",") },
      as: UTF8.self)
  }

  private func isOutput(_ language: String) -> Bool {
    language == "text" || language == "output"
  }

  private func isOutputBlock(_ index: Int32) -> Bool {
    guard index >= 0, tree.nodes[Int(index)].kind == .codeBlock else { return false }
    return isOutput(language(of: tree.nodes[Int(index)]))
  }

  private func isExample(_ index: Int32) -> Bool {
    index >= 0 && tree.nodes[Int(index)].kind == .codeBlock && language(of: tree.nodes[Int(index)]) == "swift"
  }

  private func previousCodeBlock(of index: Int32) -> Int32 {
    // Blocks of code have no children, so a sibling right before this one is right before it in the tree as well.
    let before = index - 1
    return before >= 0 && tree.nodes[Int(before)].next == index ? before : -1
  }
}
