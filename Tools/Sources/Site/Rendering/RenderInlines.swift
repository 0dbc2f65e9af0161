import Markdown

/// A link such as `[text][label]`, or the end of one after other markup. What follows a word is an index.
nonisolated(unsafe) private let undefinedLabel = /(?:^|(?:^|[ !(*_"])\[[^\[\]]+)\]\[([A-Za-z0-9][^\[\]]*)\]/

extension Renderer {
  // MARK: Links and images

  mutating func openLink(_ node: Node) {
    guard let address = resolver.resolve(writtenLink(node)) else {
      openLinks.append(false)
      return
    }
    openLinks.append(true)
    html.write("<a href=\"\(address: address)")
    title(node)
    html.markup("\">")
  }

  mutating func closeLink() {
    if openLinks.popLast() == true { html.markup("</a>") }
  }

  /// Writes an image, with the text inside as its description.
  mutating func image(_ index: Int32) {
    let node = tree.nodes[Int(index)]
    let source = resolver.resolve(writtenLink(node)) ?? ""
    html.write("<img src=\"\(address: source)\" alt=\"\(tree.plainText(of: index))")
    title(node)
    html.markup("\" loading=\"lazy\">")
  }

  /// Goes on from inside an attribute to the title attribute, which the caller closes.
  private mutating func title(_ node: Node) {
    guard !node.title.isEmpty else { return }
    html.write("\" title=\"\(tree.bytes(node.title))")
  }

  func writtenLink(_ node: Node) -> WrittenLink {
    WrittenLink(
      address: tree.string(node.literal), isImage: node.kind == .image,
      line: Int(node.startLine), column: Int(node.startColumn), endLine: Int(node.endLine))
  }

  /// Reports links whose label is not defined, which are text for Markdown.
  mutating func checkLabels(of node: Node) {
    let text = tree.bytes(node.literal)
    guard text.contains(UInt8(ascii: "]")) else { return }
    let line = document.source.line(Int(node.startLine))
    for match in String(decoding: text, as: UTF8.self).matches(of: undefinedLabel) {
      let label = String(match.1)
      guard let place = line.firstRange(of: match.0.utf8) else { continue }
      // Behind a backslash it is text, and behind code or emphasis an index.
      let before = String(decoding: line[..<place.lowerBound], as: UTF8.self)
      if before.hasSuffix("\\") || match.0.first == "[" && before.contains(/[`\p{L}\p{N}][*_]*$/) { continue }
      let column = place.upperBound - line.startIndex - label.utf8.count
      resolver.warn(
        of: WrittenLink(
          address: label, isImage: false, line: Int(node.startLine), column: column, endLine: Int(node.endLine)),
        "the label “\(label)” is not defined",
        hint: "write “[\(label)]: address” on a line of its own, or a backslash before the bracket if this is no link")
    }
  }

  // MARK: Code

  /// Writes inline code, as a link where it names something that has a place.
  mutating func inlineCode(_ node: Node) {
    var address: String?
    let isInTable = node.parent >= 0 && tree.nodes[Int(node.parent)].kind == .tableCell
    let isForeign = isInTable && linkedColumns.indices.contains(column - 1) && !linkedColumns[column - 1]
    let isRequired = isSymbolLink(node)
    if resolver.linksCode, openLinks.isEmpty, isRequired || !isForeign {
      address = resolver.resolve(code: writtenLink(node), isRequired: isRequired)
    }
    if let address {
      html.write("<a class=\"symbol\" href=\"\(address: address)\">")
    }
    // The columns of a table are narrow.
    html.code(tree.string(node.literal), unbroken: isInTable ? 16 : 32)
    if address != nil { html.markup("</a>") }
  }

  /// Whether inline code is in double backticks without needing them.
  func isSymbolLink(_ node: Node) -> Bool {
    let text = tree.bytes(node.literal)
    guard !text.contains(UInt8(ascii: "`")), !text.contains(UInt8(ascii: " ")), !text.isEmpty else { return false }
    let line = document.source.line(Int(node.startLine))
    let start = line.startIndex + Int(node.startColumn) - 1
    guard start <= line.endIndex, start >= line.startIndex else { return false }
    let before = line[..<start].reversed().prefix { $0 == UInt8(ascii: "`") }.count
    let after = line[start...].prefix { $0 == UInt8(ascii: "`") }.count
    return before + after == 2
  }
}
