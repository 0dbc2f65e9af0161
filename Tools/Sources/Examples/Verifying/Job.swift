import Markdown

/// An example on its way through the verifier.
struct Job: Sendable {
  var example: Example
  var source: Source?
  var key: String?
  /// The program that was compiled, without what does not compile.
  var settled: SettledExample?
  /// Lines of earlier fences that keep the program from reaching its own.
  var leftOut: Set<Int> = []
  var symbols: ObjectSymbols?
  var library: String?
  var run: Run?
  var verdict: Verdict?
  var isRemembered = false
  /// Whether conditions keep some of its code from being compiled.
  var hasInactiveParts = false
  /// Where the example was when it was checked before, if its result shows that.
  var place: String?
  /// In how many processes the output was compared, now or before.
  var comparisons: Int?

  /// Decides at once about examples that are never checked, or not on this system.
  mutating func skip() {
    if let reason = example.attributes.ignored { verdict = .ignored(reason) }
    guard verdict == nil else { return }
    if example.isTemplate { verdict = .unavailable("placeholders") }
    for requirement in example.attributes.requires where !System.meets(requirement) {
      verdict = .unavailable("requires=\(requirement)")
    }
  }

  /// Settles an example that compiles, for this time only.
  mutating func leaveUnrun() {
    (verdict, key) = (.compiled, nil)
  }

  mutating func fail(_ kind: Failure.Kind, _ message: String, detail: String = "") {
    verdict = .failed(Failure(kind: kind, line: example.line, message: message, detail: detail))
  }

  var result: Report.Result {
    let unchecked = Failure(kind: .library, line: example.line, message: "not checked")
    var result = Report.Result(
      example: example, verdict: verdict ?? .failed(unchecked), output: run?.output,
      diagrams: run?.diagrams ?? [], isRemembered: isRemembered)
    result.source = source
    result.hasInactiveParts = hasInactiveParts && verdict?.need == nil
    if result.failure == nil { result.warnings = warnings }
    return result
  }

  var compiled: Compiler.Compiled? { settled?.compiled }

  /// The compiler's warnings.
  var warnings: [Diagnostic] {
    guard let compiled, compiled.object != nil, !compiled.output.isEmpty else { return [] }
    return Diagnostics(compiled.output, of: example, document: source).messages.filter { !$0.isError }.map {
      Diagnostic(severity: .warning, file: example.file, line: $0.line, column: $0.column, message: $0.text)
    }
  }
}

/// The system that examples run on.
enum System {
  #if os(macOS)
    static let name = "macos"
  #elseif os(Windows)
    static let name = "windows"
  #else
    static let name = "linux"
  #endif

  /// Whether this system is the one named, or, after `!`, is not.
  static func meets(_ requirement: String) -> Bool {
    requirement.hasPrefix("!") ? requirement.dropFirst() != name : requirement.lowercased() == name
  }
}
