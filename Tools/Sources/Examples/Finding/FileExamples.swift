import Markdown

/// The examples of one file, and problems in the way they are written.
public struct FileExamples: Sendable {
  /// The file; nil if it cannot be read.
  public internal(set) var source: Source?
  public internal(set) var examples: [Example] = []
  public internal(set) var problems: [Diagnostic] = []
  /// How many texts look like an output and say why they are none.
  public internal(set) var ignoredTextCount = 0
  /// How many blocks of code are probably Swift, and do not say so or are in another file.
  public internal(set) var unnamedCount = 0

  /// Finds the Swift fences of `document` with their outputs and hidden lines, as `ExampleFences` pairs them.
  /// `attributes` hold for all of them.
  public init(_ document: Document, attributes: Attributes = Attributes()) {
    source = document.source
    read(document.source.withoutDirectives.map(Document.init) ?? document, attributes)
  }

  /// Finds the examples in the doc comments of a Swift file. Each sees `modules` imported.
  public init(docComments source: Source, modules: [String], attributes: Attributes = Attributes()) {
    self.source = source
    for comment in DocComment.all(in: source) {
      let known = examples.count
      read(Document(comment.text), attributes)
      for index in examples.indices.dropFirst(known) {
        examples[index].symbol = comment.symbol
        if !examples[index].attributes.isManifest { examples[index].imports = modules }
      }
    }
  }

  /// A file that cannot be read.
  init(problem: Diagnostic) {
    problems = [problem]
  }

  /// Adds the examples and problems of `document`, a whole file or a part of one.
  private mutating func read(_ document: Document, _ attributes: Attributes) {
    let source = document.source
    let fences = ExampleFences(document)
    problems += fences.problems
    ignoredTextCount += fences.ignoredTextCount
    unnamedCount += fences.unnamedCount
    let settings = fences.settings.map { setting in
      do throws(AttributeProblem) {
        return try Attributes(parsing: setting.text, over: attributes)
      } catch {
        let column = source.line(setting.line).prefix { " >".utf8.contains($0) }.count + 1
        report(error.message, error.hint, in: source, line: setting.line, column: column)
        return attributes
      }
    }
    var found: [Example] = []
    for (fence, digest) in zip(fences.fences, fences.digests) {
      let attributes = fence.setting.map { settings[$0] } ?? attributes
      guard var example = example(fence, in: fences, of: source, attributes) else { continue }
      example.digest = digest
      if example.attributes.continues == nil { example.digest.before = nil }
      found.append(example)
    }
    Continuation.join(&found)
    for example in found where example.attributes.ignored == nil && !example.isTemplate { check(example, in: source) }
    examples += found
  }

  /// Nil if the attributes of the fence cannot be understood.
  private mutating func example(
    _ fence: ExampleFences.Fence, in fences: ExampleFences, of source: Source, _ attributes: Attributes
  ) -> Example? {
    let block = fence.block
    let code = CodeLine.aligned(fences.code(of: fence))
    do throws(AttributeProblem) {
      let general = attributes
      var attributes = try Attributes(parsing: fence.attributes, over: general, isOnFence: true)
      if !attributes.isManifest, ManifestSnippet.isManifest(code) {
        attributes = try Attributes(parsing: "manifest \(fence.attributes)", over: general, isOnFence: true)
      }
      var example = Example(
        document: self.source ?? source, line: block.startLine, endLine: block.endLine, code: code,
        attributes: attributes)
      guard attributes.ignored == nil, !example.isTemplate else { return example }
      example.otherTexts = fence.otherTexts
      if attributes.outcome == .succeeds || attributes.outcome == .compiles {
        example.expectedErrors = ExpectedError.all(in: code)
      }
      addComments(to: &example, in: source)
      if let output = fence.output { addOutput(output, of: fence, to: &example, in: source) }
      if !attributes.isRun { ignoredTextCount += fence.otherTexts.count { !$0.isCommands } }
      if attributes.isUnordered, !general.isUnordered, example.expected == nil {
        throw AttributeProblem(
          message: "'unordered' has no output to compare", hint: "show the output, or leave it out")
      }
      return example
    } catch {
      report(error.message, error.hint, in: source, line: block.startLine, column: block.startColumn)
      return nil
    }
  }

  private mutating func addComments(to example: inout Example, in source: Source) {
    let comments = OutputComments(example.code)
    ignoredTextCount += comments.noteCount
    example.otherComments = comments.others
    for near in comments.nearMisses { report(near, of: example, in: source) }
    guard let output = comments.output else { return }
    if example.attributes.isRun {
      example.expected = output
    } else if let line = output.lines.first(where: { $0.notation != .bare })?.number {
      reportOutput(at: line, ofUnrun: example, in: source)
    } else {
      ignoredTextCount += output.lines.count
    }
  }

  private mutating func addOutput(
    _ block: CodeBlock, of fence: ExampleFences.Fence, to example: inout Example, in source: Source
  ) {
    if fence.isOutputBehindOther, !example.attributes.isRun || example.expected != nil {
      example.otherTexts.append(ExampleFences.Text(block, isAnnounced: fence.isOutputAnnounced))
      return ignoredTextCount += 1
    }
    guard example.attributes.isRun else { return reportOutput(at: block.startLine, ofUnrun: example, in: source) }
    guard !(example.expected?.lines.contains { $0.notation != .bare } ?? false) else {
      return report(
        "the example at line \(example.line) already says what it prints",
        "keep either its 'Prints:' comments or this fence", in: source, line: block.startLine,
        column: block.startColumn)
    }
    let isAnnounced = fence.isOutputAnnounced || FenceInfo(block.info).language == "output"
    // Comments beside code that prints. What is in no braces runs, once.
    let once = SwiftCode(example).commentsBesideSinglePrints.map { example.code[$0.line].number }
    for var line in example.expected?.lines ?? [] {
      if example.attributes.outcome == .succeeds, once.contains(line.number) { line.notation = .beside }
      example.otherComments.append(line)
    }
    example.expected = ExpectedOutput(
      fence: ExpectedOutput.Fence(
        line: block.startLine, endLine: block.endLine, isAnnounced: isAnnounced,
        isBehindOther: fence.isOutputBehindOther),
      lines: block.lines.map { ExpectedOutput.Line(number: $0.number, text: $0.text) })
  }

  private mutating func reportOutput(at line: Int, ofUnrun example: Example, in source: Source) {
    report(
      "the example at line \(example.line) is not run, so it prints nothing",
      "remove this or the attribute; a fence may also be text ignore(reason)", in: source, line: line,
      column: source.line(line).prefix { " >".utf8.contains($0) }.count + 1)
  }

  /// Problems that the compiler would not report.
  private mutating func check(_ example: Example, in source: Source) {
    let token =
      example.code.contains { $0.text.mentions("#sourceLocation") }
      ? SwiftCode(example).code.first { $0.text == "#sourceLocation" && $0.kind != .string } : nil
    if let token {
      let problem = CodeProblem(
        token: token, message: "'#sourceLocation' hides where the example's errors are",
        hint: "leave it out, or write ignore(reason)")
      report(problem, of: example, in: source)
    }
    if let problem = TestSnippet(example).problem { report(problem, of: example, in: source) }
  }

  private mutating func report(_ problem: CodeProblem, of example: Example, in source: Source) {
    let line = example.code[problem.token.line].number
    report(
      problem.message, problem.hint, in: source, line: line,
      column: example.column(of: problem.token) - source.margin(line).count, length: problem.token.text.utf8.count)
  }

  private mutating func report(
    _ message: String, _ hint: String, in source: Source, line: Int, column: Int, length: Int = 3
  ) {
    problems.append(Diagnostic(in: source, line: line, column: column, length: length, message: message, hint: hint))
  }
}
