import Foundation
import Markdown

/// Where in its document an example crashed.
struct CrashPlace: Equatable {
  var line: Int
  var column: Int
}

extension CrashPlace {
  /// The place of the innermost frame that is the example's own; nil when there is none.
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
  func lastStatement(of job: Job, _ probe: BuiltProbe) async -> CrashPlace? {
    guard SourceKind(job.program) == .script else { return nil }
    var traced = job
    guard (try? await traced.compile(job.program.traced, probe)) != nil, traced.object != nil else { return nil }
    traced.symbols.needsIsolation = true
    guard case .success(let library)? = try? await probe.link([traced])[traced.module] else { return nil }
    traced.library = library
    let mark = try? await run(traced, probe).output.matches(of: /\u{1E}@(\d+):(\d+)\u{1E}/).last
    guard let mark, let line = Int(mark.1), let column = Int(mark.2) else { return nil }
    return CrashPlace(line: line, column: column)
  }
}
