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
    let tokens = SwiftCode(code)
    var marked = code
    for start in tokens.statements.map({ tokens.code[$0.lowerBound] }) where start.kind != .directive {
      let line = code[start.line]
      marked[start.line].text = mark(line.number, line.indentation.utf8.count + start.offset + 1) + line.text
    }
    return marked
  }

  /// The place in the last mark of `output`.
  static func place(in output: String) -> CrashPlace? {
    guard let start = output.lastIndex(of: "@"), start > output.startIndex,
      output[output.index(before: start)] == "\u{1E}"
    else { return output.lastIndex(of: "\u{1E}").flatMap { place(in: String(output[..<$0])) } }
    let numbers = output[output.index(after: start)...].prefix { $0 != "\u{1E}" }.split(separator: ":")
    guard numbers.count == 2, let line = Int(numbers[0]), let column = Int(numbers[1]) else { return nil }
    return CrashPlace(line: line, column: column)
  }
}

extension Verifier {
  /// The last statement that a script reached; nil if that is unknown.
  func lastStatement(of job: Job, _ workshop: Workshop?, timeout: Double, at place: Run.Place) async -> CrashPlace? {
    guard let workshop, Attributes.Kind(job.example) == .script else { return nil }
    var example = job.settled?.example ?? job.example
    example.code = StatementTrace.marked(example.code)
    example.expected = nil
    guard let compiled = try? await workshop.compiler.compile(example), let object = compiled.object,
      case .program(let program)? = try? await workshop.linker.link([(compiled.module, object, true)])[compiled.module],
      let run = try? await Run(example, module: compiled.module, program: program, timeout: timeout, place: place)
    else { return nil }
    return StatementTrace.place(in: run.output)
  }
}
