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

extension Example {
  /// The script with a mark before each statement that starts a line: its place, printed when the program gets there.
  fileprivate var traced: Example {
    var example = self
    example.expected = nil
    let tokens = SwiftCode(self)
    for start in tokens.statements.map({ tokens.code[$0.lowerBound] }) where start.kind != .directive {
      let mark = "\\u{1E}@\(code[start.line].number):\(column(of: start))\\u{1E}"
      example.code[start.line].text = "Swift.print(\"\(mark)\", terminator: \"\"); " + code[start.line].text
    }
    return example
  }
}

extension Verifier {
  /// The last statement that a script reached; nil if that is unknown, as where it does not compile with marks.
  func lastStatement(of job: Job, _ compiler: Compiler) async -> CrashPlace? {
    guard SourceKind(job.example) == .script else { return nil }
    let example = (job.settled?.example ?? job.example).traced
    guard let compiled = try? await compiler.compile(example), let object = compiled.object,
      case .success(let library)? = try? await compiler.link([(compiled.module, object, true)])[compiled.module]
    else { return nil }
    var settings = runSettings(of: job, compiler)
    (settings.library, settings.module) = (library, compiled.module)
    let mark = try? await Run(example, settings).output.matches(of: /\u{1E}@(\d+):(\d+)\u{1E}/).last
    guard let mark, let line = Int(mark.1), let column = Int(mark.2) else { return nil }
    return CrashPlace(line: line, column: column)
  }
}
