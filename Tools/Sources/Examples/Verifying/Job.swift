import Markdown

/// An example on its way through the verifier, and the result.
public struct Job: Sendable {
  public var example: Example
  /// Identifies all that its verdict depends on; nil where that is not to be kept.
  var key: String?
  public var verdict: Verdict
  /// Whether the verdict is that of an earlier check, because nothing has changed.
  public var isRemembered = false
  /// Whether it fails, and is on a list of those that may.
  public var isInBaseline = false
  /// Whether conditions keep some of its code from being compiled.
  var hasInactiveParts = false
  /// Where the example was when it was checked before, if its result shows that.
  var place: String?
  /// In how many processes the output was compared, now or before.
  var comparisons: Int?

  /// Lines of earlier fences that keep the program from reaching its own.
  var leftOut: Set<Int> = []
  /// Whether declarations of earlier fences mean a type that a later one of them declares again.
  var looksAhead = false
  /// The example as it was compiled: without the parts that do not compile.
  var program: Example
  /// The documented errors that the compiler has not reported: the program must end at one of them.
  var pending: [ExpectedError] = []
  /// The module of the program; nil before it is compiled.
  var module: String?
  /// Its object file; nil when there were errors.
  var object: String?
  /// The compiler's output.
  var messages = ""
  /// Facts about the object file.
  var symbols = ObjectSymbols()
  /// The library that the program is linked into.
  var library: String?
  /// Whether the program counts how often each part of its code is run.
  var countsCalls: Bool { SourceKind(program) == .tests }
  /// What it did: the first run that failed, or the last.
  var run: Run?

  init(example: Example, verdict: Verdict = .open) {
    (self.example, self.verdict, program) = (example, verdict, example)
  }

  /// Decides at once about examples that are never checked, or not on this system.
  mutating func skip() {
    if let reason = example.attributes.ignored {
      verdict = .ignored(reason)
      return
    }
    if example.isTemplate { verdict = .unavailable("placeholders") }
    for requirement in example.attributes.requires where !System.meets(requirement) {
      verdict = .unavailable("requires=\(requirement)")
    }
  }

  mutating func fail(_ kind: Failure.Kind, _ message: String, detail: String = "") {
    verdict = .failed(Failure(kind: kind, line: example.line, message: message, detail: detail))
  }

  public var failure: Failure? { verdict.failure }
  /// Its output; nil when it did not run.
  public var output: String? { run?.output }
  /// The pictures that it printed, as SVG.
  public var diagrams: [String] { run?.diagrams ?? [] }

  /// The compiler's warnings.
  public var warnings: [Diagnostic] {
    guard object != nil, !messages.isEmpty else { return [] }
    return Diagnostics(messages, of: program).messages.filter { !$0.isError }.map {
      Diagnostic(severity: .warning, file: example.file, line: $0.line, column: $0.column, message: $0.text)
    }
  }
}

extension [Job] {
  /// The indices of those that are not decided yet.
  var open: [Int] { indices.filter { self[$0].verdict == .open } }
}
