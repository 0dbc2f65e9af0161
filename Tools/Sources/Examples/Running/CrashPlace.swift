import Foundation
import Markdown

/// Where in its document an example crashed.
typealias CrashPlace = (line: Int, column: Int)

extension Run {
  /// The places of the frames that are in `file`, by Swift's description of the crash, the innermost first.
  func crashPlaces(in file: String) -> [CrashPlace] {
    errors.split(separator: "\n").compactMap { frame in
      let parts = frame.trimmingBlanks().split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count > 2, let line = Int(parts[parts.count - 2]), let column = Int(parts[parts.count - 1]), line > 0,
        [" at \(file)", "/\(file)"].contains(where: parts.dropLast(2).joined(separator: ":").hasSuffix)
      else { return nil }
      return (line, column)
    }
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
  /// Where an example crashes: the places in it on the stack, the innermost first, or the statement that it was at. Empty if
  /// that is not known.
  func crashPlaces(of job: Job, _ probe: BuiltProbe, orStatement: Bool = true) async -> [CrashPlace] {
    let places = (try? await runOnce(job, probe, showsBacktrace: true))?.crashPlaces(in: job.example.file) ?? []
    return places.isEmpty && orStatement ? [await lastStatement(of: job, probe)].compactMap(\.self) : places
  }

  /// The failure of an example that traps as documented, but elsewhere: none of the lines that a comment announces was being
  /// run or, without one, only hidden ones. What visible lines start may trap later, in a declaration.
  func trapElsewhere(_ job: Job, _ probe: BuiltProbe) async -> Failure? {
    let (code, error) = (job.program.code, job.pending.first)
    guard let run = job.run, case .trap = job.program.attributes.outcome, run.end != .exit(0),
      error != nil || code.contains(where: \.isHidden)
    else { return nil }
    let right = job.pending.reduce(into: Set(error == nil ? code.filter { !$0.isHidden }.map(\.number) : [])) {
      lines, error in
      for line in error.lines { lines.formUnion(code.simpleStatement(at: line)) }
    }
    if let line = job.trapLine(run), right.contains(line) { return nil }
    let places = await crashPlaces(of: job, probe, orStatement: error != nil)
    // At the brace that ends visible lines, what they made is deinitialised.
    func isRight(_ line: Int) -> Bool {
      if right.contains(line) { return true }
      let block = error == nil ? code.block(at: line) : []
      return block.max() == line && !block.isDisjoint(with: right)
    }
    guard let place = places.first, let outer = places.last, error != nil || code.runsHidden(outer.line),
      !places.contains(where: { isRight($0.line) })
    else { return nil }
    let message =
      error.map { "traps here, and not where line \($0.line) says" }
      ?? "traps as documented, but in hidden lines, which no reader sees"
    return Failure(kind: .trap, line: place.line, column: place.column, message: message, detail: "")
  }

  /// The last statement that a script reached; nil if that is unknown, as where it does not compile with marks.
  func lastStatement(of job: Job, _ probe: BuiltProbe) async -> CrashPlace? {
    guard SourceKind(job.program) == .script else { return nil }
    var (traced, program) = (job, job.program)
    (program.earlier, program.code, program.expected) = ([], (program.earlier + program.code).traced, nil)
    guard (try? await traced.compile(program, probe)) != nil, traced.object != nil else { return nil }
    traced.symbols.needsIsolation = true
    guard case .success(let library)? = try? await probe.link([traced])[traced.module] else { return nil }
    traced.library = library
    let mark = try? await runOnce(traced, probe).output.matches(of: /\u{1E}@(\d+):(\d+)\u{1E}/).last
    guard let mark, let line = Int(mark.1), let column = Int(mark.2) else { return nil }
    return (line, column)
  }
}
