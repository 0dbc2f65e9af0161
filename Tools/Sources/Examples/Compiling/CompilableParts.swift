extension Verifier {
  /// The job with its example compiled, with as much of the code of earlier fences as compiles with it. `others` are the
  /// examples of the page that have been compiled: what it takes of one is as that was compiled.
  func partlyCompiled(_ job: Job, after others: [Job], _ probe: BuiltProbe) async throws -> Job {
    var (partial, example) = (job, job.example)
    partial.leftOut.formUnion(example.earlierEnd)
    var start = partial
    if let other = others.last(where: { $0.object != nil && !$0.looksAhead && example.takes($0.example) }) {
      let left = Set(other.example.earlier.map(\.number)).subtracting(other.program.earlier.map(\.number))
      partial.leftOut.formUnion(left)
      example.take(other.program.earlier)
    }
    let result = try await partlyCompiled(partial, of: example, probe)
    if result.object != nil { return result }
    // Code that did not compile before this fence may compile with it: it declares the missing names.
    var more = partial.leftOut == job.leftOut ? [] : [job]
    example.take(result.program.earlier)
    if example.earlier != job.example.earlier, !example.announcesErrors {
      start.looksAhead = true
      more.append(start)
    }
    for other in more {
      let whole = try await partlyCompiled(other, of: job.example, probe)
      if whole.object != nil { return whole }
    }
    return result
  }

  private func partlyCompiled(_ job: Job, of example: Example, _ probe: BuiltProbe) async throws -> Job {
    let result = try await partlyCompiled(job, as: example, probe)
    guard result.isAmbiguous else { return result }
    // Modules of the package declare the same name.
    var own = example
    own.imports.removeAll { configuration.allModules.contains($0) && !job.example.isIn(module: $0) }
    let alone = try await partlyCompiled(job, as: own, probe)
    return alone.object != nil || alone.isRefusedInFunction ? alone : result
  }

  /// The job with `example` compiled, in a function too if that is asked for. If it compiles only without the function, the
  /// result is that with it.
  private func partlyCompiled(_ job: Job, as example: Example, _ probe: BuiltProbe) async throws -> Job {
    var refused: Job?
    for function in configuration.functions ? InFunction.forms(for: example) : [] {
      var (inFunction, copied) = (job, example)
      copied.function = function
      try await inFunction.compilePartly(copied, probe)
      if inFunction.object != nil { return inFunction }
      refused = refused ?? inFunction
    }
    var result = job
    try await result.compilePartly(example, probe)
    return result.object != nil ? refused ?? result : result
  }

  /// Takes statements of earlier fences that end a program out of it: the one where it ended or, if that is not known,
  /// all of the fences that ended too, or all. Returns whether there are any such programs, which then have no verdict.
  func leaveOutEnded(_ jobs: inout [Job]) -> Bool {
    var ended: [String: Set<Int>] = [:]
    for job in jobs where job.run.map({ $0.end != .exit(0) }) ?? false {
      ended[job.example.file, default: []].formUnion(job.example.code.map(\.number))
    }
    var isChanged = false
    for index in jobs.indices {
      let job = jobs[index]
      guard job.module != nil, let run = job.run, !run.isReached, let failure = job.failure else {
        continue
      }
      let earlier = Set(job.program.earlier.map(\.number))
      var lines =
        earlier.contains(failure.line)
        ? job.example.earlier.statement(at: failure.line) : (ended[job.example.file] ?? []).intersection(earlier)
      if lines.isSubset(of: job.leftOut) { lines = earlier }
      if lines.isSubset(of: job.leftOut) { continue }
      (jobs[index].verdict, jobs[index].run) = (.open, nil)
      jobs[index].leftOut = job.leftOut.union(lines)
      isChanged = true
    }
    return isChanged
  }
}

extension Job {
  /// Whether the compiler finds two declarations for a name in a doc comment.
  var isAmbiguous: Bool {
    object == nil && !isRefusedInFunction && example.symbol != nil && messages.contains("ambiguous")
  }

  /// Compiles an example without the parts that do not compile: statements of earlier fences that it declares again or
  /// that are wrong, and lines whose errors are documented. The errors may decide the verdict.
  ///
  /// What depends on the lines that are left out is left out, too, if nothing of it is compared.
  mutating func compilePartly(_ whole: Example, _ probe: BuiltProbe) async throws {
    var (whole, leftOut, errorLines, roundCount) = (whole, self.leftOut, Set<Int>(), 0)
    var shadowed: Set<Redeclaration> = []
    pending = whole.expectedErrors.filter(\.isCertain)
    while true {
      try await compile(whole.leavingOut(leftOut.union(errorLines)), probe)
      // An earlier fence may end the program.
      if object != nil, !messages.contains("will never be executed") { break }
      let diagnostics = Diagnostics(messages, of: program)
      // A name that is declared again comes first: what used the old one may do with the new one.
      let known = program.earlier
      let ambiguities = whole.announcesErrors ? [] : diagnostics.ambiguities
      let redeclarations = (diagnostics.redeclarations + ambiguities).sorted { ($0.new, $0.old) < ($1.new, $1.old) }
      for again in redeclarations where shadowed.insert(again).inserted {
        program.earlier = try await program.shadowing(again, looksAhead: looksAhead, probe) ?? program.earlier
      }
      if program.earlier != known {
        whole.take(program.earlier)
        continue
      }
      let statements = [diagnostics.earlierCauses, diagnostics.earlierErrors].map { lines in
        lines.reduce(into: Set<Int>()) { $0.formUnion(program.earlier.statement(at: $1)) }
      }
      if let more = statements.first(where: { !$0.isSubset(of: leftOut) }) {
        leftOut.formUnion(more)
        continue
      }
      if object != nil { break }
      let errors = whole.expectedErrors.isEmpty ? [] : diagnostics.messages.filter(\.isError)
      roundCount += 1
      // A comment is about the line below it if only that one has an error that no other comment is about.
      for (index, expected) in pending.enumerated() {
        let others = whole.expectedErrors.filter { $0 != expected }
        let isAbove = errors.contains { error in
          expected.lines.contains(error.line) && !others.contains { $0.lines.contains(error.line) }
        }
        guard let line = expected.below, !isAbove, errors.contains(where: { $0.line == line }),
          !others.contains(where: { $0.below == nil && $0.lines.contains(line) })
        else { continue }
        pending[index].lines = [line]
        whole.expectedErrors = others + [pending[index]]
      }
      pending.removeAll { expected in errors.contains { expected.covers($0) } }
      let unexpected = errors.first { error in
        !whole.expectedErrors.contains { $0.covers(error) }
          && !(roundCount <= Self.mostRounds && whole.isCaused(error, by: errorLines)
            && whole.mayLeaveOut(error, pending))
      }
      if let unexpected {
        verdict = whole.verdict(unexpected, diagnostics, isAlone: errorLines.isEmpty)
        break
      }
      let count = errorLines.count
      for error in errors { errorLines.formUnion(whole.lines(of: error)) }
      if errorLines.count == count { break }
    }
    if !pending.isEmpty, whole.attributes.isRun { program.attributes.outcome = .trap(containing: nil) }
  }

  /// How often parts are left out that depend on those left out before. Each takes the compiler as long as the example.
  private static let mostRounds = 20
}

extension Example {
  /// The verdict on an error that no comment announces, among those that comments do.
  fileprivate func verdict(_ error: Diagnostics.Message, _ diagnostics: Diagnostics, isAlone: Bool) -> Verdict {
    let announced = expectedErrors.first { $0.lines.contains(error.line) }?.text
    let message =
      isAlone
      ? "does not compile: \(error.text)" + (announced.map { "; documented is '\($0)'" } ?? "")
      : "does not compile without the lines whose errors are documented: \(error.text); give them a fence of their own"
    return .failed(
      Failure(
        kind: .compile, line: error.line, column: error.column, message: message,
        detail: diagnostics.text(under: error)))
  }

  /// Whether the statement with `error` may be left out: it has neither other documented errors nor output to compare, and
  /// expects nothing.
  fileprivate func mayLeaveOut(_ error: Diagnostics.Message, _ pending: [ExpectedError]) -> Bool {
    let statement = code.statement(at: error.line)
    if pending.contains(where: { !$0.lines.isDisjoint(with: statement) }) { return false }
    let left = SwiftCode(code.filter { statement.contains($0.number) })
    let expects = left.code.indices.contains { TestSnippet.isExpectation(at: $0, in: left.code) }
    return expected == nil && !expects || !left.mayPrint
  }

  /// Whether a message may be there only because of the `lines` that are left out: they are in the block that has it, or
  /// it names something in them.
  func isCaused(_ error: Diagnostics.Message, by lines: Set<Int>) -> Bool {
    if !code.block(at: error.line).isDisjoint(with: lines) { return true }
    let left = SwiftCode(code.filter { lines.contains($0.number) })
    let names = left.code.filter { $0.kind != .keyword && $0.kind != .string && $0.kind != .type }.map(\.text)
    let known = Set(names + left.declarations.map(\.name))
    return error.text.matches(of: /'([^']+)'/).contains { match in
      match.1.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains { known.contains(String($0)) }
    }
  }

  /// The statement with an error, or only its line, if a comment behind that announces it.
  fileprivate func lines(of error: Diagnostics.Message) -> Set<Int> {
    let isBehind = expectedErrors.contains { $0.lines.count == 1 && $0.covers(error) }
    return isBehind ? [error.line] : code.statement(at: error.line)
  }
}

extension ExpectedError {
  func covers(_ error: Diagnostics.Message) -> Bool {
    lines.contains(error.line) && text.map { error.text.containsWords($0) } ?? true
  }
}
