import Markdown

/// The examples of one document, and what is wrong with how they are written.
public struct Page: Sendable {
  public private(set) var examples: [Example] = []
  public private(set) var problems: [Diagnostic] = []

  /// Finds the Swift fences of `document` with their outputs and hidden lines.
  ///
  /// - A `text` fence that follows a Swift fence directly, or the next `output` fence wherever it stands, is what the
  ///   example prints.
  /// - An HTML comment that starts `<!-- swift` holds hidden lines of the next Swift fence; one that starts
  ///   `<!-- swift after` holds lines of the Swift fence before it. Both are invisible wherever the page is shown.
  /// - An HTML comment `<!-- examples: timeout=5s -->` gives attributes to every example of the page.
  public init(_ document: Document) {
    var reader = PageReader(document)
    reader.read()
    problems = document.problems + reader.problems
    examples = Groups.joined(reader.examples)
  }
}

struct PageReader {
  let document: Document
  var examples: [Example] = []
  var problems: [Diagnostic] = []
  private var blocks: [Int32: CodeBlock] = [:]
  private var hidden: [CodeLine] = []
  private var pageAttributes = ""
  /// The node of the last Swift fence, for as long as an output fence may follow; -1 otherwise.
  private var open: Int32 = -1

  init(_ document: Document) {
    self.document = document
    for block in document.codeBlocks { blocks[block.node] = block }
  }

  mutating func read() {
    for index in document.tree.nodes.indices {
      let node = document.tree.nodes[index]
      switch node.kind {
      case .htmlBlock: readComment(node)
      case .codeBlock:
        guard let block = blocks[Int32(index)], block.isFenced, block.isClosed else { continue }
        readFence(block)
      default: break
      }
    }
    if let line = hidden.first {
      problem(line.number - 1, "hidden Swift without an example", "put a fence after it, or write <!-- swift after")
    }
  }

  private mutating func readFence(_ block: CodeBlock) {
    let info = FenceInfo(block.info)
    switch info.language {
    case "swift": add(block, attributes: info.attributes)
    case "output" where open >= 0: addOutput(block)
    case "text" where open >= 0 && follows(block.node, open): addOutput(block)
    default: open = -1
    }
  }

  private mutating func add(_ block: CodeBlock, attributes text: Substring) {
    defer { hidden = [] }
    open = -1
    let code = hidden + block.lines.map { line(at: $0.number, offset: $0.offset) }
    do throws(AttributeProblem) {
      var attributes = try Attributes(parsing: "\(pageAttributes) \(text)")
      if ManifestSnippet.isManifest(code) { attributes.isManifest = true }
      var example = Example(
        file: document.source.name, line: block.startLine, endLine: block.endLine, code: code, attributes: attributes)
      example.expected = PrintsComments.output(of: code)
      examples.append(example)
      open = block.node
    } catch {
      problem(block.startLine, error.message, error.hint)
    }
  }

  private mutating func addOutput(_ block: CodeBlock) {
    let last = examples.count - 1
    guard examples[last].expected == nil else {
      problem(
        block.startLine, "the example at line \(examples[last].line) already says what it prints",
        "keep either its 'Prints:' comments or this fence")
      return
    }
    let indentation = document.source.line(block.startLine).prefix(block.startColumn - 1)
    let fence = ExpectedOutput.Fence(
      line: block.startLine, endLine: block.endLine, indentation: String(decoding: indentation, as: UTF8.self))
    let lines = block.lines.map { ExpectedOutput.Line(number: $0.number, text: $0.text) }
    examples[last].expected = ExpectedOutput(form: .fences([fence]), lines: lines)
    open = -1
  }

  private mutating func readComment(_ node: Node) {
    let first = document.source.lineText(Int(node.startLine)).trimmingBlanks()
    let column = Int(node.startColumn) - 1
    if first.hasPrefix("<!-- examples:") {
      pageAttributes = first.dropFirst(14).split(separator: "-->", maxSplits: 1).first.map(String.init) ?? ""
      return
    }
    guard first == "<!-- swift" || first == "<!-- swift after" else { return }
    var end = Int(node.startLine) + 1
    var lines: [CodeLine] = []
    while end <= document.source.lineCount {
      let line = document.source.lineText(end)
      if line.contains("-->") { break }
      lines.append(self.line(at: end, offset: offset(of: column, on: end), isHidden: true))
      end += 1
    }
    guard document.source.lineText(end).trimmingBlanks() == "-->" else {
      problem(Int(node.startLine), "this comment of hidden Swift does not end on a line of its own", "end it with -->")
      return
    }
    if first.hasSuffix("after"), !examples.isEmpty {
      examples[examples.count - 1].code += lines
    } else {
      hidden += lines
    }
  }

  /// The offset `column` if nothing but indentation and quote marks stands before it on the line.
  private func offset(of column: Int, on number: Int) -> Int {
    let before = document.source.line(number).prefix(column)
    return before.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: ">") }.count
  }

  private func line(at number: Int, offset: Int, isHidden: Bool = false) -> CodeLine {
    let bytes = document.source.line(number)
    let indentation = bytes.prefix(offset).map { $0 == UInt8(ascii: "\t") ? $0 : UInt8(ascii: " ") }
    return CodeLine(
      number: number, indentation: String(decoding: indentation, as: UTF8.self),
      text: String(decoding: bytes.dropFirst(offset), as: UTF8.self), isHidden: isHidden)
  }

  /// Whether `node` is the next element after `other`, HTML comments aside.
  private func follows(_ node: Int32, _ other: Int32) -> Bool {
    var next = document.tree.nodes[Int(other)].next
    while next >= 0, document.tree.nodes[Int(next)].kind == .htmlBlock {
      next = document.tree.nodes[Int(next)].next
    }
    return next == node
  }

  private mutating func problem(_ line: Int, _ message: String, _ hint: String) {
    let column = document.source.line(line).prefix { $0 == UInt8(ascii: " ") }.count + 1
    problems.append(
      Diagnostic(in: document.source, line: line, column: column, length: 3, message: message, hint: hint))
  }
}

/// The language and the rest of an info string; `swift no-run`, `swift,no-run` and `Swift` are all Swift.
struct FenceInfo {
  var language: String
  var attributes: Substring

  init(_ info: String) {
    let word = info.prefix { !$0.isWhitespace && $0 != "," }
    language = word.lowercased()
    attributes = info.dropFirst(word.count)
  }
}

extension Page {
  /// A document that cannot be read.
  init(problem: Diagnostic) {
    problems = [problem]
  }
}
