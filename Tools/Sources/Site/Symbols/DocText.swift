import Markdown

/// The Markdown of a doc comment, with the place of each of its lines.
struct DocText: Sendable, Equatable {
  struct Line: Sendable, Equatable {
    var text: String
    /// The line of the file, from 1.
    var number: Int
    /// The number of bytes before the text on that line.
    var offset: Int
  }

  /// The file that contains it.
  var file = ""
  var lines: [Line] = []

  var isEmpty: Bool { lines.allSatisfy { $0.text.allSatisfy(\.isWhitespace) } }

  /// The Markdown.
  var text: String { lines.map { $0.text + "\n" }.joined() }

  /// The first paragraph on one line.
  var summary: String {
    let first = lines.drop { $0.text.allSatisfy(\.isWhitespace) }.prefix { !$0.text.allSatisfy(\.isWhitespace) }
    return first.map(\.text).joined(separator: " ")
  }

  /// A problem of the Markdown, at its place in the Swift file at `path`.
  func placed(_ problem: Diagnostic, in path: String) -> Diagnostic {
    guard let line = problem.line, line >= 1, line <= lines.count else { return problem }
    let place = lines[line - 1]
    var placed = problem
    (placed.line, placed.column) = (place.number, problem.column.map { $0 + place.offset })
    placed.excerpt = (try? Source(path: path))?.lineText(place.number) ?? problem.excerpt
    return placed
  }
}

/// The parts of a doc comment: the first sentence, the rest, and the fields `- Parameters:`, `- Returns:` and so on.
struct DocParts: Sendable, Equatable {
  /// One field, such as `Returns`, or one parameter.
  struct Field: Sendable, Equatable {
    var name: String
    var text: DocText
  }

  private(set) var discussion: DocText
  private(set) var parameters: [Field] = []
  private(set) var fields: [Field] = []

  private static let names = [
    "Parameters", "Returns", "Throws", "Complexity", "Note", "Warning", "Important", "Tip", "Precondition",
    "Postcondition", "Requires", "Invariant", "Remark", "Attention", "Since", "SeeAlso", "Version", "Author",
    "Experiment", "Bug", "Date", "Copyright",
  ]

  init(_ text: DocText) {
    discussion = DocText(file: text.file)
    var isFence = false
    // Where the lines go: into the last parameter or field, or into the discussion.
    var target: WritableKeyPath<DocParts, [Field]>?
    for line in text.lines {
      let trimmed = line.text.drop { $0 == " " }
      let indent = line.text.count - trimmed.count
      if trimmed.hasPrefix("```") || trimmed.hasPrefix("~~~") { isFence.toggle() }
      if !isFence, let (part, name, rest) = DocParts.start(of: line, isInList: target == \.parameters && indent >= 2) {
        target = part
        if let name { self[keyPath: part].append(Field(name: name, text: DocText(file: text.file, lines: [rest]))) }
        continue
      }
      if indent == 0, !trimmed.isEmpty, !isFence { target = nil }
      guard let target else {
        discussion.lines.append(line)
        continue
      }
      guard let last = self[keyPath: target].indices.last else { continue }
      let cut = min(indent, target == \.parameters && indent >= 4 ? 4 : 2)
      self[keyPath: target][last].text.lines.append(
        DocText.Line(text: String(line.text.dropFirst(cut)), number: line.number, offset: line.offset + cut))
    }
  }

  nonisolated(unsafe) private static let field = /(\s*)[-*+]\s+([Pp]arameter\s+)?`?([A-Za-z_]\w*)`?\s*:\s*/

  /// The part that starts on a line: `- name: text`, where `name` is that of a field, or of a parameter in a list of these;
  /// `- Parameter name: text`; or, without a name, `- Parameters:`.
  private static func start(
    of line: DocText.Line, isInList: Bool
  ) -> (part: WritableKeyPath<DocParts, [Field]>, name: String?, rest: DocText.Line)? {
    guard let match = line.text.prefixMatch(of: field), isInList || match.1.count < 2 else { return nil }
    let offset = line.text.utf8.distance(from: line.text.startIndex, to: match.range.upperBound)
    let rest = DocText.Line(
      text: String(line.text[match.range.upperBound...]), number: line.number, offset: line.offset + offset)
    if isInList || match.2 != nil { return (\.parameters, String(match.3), rest) }
    guard let name = names.first(where: { $0.lowercased() == match.3.lowercased() }) else { return nil }
    return name == "Parameters" ? (\.parameters, nil, rest) : (\.fields, name, rest)
  }
}
