import CCmark
import Foundation

/// Copies libcmark's tree into ours, so that no pointer outlives the parse.
struct Parser {
  var tree = Tree()
  private let source: Source
  /// Where the paragraph or heading that is being copied starts.
  private var block = (line: Int32(0), column: Int32(0))
  /// The number of quotes around the block.
  private var quoteDepth = 0
  /// The last line whose prefix was measured, and the prefix.
  private var measured = (line: Int32(0), prefix: Int32(0))

  private init(_ source: Source) {
    self.source = source
  }

  /// Parses the bytes of `source` as CommonMark, and adds the document to `tree`. Returns its node.
  @discardableResult
  static func parse(_ source: Source, into tree: inout Tree) -> Int32 {
    let text = source.bytesWithoutFrontMatter
    let document = Int32(tree.nodes.count)
    var parser = Parser(source)
    swap(&parser.tree, &tree)
    parser.tree.text.reserveCapacity(parser.tree.text.count + text.count)
    parser.tree.nodes.reserveCapacity(parser.tree.nodes.count + text.count / 16 + 4)
    let root = text.withUnsafeBytes { buffer in
      cmark_parse_document(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count, CMARK_OPT_DEFAULT)
    }
    let iterator = cmark_iter_new(root)
    defer {
      cmark_iter_free(iterator)
      cmark_node_free(root)
    }
    parser.copy(iterator)
    swap(&parser.tree, &tree)
    return document
  }

  private mutating func copy(_ iterator: OpaquePointer?) {
    var parent: Int32 = -1
    while true {
      let event = cmark_iter_next(iterator)
      guard event != CMARK_EVENT_DONE, let original = cmark_iter_get_node(iterator) else { return }
      // Some elements without contents are entered and never left.
      let hasContents = cmark_node_first_child(original) != nil
      if event == CMARK_EVENT_ENTER {
        let index = add(original, to: parent)
        guard hasContents else { continue }
        parent = index
        let node = tree.nodes[Int(index)]
        if node.kind == .blockQuote { quoteDepth += 1 }
        if node.kind == .paragraph || node.kind == .heading { block = (node.startLine, node.startColumn) }
      } else if hasContents {
        if tree.nodes[Int(parent)].kind == .blockQuote { quoteDepth -= 1 }
        parent = tree.nodes[Int(parent)].parent
      }
    }
  }

  private mutating func add(_ original: OpaquePointer, to parent: Int32) -> Int32 {
    let shift = Int32(source.firstLine - 1)
    var node = Node(
      kind: kind(of: original),
      startLine: cmark_node_get_start_line(original) + shift, startColumn: cmark_node_get_start_column(original),
      endLine: cmark_node_get_end_line(original) + shift, endColumn: cmark_node_get_end_column(original))
    correctColumns(of: &node)
    switch node.kind {
    case .text, .code, .htmlBlock, .htmlInline:
      node.literal = store(cmark_node_get_literal(original))
    case .codeBlock:
      node.literal = store(cmark_node_get_literal(original))
      node.info = store(cmark_node_get_fence_info(original))
    case .link, .image:
      node.literal = store(cmark_node_get_url(original))
      node.title = store(cmark_node_get_title(original))
    case .heading:
      node.level = cmark_node_get_heading_level(original)
    case .list:
      node.isOrdered = cmark_node_get_list_type(original) == CMARK_ORDERED_LIST
      node.isTight = cmark_node_get_list_tight(original) != 0
      node.start = cmark_node_get_list_start(original)
    default: break
    }
    let index = tree.append(node)
    if parent >= 0 { tree.adopt(index, by: parent) }
    return index
  }

  /// libcmark counts the columns of a paragraph's later lines as if each began where the first one does.
  private mutating func correctColumns(of node: inout Node) {
    guard node.kind.isInline else { return }
    if node.startLine > block.line { node.startColumn += prefix(ofLine: node.startLine) - block.column + 1 }
    if node.endLine > block.line { node.endColumn += prefix(ofLine: node.endLine) - block.column + 1 }
  }

  /// The bytes of quote marks and indentation before the text of a paragraph's later line.
  private mutating func prefix(ofLine line: Int32) -> Int32 {
    if measured.line != line { measured = (line, Int32(source.prefixLength(ofLine: Int(line), quotes: quoteDepth))) }
    return measured.prefix
  }

  private mutating func store(_ string: UnsafePointer<CChar>?) -> Node.Span {
    guard let string else { return Node.Span() }
    return tree.store(UnsafeRawBufferPointer(start: string, count: strlen(string)))
  }

  private func kind(of node: OpaquePointer) -> Node.Kind {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_DOCUMENT: .document
    case CMARK_NODE_BLOCK_QUOTE: .blockQuote
    case CMARK_NODE_LIST: .list
    case CMARK_NODE_ITEM: .item
    case CMARK_NODE_CODE_BLOCK: .codeBlock
    case CMARK_NODE_HTML_BLOCK: .htmlBlock
    case CMARK_NODE_PARAGRAPH: .paragraph
    case CMARK_NODE_HEADING: .heading
    case CMARK_NODE_THEMATIC_BREAK: .thematicBreak
    case CMARK_NODE_SOFTBREAK: .softBreak
    case CMARK_NODE_LINEBREAK: .lineBreak
    case CMARK_NODE_CODE: .code
    case CMARK_NODE_HTML_INLINE: .htmlInline
    case CMARK_NODE_EMPH: .emphasis
    case CMARK_NODE_STRONG: .strong
    case CMARK_NODE_LINK: .link
    case CMARK_NODE_IMAGE: .image
    default: .text
    }
  }
}
