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
