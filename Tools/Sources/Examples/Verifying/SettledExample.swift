/// An example compiled without the parts that do not compile: statements of earlier fences that it declares again or that
/// are wrong, and lines whose errors are documented.
struct SettledExample: Sendable {
  /// The program.
  private(set) var example: Example
  private(set) var compiled: Compiler.Compiled
  /// The lines of earlier fences that are not part of it.
  private(set) var leftOut: Set<Int>
  /// The documented errors that the compiler has not reported.
  private(set) var pending: [ExpectedError]
  /// The verdict, if the errors decide it.
  private(set) var verdict: Verdict?
  /// The lines with documented errors.
  private var errorLines: Set<Int> = []
  private let whole: Example

  init(_ example: Example, leavingOut lines: Set<Int>, _ compiler: Compiler) async throws {
    whole = example
    leftOut = lines
    pending = example.expectedErrors
    self.example = example.leavingOut(lines)
    compiled = try await compiler.compile(self.example)
    while compiled.object == nil, leaveOutMore() {
      self.example = example.leavingOut(leftOut.union(errorLines))
      compiled = try await compiler.compile(self.example)
    }
  }

  /// Decides by the compiler's errors what else to leave out. Returns whether there is something.
  private mutating func leaveOutMore() -> Bool {
    let diagnostics = Diagnostics(compiled.output, of: example, document: nil)
    // A name that is declared again comes first: what used the old one may do with the new one.
    for lines in [diagnostics.otherDeclarations, diagnostics.earlierErrors] {
      let statements = lines.reduce(into: Set<Int>()) { $0.formUnion(example.earlier.statement(at: $1)) }
      if !statements.isSubset(of: leftOut) {
        leftOut.formUnion(statements)
        return true
      }
    }
    guard !whole.expectedErrors.isEmpty else { return false }
    let errors = diagnostics.messages.filter(\.isError)
    let unexpected = errors.first { error in !whole.expectedErrors.contains { $0.covers(error) } }
    if let unexpected {
      if errorLines.isEmpty || !pending.isEmpty || whole.expected != nil { return fail(unexpected, diagnostics) }
      // The rest depends on the lines that are left out, and has nothing to compare.
      verdict = .passed
      return false
    }
    let count = errorLines.count
    for error in errors { errorLines.formUnion(lines(of: error)) }
    pending.removeAll { expected in errors.contains { expected.covers($0) } }
    return errorLines.count > count
  }

  private mutating func fail(_ error: Diagnostics.Message, _ diagnostics: Diagnostics) -> Bool {
    let announced = whole.expectedErrors.first { $0.lines.contains(error.line) }?.text
    let message =
      errorLines.isEmpty
      ? "does not compile: \(error.text)" + (announced.map { "; documented is '\($0)'" } ?? "")
      : "does not compile without the lines whose errors are documented: \(error.text); give them a fence of their own"
    verdict = .failed(
      Failure(
        kind: .compile, line: error.line, column: error.column, message: message,
        detail: diagnostics.text(under: error)))
    return false
  }

  /// The statement with a documented error, or only its line, if the comment is behind that.
  private func lines(of error: Diagnostics.Message) -> Set<Int> {
    let isBehind = whole.expectedErrors.contains { $0.lines.count == 1 && $0.covers(error) }
    return isBehind ? [error.line] : whole.code.statement(at: error.line)
  }
}

extension ExpectedError {
  fileprivate func covers(_ error: Diagnostics.Message) -> Bool {
    lines.contains(error.line) && text.map { error.text.contains($0) } ?? true
  }
}
