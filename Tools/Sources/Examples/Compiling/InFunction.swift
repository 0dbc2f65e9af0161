import Highlighting
import Markdown

/// A copy of an example's statements in a function, as readers write them, beside the script.
///
/// A script is more lenient: its variables are global and on the main actor, and its closures capture none of them.
enum InFunction: String, Sendable {
  case plain = "", concurrent = "async "

  /// The compiler's name for the place of an error in the copy: the document, and this.
  static let mark = " in a function"

  /// The kinds of function to try, the likely one first. None for what is no script or has variables as only files may,
  /// and for code with documented errors.
  static func forms(for example: Example) -> [InFunction] {
    guard SourceKind(example) == .script, !example.announcesErrors else { return [] }
    let code = SwiftCode(example.earlier + example.code)
    if code.hasVariablesOfFile { return [] }
    return code.code.contains { $0.isWord("await") } ? [.concurrent, .plain] : [.plain]
  }

  /// The failure of an example that compiles without the function and, by the compiler's output, not with it.
  static func failure(_ output: String, of example: Example) -> Failure {
    let diagnostics = Diagnostics(output, file: example.file + mark, document: example.document)
    let error = diagnostics.firstError
    return Failure(
      kind: .compile, line: error?.line ?? example.line, column: error?.column,
      message: "compiles as a script, but not in a function" + (error.map { ": \($0.text)" } ?? ""),
      detail: diagnostics.text(under: error))
  }

  /// The function, with each statement at its place in the document; nil if there are only declarations.
  func source(of example: Example, file: String) -> String? {
    let lines = example.earlier + example.code
    let code = SwiftCode(lines)
    let statements = code.statements.filter { !code.code[$0].isDeclaration }
    guard !statements.isEmpty else { return nil }
    let body = statements.map { statement in
      let last = code.code[statement.upperBound - 1]
      let text = lines[code.code[statement.lowerBound].line...last.lastLine]
      var shown = ["#sourceLocation(file: \"\(file)\(Self.mark)\", line: \(text.first?.number ?? 1))"]
      for line in text { shown.append(line.indentation + line.text) }
      return shown.joined(separator: "\n")
    }
    return "func docsExampleInFunction() \(rawValue)throws {\n\(body.joined(separator: "\n"))\n}\n"
  }
}

extension SwiftCode {
  /// Whether a variable at the top level says who may use it, or is local to a task.
  fileprivate var hasVariablesOfFile: Bool {
    let words: Set = ["private", "fileprivate", "internal", "public", "@TaskLocal"]
    return statements.contains { statement in
      let start = code[statement].prefix { $0.kind == .attribute || words.contains($0.text) }
      return start.contains { words.contains($0.text) } && !code[statement].isDeclaration
    }
  }
}
