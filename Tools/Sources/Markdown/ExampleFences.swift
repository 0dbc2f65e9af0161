/// The Swift fences of a document, each with its hidden lines and the fence that shows what it prints.
///
/// This is the one reader of examples: the verifier checks what it finds, and the site draws it.
///
/// - An `output` fence belongs to the Swift fence above it. So does a `text` fence, unless a heading is between the two,
///   or the fence says `text ignore(reason)`. Behind other code it must be introduced as output.
/// - Any other code after a Swift fence, such as a `json` fence, may be output that is not compared. One with
///   `ignore(reason)` is skipped.
/// - An HTML comment that starts `<!-- swift` holds hidden lines of the next Swift fence, one that starts
///   `<!-- swift after` of the Swift fence above it.
/// - An HTML comment `<!-- examples: timeout=5s -->` gives attributes to every Swift fence after it.
public struct ExampleFences: Sendable {
  /// A Swift fence with everything that belongs to it.
  public struct Fence: Sendable {
    public var block: CodeBlock
    /// The text after the language on the opening fence.
    public var attributes: Substring
    /// The hidden lines above the fence, and those below it.
    public var before: [Hidden]
    public var after: [Hidden] = []
    /// The fence that shows what it prints.
    public var output: CodeBlock?
    /// Whether the text before `output` says that it is printed.
    public var isOutputAnnounced = false
    /// Whether `output` follows other code, which may print it.
    public var isOutputBehindOther = false
    /// Texts after it that may show what it prints, and are no output for the reader of examples.
    public var otherTexts: [Text] = []
    /// The index in `settings` of the comment that holds for it.
    public var setting: Int?
  }

  /// Code that is no Swift.
  public struct Text: Sendable, Equatable {
    public var line: Int
    public var lines: [String]
    /// Whether the text before it says that it is printed.
    public var isAnnounced: Bool
    /// Whether it is probably commands, unless it is like what is printed.
    public var isCommands = false
  }

  /// Hidden lines in an HTML comment.
  public struct Hidden: Sendable {
    public var node: Int32
    /// The lines of the document between those of `<!--` and `-->`.
    public var lines: Range<Int>
    /// How many bytes of indentation the comment has.
    public var indentation: Int
  }

  /// A comment that gives attributes to the fences after it.
  public struct Setting: Sendable {
    public var line: Int
    public var text: String
  }

  public private(set) var fences: [Fence] = []
  public private(set) var settings: [Setting] = []
  /// How many fences look like an output and say why they are none.
  public private(set) var ignoredTextCount = 0
  /// Probable mistakes of the author.
  public private(set) var problems: [Diagnostic] = []
  /// How many blocks are probably Swift, and do not say so or are in another file.
  public private(set) var unnamedCount = 0
  let document: Document
  private var places: [Int32: Int] = [:]
  private var outputs: [Int32: Int] = [:]

  private var waiting: [Hidden] = []
  /// The fence that an output may belong to.
  private var open: Int?
  /// Whether no heading came since.
  private var isSameSection = false
  /// Whether other code came since.
  private var isBehindOther = false
  /// The paragraph or heading between the last code and what follows.
  private var prose: Node?

  public init(_ document: Document) {
    self.document = document
    var blocks = document.codeBlocks.makeIterator()
    for (index, node) in document.tree.nodes.enumerated() {
      switch node.kind {
      case .htmlBlock: readHTML(Int32(index))
      case .htmlInline: readInlineHTML(node)
      case .paragraph: readProse(node)
      case .heading:
        readProse(node)
        if open != nil, introduction?.isOfOutput == false { isSameSection = false }
      case .codeBlock: if let block = blocks.next() { readCode(block) }
      default: break
      }
    }
    if let hidden = waiting.first {
      problem(
        hidden.lines.lowerBound - 1, "hidden Swift without an example",
        "put a fence after it, or write <!-- swift after")
    }
  }

  /// The Swift fence at `node`.
  public func fence(at node: Int32) -> Fence? { places[node].map { fences[$0] } }

  /// The Swift fence whose output the fence at `node` shows.
  public func fence(printing node: Int32) -> Fence? { outputs[node].map { fences[$0] } }

  /// The code of a fence, hidden lines included, in the order of the document.
  public func code(of fence: Fence) -> [CodeLine] {
    let source = document.source
    func line(_ number: Int, _ offset: Int, isHidden: Bool) -> CodeLine {
      let bytes = source.line(number)
      return CodeLine(
        number: number, indentation: CodeLine.indentation(source.margin(number) + bytes.prefix(offset)),
        text: String(decoding: bytes.dropFirst(offset), as: UTF8.self), isHidden: isHidden)
    }
    func lines(_ hidden: Hidden) -> [CodeLine] {
      hidden.lines.map { number in
        // Only blanks and quote marks are indentation.
        let offset = source.line(number).prefix(hidden.indentation).prefix { " \t>".utf8.contains($0) }.count
        return line(number, offset, isHidden: true)
      }
    }
    let shown = fence.block.lines.map { line($0.number, $0.offset, isHidden: false) }
    var code = fence.before.flatMap(lines) + shown + fence.after.flatMap(lines)
    if code.first?.text.hasPrefix("#!") ?? false { code[0].text = "" }
    return code
  }
}

extension ExampleFences.Text {
  public init(_ block: CodeBlock, isAnnounced: Bool) {
    self.init(line: block.startLine, lines: block.lines.map(\.text), isAnnounced: isAnnounced)
  }
}

extension ExampleFences {
  private mutating func readProse(_ node: Node) {
    for number in Int(node.startLine)...max(Int(node.startLine), Int(node.endLine)) {
      let isFirst = number == node.startLine
      var line = document.source.line(number).dropFirst(isFirst ? max(Int(node.startColumn) - 1, 0) : 0)
      if !isFirst { line = line.drop { " \t>".utf8.contains($0) } }
      // DocC shows code of another file there.
      if ["@Snippet(", "@Code("].contains(where: { line.starts(with: $0.utf8) }) { unnamedCount += 1 }
      // A no-break space is no blank to Markdown.
      guard let mark = line.first, mark >= 0x80 || "`'\\".utf8.contains(mark) else { continue }
      let text = String(decoding: line, as: UTF8.self)[...]
      guard FenceInfo.nearlyOpensSwift(text) else { continue }
      if mark >= 0x80 {
        problem(number, "Markdown takes this fence for text", "remove the invisible character before it")
      } else if isFirst {
        problem(number, "this is no fence", "open it with ```swift")
      } else if text.hasPrefix("```") {
        problem(
          number, "Markdown takes this fence for text",
          "put an empty line before it, and indent it by less than four blanks")
      }
    }
    if open != nil { prose = node }
  }

  /// What it says; nil if there is none.
  private var introduction: Introduction? {
    let source = document.source
    return prose.map { Introduction((Int($0.startLine)...Int(max($0.startLine, $0.endLine))).lazy.map(source.line)) }
  }

  /// Whether it says that something is printed.
  private var isAnnounced: Bool { introduction?.isAnnouncement ?? false }

  private mutating func readCode(_ block: CodeBlock) {
    defer { prose = nil }
    guard block.isFenced else {
      if let first = block.lines.first, FenceInfo.nearlyOpensSwift(first.text[...]) {
        open = nil
        return problem(block, "this fence is indented code for Markdown", "indent it by less than four blanks")
      }
      return addOtherText(Text(block, isAnnounced: isAnnounced), language: "")
    }
    guard block.isClosed else {
      return problem(block, "this code fence never closes", "end it with a line of \(block.marks)")
    }
    let info = FenceInfo(block.info)
    switch info.language {
    case "swift":
      places[block.node] = fences.count
      open = fences.count
      (isSameSection, isBehindOther) = (true, false)
      fences.append(
        Fence(
          block: block, attributes: info.attributes, before: waiting,
          setting: settings.isEmpty ? nil : settings.count - 1))
      waiting = []
    case "output": addOutput(block)
    case "text", "txt", "plaintext": readTextFence(block, info)
    case _ where info.isNearlySwift:
      open = nil
      problem(
        block, "'\(block.language)' is not a language; did you mean 'swift'?",
        "write swift, and attributes after a blank")
    default:
      if info.attributes.contains("ignore"), let words = try? AttributeWord.words(of: info.attributes),
        let word = words.first(where: { $0.name == "ignore" }), (try? word.text(or: "")) != nil
      {
        ignoredTextCount += 1
      } else {
        addOtherText(Text(block, isAnnounced: isAnnounced), language: info.language)
      }
    }
  }

  /// Whether a fence says why it is no output.
  private func isIgnored(_ info: FenceInfo) throws(AttributeProblem) -> Bool {
    guard let word = try AttributeWord.words(of: info.attributes, like: ["ignore"]).first else { return false }
    guard word.name == "ignore" else {
      throw AttributeProblem(message: "unknown attribute '\(word.name)' of text", hint: "known is ignore(reason)")
    }
    _ = try word.text(or: "say why it is not output, as in text ignore(a drawing)")
    return true
  }

  /// How lines of Swift begin, and few of other languages.
  private static let swift = [
    "import ", "let ", "var ", "func ", "struct ", "final class ", "print(", "try ", "await ",
  ]

  /// Code in a language that is written rather than printed is taken for output only where it is introduced as such.
  private mutating func addOtherText(_ new: Text, language: String) {
    if language.isEmpty, new.lines.contains(where: { line in Self.swift.contains { line.hasPrefix($0) } }) {
      unnamedCount += 1
    }
    guard let open else { return }
    // In a console, commands follow a prompt, and what they print follows them.
    let isSession = language == "console" && new.lines.first.map { $0.hasPrefix("$ ") || $0.hasPrefix("% ") } ?? false
    let showsOutput = zip(new.lines, new.lines.dropFirst()).contains { command, line in
      !command.hasSuffix("\\") && line.first.map { !"$%# ".contains($0) } ?? false
    }
    let isProgram = FenceInfo.programs.contains(language) && !(isSession && showsOutput)
    let isOutput = introduction.map { $0.isOfOutput && !(isProgram && $0.isOfCommand) } ?? !isBehindOther
    let isCommands = isProgram && FenceInfo.shells.contains(language)
    if isSameSection, isOutput || !isBehindOther && (isCommands || !isProgram), fences[open].output == nil {
      var new = new
      new.isCommands = !isOutput && isCommands
      fences[open].otherTexts.append(new)
    }
    (isBehindOther, prose) = (true, nil)
  }

  private mutating func readTextFence(_ block: CodeBlock, _ info: FenceInfo) {
    do throws(AttributeProblem) {
      if try isIgnored(info) { return ignoredTextCount += 1 }
    } catch {
      return problem(block, error.message, error.hint)
    }
    // Without an introduction, it belongs to the code above it.
    if isBehindOther, !isSameSection || introduction?.isOfOutput != true { return }
    if isSameSection, open != nil {
      addOutput(block)
    } else if let open, fences[open].output == nil {
      fences[open].otherTexts.append(Text(block, isAnnounced: isAnnounced))
    }
  }

  private mutating func addOutput(_ block: CodeBlock) {
    guard let open, !isBehindOther || isSameSection && introduction?.isOfOutput == true else {
      return problem(
        block, "this output belongs to no Swift fence", "put it under its Swift fence, or name its language")
    }
    let mayBeOther = isBehindOther && FenceInfo(block.info).language != "output"
    if let other = fences[open].output {
      if mayBeOther { return }
      return problem(
        block,
        "the example at line \(fences[open].block.startLine) has its output at line \(other.startLine)",
        "keep one of the two, or write text ignore(reason) for this one")
    }
    fences[open].output = block
    (fences[open].isOutputAnnounced, fences[open].isOutputBehindOther) = (isAnnounced, mayBeOther)
    outputs[block.node] = open
  }
}

extension ExampleFences {
  private mutating func readHTML(_ index: Int32) {
    let node = document.tree.nodes[Int(index)]
    let start = Int(node.startLine)
    let text = document.tree.string(node.literal)
    guard text.drop(while: { $0 == " " }).hasPrefix("<!--") else {
      let folded = text.lowercased()
      if folded.contains("lang=\"swift\"") || folded.contains("language-swift") { unnamedCount += 1 }
      if folded.contains("<pre") { addOtherText(Text(line: start, lines: [], isAnnounced: isAnnounced), language: "") }
      return findFences(in: node)
    }
    switch ExampleComment(text) {
    case .none:
      if !text.contains("-->") { problem(start, "this comment never ends", "end it with -->") }
    case .settings(let text): settings.append(Setting(line: start, text: text))
    case .nearMiss(let message, let hint): problem(start, message, hint)
    case .hidden(let isAfter): readHidden(index, isAfter: isAfter)
    }
  }

  /// A comment within a paragraph is not read.
  private mutating func readInlineHTML(_ node: Node) {
    let text = document.tree.string(node.literal)
    guard text.hasPrefix("<!--"), ExampleComment(text) != .none else { return }
    problem(
      Int(node.startLine), "this comment is part of a paragraph, where it is not read",
      "start it on a line of its own, after an empty line")
  }

  private mutating func readHidden(_ index: Int32, isAfter: Bool) {
    let node = document.tree.nodes[Int(index)]
    let (start, source) = (Int(node.startLine), document.source)
    var end = start + 1
    while end <= source.lineCount, !source.lineText(end).contains("-->") { end += 1 }
    let closing = source.line(end).drop { " \t>".utf8.contains($0) }
    guard closing.starts(with: "-->".utf8), closing.dropFirst(3).allSatisfy({ " \t".utf8.contains($0) }) else {
      return problem(start, "this comment of hidden Swift does not end on a line of its own", "end it with -->")
    }
    let hidden = Hidden(node: index, lines: start + 1..<end, indentation: Int(node.startColumn) - 1)
    if !isAfter {
      waiting.append(hidden)
    } else if let last = fences.indices.last {
      fences[last].after.append(hidden)
    } else {
      problem(start, "there is no Swift fence above these hidden lines", "write <!-- swift")
    }
  }

  /// Markdown sees no fence inside of an element: it is shown as it is written.
  private mutating func findFences(in node: Node) {
    guard node.endLine > node.startLine else { return }
    for line in Int(node.startLine)...Int(node.endLine) {
      let text = document.source.line(line).drop { " \t>".utf8.contains($0) }
      if text.starts(with: "<!--".utf8), ExampleComment(String(decoding: text, as: UTF8.self)) != .none {
        return problem(line, "this comment is part of an element, where it is not read", "put an empty line before it")
      }
      guard text.starts(with: "```".utf8) || text.starts(with: "~~~".utf8) else { continue }
      return problem(
        line, "Markdown does not see this fence, because the element above it has not ended",
        "put an empty line before it")
    }
  }

  private mutating func problem(_ block: CodeBlock, _ message: String, _ hint: String) {
    problem(block.startLine, column: block.startColumn, length: 3, message, hint)
  }

  private mutating func problem(_ line: Int, _ message: String, _ hint: String) {
    let column = document.source.line(line).prefix { " \t>".utf8.contains($0) }.count + 1
    problem(line, column: column, length: 4, message, hint)
  }

  private mutating func problem(_ line: Int, column: Int, length: Int, _ message: String, _ hint: String) {
    problems.append(
      Diagnostic(in: document.source, line: line, column: column, length: length, message: message, hint: hint))
  }
}
