import Markdown

/// The examples of one file, and problems in the way they are written.
public struct Page: Sendable {
  public internal(set) var examples: [Example] = []
  public internal(set) var problems: [Diagnostic] = []
  /// How many texts look like an output and say why they are none.
  public internal(set) var ignoredTextCount = 0
  /// How many blocks of code are probably Swift, and do not say so.
  public internal(set) var unnamedCount = 0

  /// Finds the Swift fences of `document` with their outputs and hidden lines, as `ExampleFences` pairs them.
  /// `attributes` hold for all of them.
  public init(_ document: Document, attributes: Attributes = Attributes()) {
    let source = document.source
    if let block = DirectiveBlocks(source) {
      let place = PageReader.Place(file: source, stripped: block.stripped)
      self = PageReader.read(Document(name: source.name, text: block.text), at: place, attributes: attributes)
    } else {
      self = PageReader.read(document, at: PageReader.Place(file: source), attributes: attributes)
    }
  }

  /// Finds the examples in the doc comments of a Swift file. Each sees `modules` imported.
  public init(docComments source: Source, modules: [String], attributes: Attributes = Attributes()) {
    for comment in DocComment.all(in: source) {
      let place = PageReader.Place(file: source, shift: comment.firstLine - 1, stripped: comment.stripped)
      var page = PageReader.read(Document(name: source.name, text: comment.text), at: place, attributes: attributes)
      for index in page.examples.indices {
        page.examples[index].symbol = comment.symbol
        if !page.examples[index].attributes.isManifest { page.examples[index].imports = modules }
      }
      examples += page.examples
      problems += page.problems
      ignoredTextCount += page.ignoredTextCount
      unnamedCount += page.unnamedCount
    }
  }

  init() {}

  /// A file that cannot be read.
  init(problem: Diagnostic) {
    problems = [problem]
  }
}

/// Finds the examples of a piece of Markdown: of a whole document, or of a doc comment in a Swift file.
struct PageReader {
  /// The place of a piece of Markdown in its file.
  struct Place {
    var file: Source
    /// The number of lines before the piece.
    var shift = 0
    /// How many bytes of each line do not belong to the Markdown; nil when all do.
    var stripped: [Int]?
  }

  let document: Document
  let place: Place
  private(set) var page = Page()
  /// The attributes that hold for every fence.
  let attributes: Attributes

  /// The examples and problems of the piece.
  static func read(_ document: Document, at place: Place, attributes: Attributes) -> Page {
    var reader = PageReader(document: document, place: place, attributes: attributes)
    reader.read()
    return reader.page
  }

  private mutating func read() {
    let fences = ExampleFences(document)
    for problem in fences.problems {
      report(problem.line ?? 1, column: problem.column ?? 1, length: problem.length, problem.message, problem.hint)
    }
    (page.ignoredTextCount, page.unnamedCount) = (fences.ignoredTextCount, fences.unnamedCount)
    let settings = fences.settings.map { setting in
      do throws(AttributeProblem) {
        return try Attributes(parsing: setting.text, over: attributes)
      } catch {
        report(setting.line, error.message, error.hint)
        return attributes
      }
    }
    for fence in fences.fences { add(fence, in: fences, fence.setting.map { settings[$0] } ?? attributes) }
    Continuation.join(&page.examples)
    for example in page.examples where example.attributes.ignored == nil && !example.isTemplate { check(example) }
  }

  private mutating func add(_ fence: ExampleFences.Fence, in fences: ExampleFences, _ attributes: Attributes) {
    let block = fence.block
    let code = CodeLine.aligned(fences.code(of: fence).map(inFile))
    do throws(AttributeProblem) {
      var attributes = try Attributes(parsing: fence.attributes, over: attributes)
      if ManifestSnippet.isManifest(code) { attributes.isManifest = true }
      var example = Example(
        file: place.file.name, line: block.startLine + place.shift, endLine: block.endLine + place.shift, code: code,
        attributes: attributes, shown: fences.digest(ofShown: fence))
      defer { page.examples.append(example) }
      guard attributes.ignored == nil, !example.isTemplate else { return }
      example.uncompared = fence.uncompared
      for index in example.uncompared.indices { example.uncompared[index].line += place.shift }
      if attributes.outcome == .succeeds || attributes.outcome == .compiles {
        example.expectedErrors = ExpectedError.all(in: code)
      }
      addComments(to: &example)
      if let output = fence.output { addOutput(output, isAnnounced: fence.isOutputAnnounced, to: &example) }
    } catch {
      report(block, error.message, error.hint)
    }
  }

  private mutating func addComments(to example: inout Example) {
    let comments = OutputComments(example.code)
    page.ignoredTextCount += comments.noteCount
    example.otherComments = comments.others
    for near in comments.nearMisses { report(near, in: example, length: 2) }
    guard let output = comments.output else { return }
    if example.attributes.isRun {
      example.expected = output
    } else if let line = output.lines.first(where: { $0.notation != .bare })?.number {
      report(
        line - place.shift, "the example at line \(example.line) is not run, so it prints nothing",
        "remove this comment, or the attribute")
    } else {
      page.ignoredTextCount += output.lines.count
    }
  }

  private mutating func addOutput(_ block: CodeBlock, isAnnounced: Bool, to example: inout Example) {
    guard example.attributes.isRun else {
      return report(
        block, "the example at line \(example.line) is not run, so it prints nothing",
        "remove this fence or the attribute, or write text ignore(reason)")
    }
    guard !(example.expected?.lines.contains { $0.notation != .bare } ?? false) else {
      return report(
        block, "the example at line \(example.line) already says what it prints",
        "keep either its 'Prints:' comments or this fence")
    }
    // A file beside code that only declares something is no output.
    let code = PrintingCode(SwiftCode(example))
    guard isAnnounced || block.language.lowercased() == "output" || code.prints || code.mayPrint else {
      page.ignoredTextCount += 1
      return
    }
    let before = place.file.line(block.startLine + place.shift)
      .prefix(block.startColumn - 1 + stripped(block.startLine))
    let fence = ExpectedOutput.Fence(
      line: block.startLine + place.shift, endLine: block.endLine + place.shift,
      indentation: String(decoding: before, as: UTF8.self))
    let lines = block.lines.map { ExpectedOutput.Line(number: $0.number + place.shift, text: $0.text) }
    // Comments beside code that prints.
    example.otherComments += example.expected?.lines ?? []
    example.expected = ExpectedOutput(fence: fence, lines: lines)
  }

  /// Problems that the compiler would not report.
  private mutating func check(_ example: Example) {
    let token =
      example.code.contains { $0.text.mentions("#sourceLocation") }
      ? SwiftCode(example).code.first { $0.text == "#sourceLocation" && $0.kind != .string } : nil
    if let token {
      let problem = CodeProblem(
        token: token, message: "'#sourceLocation' hides where the example's errors are",
        hint: "leave it out, or write ignore(reason)")
      report(problem, in: example, length: 15)
    }
    if let problem = TestSnippet(example).problem { report(problem, in: example, length: 1) }
  }

  /// A line of the piece as one of its file.
  private func inFile(_ line: CodeLine) -> CodeLine {
    let number = line.number + place.shift
    let before = CodeLine.indentation(place.file.line(number).prefix(stripped(line.number)))
    return CodeLine(number: number, indentation: before + line.indentation, text: line.text, isHidden: line.isHidden)
  }

  private func stripped(_ number: Int) -> Int {
    guard let stripped = place.stripped, number >= 1, number <= stripped.count else { return 0 }
    return stripped[number - 1]
  }

  private mutating func report(_ block: CodeBlock, _ message: String, _ hint: String) {
    report(block.startLine, column: block.startColumn, length: 3, message, hint)
  }

  private mutating func report(_ number: Int, _ message: String, _ hint: String) {
    let bytes = document.source.line(number)
    let column = bytes.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ">") }.count + 1
    report(number, column: column, length: 3, message, hint)
  }

  private mutating func report(_ problem: CodeProblem, in example: Example, length: Int) {
    reportInFile(
      example.code[problem.token.line].number, column: example.column(of: problem.token), length: length,
      problem.message, problem.hint)
  }

  /// - Parameters:
  ///   - number: the line of the piece.
  ///   - column: the column in the piece's line.
  private mutating func report(_ number: Int, column: Int, length: Int, _ message: String, _ hint: String?) {
    reportInFile(number + place.shift, column: column + stripped(number), length: length, message, hint)
  }

  private mutating func reportInFile(_ line: Int, column: Int, length: Int, _ message: String, _ hint: String?) {
    page.problems.append(
      Diagnostic(in: place.file, line: line, column: column, length: length, message: message, hint: hint))
  }
}
