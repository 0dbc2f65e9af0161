import Markdown

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
  var examples: [Example] = []
  var problems: [Diagnostic] = []
  /// How many fences look like an output and say why they are none.
  private(set) var excuseCount = 0

  init(_ document: Document, place: Place) {
    self.document = document
    self.place = place
  }

  mutating func read() {
    let fences = ExampleFences(document)
    for problem in fences.problems {
      report(problem.line, column: problem.column, length: problem.length, problem.message, problem.hint)
    }
    excuseCount = fences.excuses.count
    let settings = fences.settings.map { setting in
      do throws(AttributeProblem) {
        _ = try Attributes(parsing: setting.text)
        return setting.text
      } catch {
        report(setting.line, error.message, error.hint)
        return ""
      }
    }
    for fence in fences.fences { add(fence, settings: fence.setting.map { settings[$0] } ?? "") }
    let joined = Groups.joined(examples)
    examples = joined.examples
    for problem in joined.problems {
      report(problem.line - place.shift, problem.message, problem.hint)
    }
    for example in examples where example.attributes.ignored == nil { check(example) }
  }

  private mutating func add(_ fence: ExampleFences.Fence, settings: String) {
    let block = fence.block
    let shown = block.lines.map { line(at: $0.number, offset: $0.offset) }
    let code = fence.before.flatMap(lines) + shown + fence.after.flatMap(lines)
    do throws(AttributeProblem) {
      var attributes = try Attributes(parsing: "\(settings) \(fence.attributes)")
      if ManifestSnippet.isManifest(code) { attributes.isManifest = true }
      let comments = PrintsComments(shown)
      var example = Example(
        file: place.file.name, line: block.startLine + place.shift, endLine: block.endLine + place.shift, code: code,
        expected: comments.output, attributes: attributes)
      for slip in comments.slips where attributes.ignored == nil {
        reportInFile(slip.line, column: slip.column, length: 2, slip.message, "write '// Prints: ' and the output")
      }
      if let output = fence.output { addOutput(output, to: &example) }
      if let issue = fence.issue { addIssue(issue, to: &example) }
      if let line = comments.output?.lines.first?.number, !attributes.isRun, attributes.ignored == nil {
        report(
          line - place.shift, "the example at line \(example.line) is not run, so it prints nothing",
          "remove this comment, or the attribute")
      }
      examples.append(example)
    } catch {
      report(block.startLine, column: block.startColumn, length: 3, error.message, error.hint)
    }
  }

  private mutating func addOutput(_ block: CodeBlock, to example: inout Example) {
    let attributes = example.attributes
    guard attributes.isRun || attributes.ignored != nil else {
      report(
        block.startLine, column: block.startColumn, length: 3,
        "the example at line \(example.line) is not run, so it prints nothing",
        "remove this fence or the attribute, or write text ignore(reason)")
      return
    }
    guard example.expected == nil else {
      report(
        block.startLine, column: block.startColumn, length: 3,
        "the example at line \(example.line) already says what it prints",
        "keep either its 'Prints:' comments or this fence")
      return
    }
    example.expected = ExpectedOutput(sections: [section(block)])
  }

  private mutating func addIssue(_ block: CodeBlock, to example: inout Example) {
    guard example.attributes.outcome.isIssue || example.attributes.ignored != nil else {
      return report(
        block.startLine, column: block.startColumn, length: 3,
        "the example at line \(example.line) is not documented to report an issue",
        "write fails(issue) at its fence, or text at this one")
    }
    var section = section(block)
    section.isIssue = true
    example.expected = ExpectedOutput(sections: (example.expected?.sections ?? []) + [section])
  }

  private func section(_ block: CodeBlock) -> ExpectedOutput.Section {
    let before = place.file.line(block.startLine + place.shift)
      .prefix(block.startColumn - 1 + stripped(block.startLine))
    let fence = ExpectedOutput.Fence(
      line: block.startLine + place.shift, endLine: block.endLine + place.shift,
      indentation: String(decoding: before, as: UTF8.self))
    let lines = block.lines.map { ExpectedOutput.Line(number: $0.number + place.shift, text: $0.text) }
    return ExpectedOutput.Section(form: .fence(fence), lines: lines)
  }

  /// Problems that the compiler would not report.
  private mutating func check(_ example: Example) {
    for line in example.code where line.text.mentions("#sourceLocation") {
      guard let token = SwiftCode(example).code.first(where: { $0.text == "#sourceLocation" && $0.kind != .string })
      else { break }
      let code = example.code[token.line]
      reportInFile(
        code.number, column: code.indentation.utf8.count + token.offset + 1, length: 15,
        "'#sourceLocation' hides where the example's errors are", "leave it out, or write ignore(reason)")
      break
    }
    if let problem = TestSnippet(example).problem {
      reportInFile(problem.line, column: problem.column, length: 1, problem.message, problem.hint)
    }
  }

  private func lines(_ hidden: ExampleFences.Hidden) -> [CodeLine] {
    hidden.lines.map { number in
      let before = document.source.line(number).prefix(hidden.indentation)
      // Only blanks and quote marks are indentation.
      let offset = before.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: ">") }
        .count
      return line(at: number, offset: offset, isHidden: true)
    }
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

  private mutating func report(_ number: Int, _ message: String, _ hint: String) {
    let bytes = document.source.line(number)
    let column = bytes.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ">") }.count + 1
    report(number, column: column, length: 3, message, hint)
  }

  /// - Parameters:
  ///   - number: the line of the piece.
  ///   - column: the column in the piece's line.
  private mutating func report(_ number: Int, column: Int, length: Int, _ message: String, _ hint: String) {
    reportInFile(number + place.shift, column: column + stripped(number), length: length, message, hint)
  }

  private mutating func reportInFile(_ line: Int, column: Int, length: Int, _ message: String, _ hint: String) {
    problems.append(
      Diagnostic(in: place.file, line: line, column: column, length: length, message: message, hint: hint))
  }
}
