/// A document's elements in one array, and all their text in another. Those of tables come after the others, which are in
/// document order.
///
/// A flat tree is one allocation instead of a thousand, and is walked without recursion, so no depth of nesting in a
/// hostile file can exhaust the stack.
public struct Tree: Sendable {
  /// The elements; index 0 is the document.
  public internal(set) var nodes: [Node] = []
  /// The text that the nodes' spans point into.
  public internal(set) var text: [UInt8] = []

  /// The bytes of `span`.
  @inline(__always)
  public func bytes(_ span: Node.Span) -> ArraySlice<UInt8> {
    text[Int(span.start)..<Int(span.start + span.count)]
  }

  /// The text of `span`.
  public func string(_ span: Node.Span) -> String {
    String(decoding: bytes(span), as: UTF8.self)
  }

  /// The text of everything inside a node.
  public func plainText(of root: Int32) -> String {
    var text: [UInt8] = []
    var stack = [nodes[Int(root)].firstChild]
    while let index = stack.popLast() {
      guard index >= 0 else { continue }
      let node = nodes[Int(index)]
      stack.append(node.next)
      switch node.kind {
      case .text, .code: text += bytes(node.literal)
      case .softBreak, .lineBreak: text.append(UInt8(ascii: " "))
      default: stack.append(node.firstChild)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The indices of the children of the node at `index`, in order.
  public func children(of index: Int32) -> UnfoldSequence<Int32, Int32> {
    sequence(state: nodes[Int(index)].firstChild) { next in
      guard next >= 0 else { return nil }
      defer { next = nodes[Int(next)].next }
      return next
    }
  }
}

extension Tree {
  mutating func store(_ bytes: some Collection<UInt8>) -> Node.Span {
    let start = Int32(text.count)
    text.append(contentsOf: bytes)
    return Node.Span(start: start, count: Int32(text.count) - start)
  }

  mutating func append(_ node: Node) -> Int32 {
    nodes.append(node)
    return Int32(nodes.count - 1)
  }

  /// Makes `node` the next after the node at `index`, without children.
  mutating func insert(_ node: Node, after index: Int32) -> Int32 {
    var node = node
    (node.parent, node.next) = (nodes[Int(index)].parent, nodes[Int(index)].next)
    (node.firstChild, node.lastChild) = (-1, -1)
    let sibling = append(node)
    nodes[Int(index)].next = sibling
    let parent = Int(node.parent)
    if nodes[parent].lastChild == index { nodes[parent].lastChild = sibling }
    return sibling
  }

  /// The nodes around the node at `index`, innermost first.
  func ancestors(of index: Int32) -> UnfoldFirstSequence<Int32> {
    sequence(first: nodes[Int(index)].parent) { above in
      let parent = nodes[Int(above)].parent
      return parent >= 0 ? parent : nil
    }
  }

  /// Makes `children` the children of the node at `parent`, in that order.
  mutating func setChildren(of parent: Int32, to children: [Int32]) {
    nodes[Int(parent)].firstChild = -1
    nodes[Int(parent)].lastChild = -1
    for child in children { adopt(child, by: parent) }
  }

  /// Part of the text node `text`: `count` of its bytes from `offset` on.
  func piece(of text: Node, from offset: Int, count: Int) -> Node {
    var piece = text
    piece.literal = Node.Span(start: text.literal.start + Int32(offset), count: Int32(count))
    piece.startColumn += Int32(offset)
    piece.endLine = piece.startLine
    piece.endColumn = piece.startColumn + Int32(count) - 1
    return piece
  }

  /// Makes the node at `child` the last child of the node at `parent`.
  mutating func adopt(_ child: Int32, by parent: Int32) {
    nodes[Int(child)].parent = parent
    nodes[Int(child)].next = -1
    let last = nodes[Int(parent)].lastChild
    if last >= 0 { nodes[Int(last)].next = child } else { nodes[Int(parent)].firstChild = child }
    nodes[Int(parent)].lastChild = child
  }
}
