/// A Markdown document: its source, its tree, and its problems.
///
/// This is the one reader of Markdown; the site and the verifier of examples both use it.
public struct Document: Sendable {
  public let source: Source
  public private(set) var tree = Tree()
  /// Every block of code, those in lists and quotes included, in document order.
  public private(set) var codeBlocks: [CodeBlock] = []

  /// Reads and parses the file at `path`, which diagnostics name `name`, or `path` when there is no `name`.
  ///
  /// - Throws: a `Diagnostic` when the file cannot be read or is not UTF-8.
  public init(path: String, name: String? = nil) throws(Diagnostic) {
    self.init(try Source(path: path, name: name))
  }

  /// Parses text that is in memory.
  public init(name: String, text: String) {
    self.init(Source(name: name, text: text))
  }

  /// Parses `source`: CommonMark by libcmark after any front matter, then GFM's tables, task lists and autolinks, GitHub's admonitions, and ids
  /// of headings.
  public init(_ source: Source) {
    self.source = source
    Parser.parse(source, into: &tree)
    tree.findTables(in: source)
    tree.findAdmonitions(in: source)
    tree.findHeadingIDs(in: source)
    tree.findTasks(in: source)
    tree.findAutolinks()
    for index in tree.nodes.indices where tree.nodes[index].kind == .codeBlock {
      codeBlocks.append(CodeBlock(Int32(index), in: tree, source: source))
    }
  }

  /// The problems of the Markdown itself: fences that never close.
  public var problems: [Diagnostic] {
    codeBlocks.filter { !$0.isClosed }.map { block in
      Diagnostic(
        in: source, line: block.startLine, column: block.startColumn, length: block.marks.utf8.count,
        message: "this code fence never closes", hint: "end it with a line of \(block.marks)")
    }
  }
}
