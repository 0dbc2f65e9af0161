import Markdown

/// Finds the examples of a piece of Markdown: of a whole document, or of a doc comment in a Swift file.
struct PageReader {
  /// Where a piece of Markdown stands in its file.
  struct Place {
    var file: Source
    /// How many lines of the file stand before the piece.
    var shift = 0
    /// How many bytes of each line do not belong to the Markdown; nil when all do.
    var stripped: [Int]?
  }

  let document: Document
  let place: Place
  var examples: [Example] = []
  var problems: [Diagnostic] = []
  private var blocks: [Int32: CodeBlock] = [:]
  private var hidden: [CodeLine] = []
  private var pageAttributes = ""
  /// The node of the last Swift fence, for as long as an output fence may follow; -1 otherwise.
  private var open: Int32 = -1

  init(_ document: Document, place: Place) {
    self.document = document
    self.place = place
    for block in document.codeBlocks { blocks[block.node] = block }
  }

  mutating func read() {
    for block in blocks.values.sorted(by: { $0.startLine < $1.startLine }) where !block.isClosed {
      let opening = document.source.line(block.startLine).dropFirst(block.startColumn - 1)
      let marks = String(decoding: opening.prefix { $0 == opening.first }, as: UTF8.self)
      problem(block.startLine, "this code fence never closes", "end it with a line of \(marks)")
    }
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
      let hint = "put a fence after it, or write <!-- swift after"
      problem(line.number - place.shift - 1, "hidden Swift without an example", hint)
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
      examples.append(
        Example(
          file: place.file.name, line: block.startLine + place.shift, endLine: block.endLine + place.shift, code: code,
          expected: PrintsComments.output(of: code), attributes: attributes))
      open = block.node
    } catch {
      problem(block.startLine, error.message, error.hint)
    }
  }

  private mutating func addOutput(_ block: CodeBlock) {
    let last = examples.count - 1
    defer { open = -1 }
    let attributes = examples[last].attributes
    guard attributes.isRun || attributes.ignored != nil else {
      problem(
        block.startLine, "the example at line \(examples[last].line) is not run, so it prints nothing",
        "take away this fence, or the attribute")
      return
    }
    guard examples[last].expected == nil else {
      problem(
        block.startLine, "the example at line \(examples[last].line) already says what it prints",
        "keep either its 'Prints:' comments or this fence")
      return
    }
    let before = place.file.line(block.startLine + place.shift)
      .prefix(block.startColumn - 1 + stripped(block.startLine))
    let fence = ExpectedOutput.Fence(
      line: block.startLine + place.shift, endLine: block.endLine + place.shift,
      indentation: String(decoding: before, as: UTF8.self))
    let lines = block.lines.map { ExpectedOutput.Line(number: $0.number + place.shift, text: $0.text) }
    examples[last].expected = ExpectedOutput(form: .fences([fence]), lines: lines)
  }

  private mutating func readComment(_ node: Node) {
    let start = Int(node.startLine)
    let first = document.source.lineText(start).drop { " \t>".contains($0) }.trimmingTrailingBlanks()
    if first.hasPrefix("<!-- examples:") {
      pageAttributes = first.dropFirst(14).split(separator: "-->", maxSplits: 1).first.map(String.init) ?? ""
      return
    }
    guard first == "<!-- swift" || first == "<!-- swift after" else { return }
    var end = start + 1
    var lines: [CodeLine] = []
    while end <= document.source.lineCount, !document.source.lineText(end).contains("-->") {
      lines.append(line(at: end, offset: offset(of: Int(node.startColumn) - 1, on: end), isHidden: true))
      end += 1
    }
    guard document.source.lineText(end).drop(while: { " \t>".contains($0) }).trimmingTrailingBlanks() == "-->" else {
      problem(start, "this comment of hidden Swift does not end on a line of its own", "end it with -->")
      return
    }
    if first.hasSuffix("after"), !examples.isEmpty {
      examples[examples.count - 1].code += lines
    } else {
      hidden += lines
    }
  }

  /// How much of the indentation `column` is really there on a line: only blanks and quote marks are.
  private func offset(of column: Int, on number: Int) -> Int {
    let before = document.source.line(number).prefix(column)
    return before.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: ">") }.count
  }

  private func line(at number: Int, offset: Int, isHidden: Bool = false) -> CodeLine {
    let bytes = place.file.line(number + place.shift)
    let count = stripped(number) + offset
    let indentation = bytes.prefix(count).map { $0 == UInt8(ascii: "\t") ? $0 : UInt8(ascii: " ") }
    return CodeLine(
      number: number + place.shift, indentation: String(decoding: indentation, as: UTF8.self),
      text: String(decoding: bytes.dropFirst(count), as: UTF8.self), isHidden: isHidden)
  }

  private func stripped(_ number: Int) -> Int {
    guard let stripped = place.stripped, number >= 1, number <= stripped.count else { return 0 }
    return stripped[number - 1]
  }

  /// Whether `node` is the next element after `other`, HTML comments aside.
  private func follows(_ node: Int32, _ other: Int32) -> Bool {
    var next = document.tree.nodes[Int(other)].next
    while next >= 0, document.tree.nodes[Int(next)].kind == .htmlBlock {
      next = document.tree.nodes[Int(next)].next
    }
    return next == node
  }

  private mutating func problem(_ number: Int, _ message: String, _ hint: String) {
    let line = place.file.line(number + place.shift)
    let start = stripped(number)
    let column = start + line.dropFirst(start).prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ">") }.count + 1
    problems.append(
      Diagnostic(
        in: place.file, line: number + place.shift, column: column, length: 3, message: message, hint: hint))
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
