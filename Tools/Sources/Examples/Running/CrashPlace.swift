import Foundation
import Markdown

/// Where in its document an example crashed.
typealias CrashPlace = (line: Int, column: Int)

extension Run {
  /// The place of the innermost frame that is in `file`, by Swift's description of the crash; nil when there is none.
  func crashPlace(in file: String) -> CrashPlace? {
    for frame in errors.split(separator: "\n") {
      let parts = frame.trimmingBlanks().split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count > 2, let line = Int(parts[parts.count - 2]), let column = Int(parts[parts.count - 1]), line > 0,
        [" at \(file)", "/\(file)"].contains(where: parts.dropLast(2).joined(separator: ":").hasSuffix)
      else { continue }
      return (line, column)
    }
    return nil
  }
}

extension [CodeLine] {
  /// The code with a mark before each statement that starts a line: its place, printed when the program gets there.
  fileprivate var traced: [CodeLine] {
    var lines = self
    let tokens = SwiftCode(self)
    for start in tokens.statements.map({ tokens.code[$0.lowerBound] }) where start.kind != .directive {
      let line = self[start.line]
      let mark = "\\u{1E}@\(line.number):\(line.indentation.utf8.count + start.offset + 1)\\u{1E}"
      lines[start.line].text = "Swift.print(\"\(mark)\", terminator: \"\"); " + line.text
    }
    return lines
  }
}

extension Verifier {
  /// The last statement that a script reached; nil if that is unknown, as where it does not compile with marks.
  func lastStatement(of job: Job, _ probe: BuiltProbe) async -> CrashPlace? {
    guard SourceKind(job.program) == .script else { return nil }
    var (traced, program) = (job, job.program)
    (program.earlier, program.code, program.expected) = ([], (program.earlier + program.code).traced, nil)
    guard (try? await traced.compile(program, probe)) != nil, traced.object != nil else { return nil }
    traced.symbols.needsIsolation = true
    guard case .success(let library)? = try? await probe.link([traced])[traced.module] else { return nil }
    traced.library = library
    let mark = try? await run(traced, probe).output.matches(of: /\u{1E}@(\d+):(\d+)\u{1E}/).last
    guard let mark, let line = Int(mark.1), let column = Int(mark.2) else { return nil }
    return (line, column)
  }
}
