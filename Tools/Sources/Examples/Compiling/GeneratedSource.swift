/// The file that the compiler sees: every line of code is on the document's own line and column. It says that it is the
/// document, so the compiler's positions are right without arithmetic. With `functions`, a copy of the statements in a
/// function follows.
struct GeneratedSource {
  var text: String
  var kind: SourceKind
  /// How many lines further down than in the document the code is.
  var shift: Int

  init(_ example: Example) {
    kind = SourceKind(example)
    var lines: [String] = []
    for line in example.earlier + example.code {
      lines.put(line.indentation + line.text, at: line.number)
    }
    switch kind {
    case .script:
      guard let mark = example.startMark else { break }
      lines.put("Swift.print(\(mark.text.debugDescription), terminator: \"\")", at: mark.line)
    case .main: break
    case .tests: TestSnippet.complete(&lines, for: example)
    case .manifest: ManifestSnippet.complete(&lines, for: example)
    }
    if !example.imports.isEmpty {
      lines.put(example.imports.map { "import \($0)" }.joined(separator: "; "), at: example.line)
    }
    // The place takes the first line, where at most an opening fence is. Where that is used, all lines are one further down.
    shift = lines.first.map { $0.isEmpty ? 0 : 1 } ?? 0
    let name = example.file.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    let place = "#sourceLocation(file: \"\(name)\", line: \(2 - shift))"
    text = ([place] + lines.dropFirst(1 - shift)).joined(separator: "\n") + "\n"
    text += example.function?.source(of: example, file: name) ?? ""
  }
}

extension [String] {
  /// Writes `text` in a line, which is counted from 1, before what is there.
  mutating func put(_ text: String, at line: Int) {
    while count < line { append("") }
    self[line - 1] = self[line - 1].isEmpty ? text : "\(text); \(self[line - 1])"
  }
}

/// The kind of file that an example is to the compiler.
enum SourceKind: String {
  case script, main, tests, manifest

  init(_ example: Example) {
    if example.attributes.isManifest {
      self = .manifest
    } else if TestSnippet.library(of: example) != nil {
      self = .tests
    } else if SwiftCode(example).hasMain {
      self = .main
    } else {
      self = .script
    }
  }
}
