import Foundation
import Markdown

/// Where in its document an example crashed.
struct CrashPlace: Equatable {
  var line: Int
  var column: Int

  /// Runs a program again that has crashed, this time with Swift's own backtraces on, which take longer.
  ///
  /// - Returns: the place of the innermost frame that is the example's own; nil when it does not crash this time.
  static func find(_ example: Example, _ settings: RunSettings) async throws -> CrashPlace? {
    var settings = settings
    settings.timeout += 10
    settings.backtrace =
      "enable=yes,color=no,interactive=no,registers=none,images=none,limit=256,output-to=stderr"
    return CrashPlace(backtrace: try await Run(example, settings).errors, file: example.file)
  }
}

extension CrashPlace {
  init?(backtrace: String, file: String) {
    for line in backtrace.split(separator: "\n") {
      guard let frame = line.wholeMatch(of: /\s*\d+ .* at (.+?):(\d+):(\d+)\s*/),
        frame.1 == file || frame.1.hasSuffix("/" + file), let line = Int(frame.2), let column = Int(frame.3), line > 0
      else { continue }
      (self.line, self.column) = (line, column)
      return
    }
    return nil
  }
}

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
    output.matches(of: /\u{1E}@(\d+):(\d+)\u{1E}/).last.flatMap { mark in
      guard let line = Int(mark.1), let column = Int(mark.2) else { return nil }
      return CrashPlace(line: line, column: column)
    }
  }
}

extension Verifier {
  /// The last statement that a script reached; nil if that is unknown.
  func lastStatement(of job: Job, _ compiler: Compiler) async -> CrashPlace? {
    guard SourceKind(job.example) == .script else { return nil }
    var example = job.settled?.example ?? job.example
    example.code = StatementTrace.marked(example.code)
    example.expected = nil
    guard let compiled = try? await compiler.compile(example), let object = compiled.object,
      case .success(let library)? = try? await compiler.link([(compiled.module, object, true)])[compiled.module]
    else { return nil }
    var settings = runSettings(of: job, compiler)
    (settings.library, settings.module) = (library, compiled.module)
    let run = try? await Run(example, settings)
    return run.flatMap { StatementTrace.place(in: $0.output) }
  }
}
