import Foundation

/// The statements of a script, so that one can tell which was running when the program ended.
///
/// The program is compiled again, with a mark printed before each statement that starts a line. Where that does not
/// compile, nothing is known.
enum StatementTrace {
  /// A mark with the line and the column of the statement after it.
  private static func mark(_ line: Int, _ column: Int) -> String {
    "Swift.print(\"\\u{1E}@\(line):\(column)\\u{1E}\", terminator: \"\"); "
  }

  /// The code with marks in it.
  static func marked(_ code: [CodeLine]) -> [CodeLine] {
    let tokens = SwiftCode(code).code
    var marked = code
    for (index, token) in tokens.enumerated() where token.depth == 0 {
      guard index == 0 || tokens[index - 1].line < token.line else { continue }
      guard startsStatement(token), index == 0 || endsStatement(tokens[index - 1]) else { continue }
      let line = code[token.line]
      marked[token.line].text = mark(line.number, line.indentation.utf8.count + token.offset + 1) + line.text
    }
    return marked
  }

  private static func startsStatement(_ token: SwiftCode.Token) -> Bool {
    if token.kind == .directive, token.text.hasPrefix("#") { return false }
    if ["else", "catch", "where", "import", "is", "as", "in"].contains(token.text) { return false }
    guard let first = token.text.utf8.first else { return false }
    return first >= 0x80 || first == UInt8(ascii: "_") || first == UInt8(ascii: "@") || first == UInt8(ascii: "\"")
      || (first | 0x20 >= UInt8(ascii: "a") && first | 0x20 <= UInt8(ascii: "z"))
  }

  private static func endsStatement(_ token: SwiftCode.Token) -> Bool {
    if token.kind == .attribute { return false }
    guard token.kind == .plain || token.kind == .keyword else { return true }
    let open: Set = [
      "async", "await", "class", "else", "final", "fileprivate", "func", "in", "indirect", "internal", "lazy", "let",
      "nonisolated", "open", "package", "private", "public", "return", "static", "throw", "try", "var", "where",
    ]
    if open.contains(token.text) { return false }
    return !(token.text.count == 1 && "=+-*/%&|^<>.,:?~@".contains(token.text))
  }

  /// The place in the last mark of `output`.
  static func place(in output: String) -> CrashPlace? {
    guard let start = output.lastIndex(of: "@"), start > output.startIndex,
      output[output.index(before: start)] == Groups.mark
    else { return output.lastIndex(of: Groups.mark).flatMap { place(in: String(output[..<$0])) } }
    let numbers = output[output.index(after: start)...].prefix { $0 != Groups.mark }.split(separator: ":")
    guard numbers.count == 2, let line = Int(numbers[0]), let column = Int(numbers[1]) else { return nil }
    return CrashPlace(line: line, column: column)
  }
}

extension Verifier {
  /// The last statement that a script reached; nil if that is unknown.
  func lastStatement(of job: Job, _ workshop: Workshop?, timeout: Double, at place: Run.Place) async -> CrashPlace? {
    guard let workshop, Attributes.Kind(job.example) == .script else { return nil }
    var example = job.example
    example.code = StatementTrace.marked(example.code)
    example.expected = nil
    guard let compiled = try? await workshop.compiler.compile(example), let object = compiled.object,
      case .program(let program)? = try? await workshop.linker.link([(compiled.module, object, true)])[compiled.module],
      let run = try? await Run(example, module: compiled.module, program: program, timeout: timeout, place: place)
    else { return nil }
    return StatementTrace.place(in: run.output)
  }
}
