/// Fences that build on those before them on the page.
///
/// Such an example is a program of its own that begins with the statements of the earlier fences. What of these does not
/// compile with it is left out: a name that is declared again, what depended on it, and what is wrong itself.
enum Continuation {
  /// Puts the code of earlier fences before each example that continues them.
  static func join(_ examples: inout [Example]) {
    guard examples.contains(where: \.attributes.continues) else { return }
    var earlier: [CodeLine] = []
    for index in examples.indices {
      let example = examples[index]
      if example.isTemplate || example.attributes.ignored != nil || SourceKind(example) != .script { continue }
      if example.attributes.continues, let first = example.code.first?.number {
        examples[index].earlier = earlier.filter { $0.number < first }
      }
      // What does not run to its end alone does not run to its end in others.
      guard example.attributes.outcome == .succeeds, example.attributes.requires.allSatisfy(System.meets) else {
        continue
      }
      earlier += example.code
      earlier.sort { $0.number < $1.number }
    }
  }
}

extension Example {
  /// The line on which the program marks the end of what earlier fences print; nil where there are none.
  var startMark: Int? { earlier.isEmpty ? nil : code.first.map { $0.number - 1 } }

  /// The first line of the document that is its own.
  var firstLine: Int { min(line, code.first?.number ?? line) }

  /// The lines of the statement at the top level of earlier fences that `line` is part of.
  func earlierStatement(at line: Int) -> Set<Int> {
    let code = SwiftCode(earlier)
    let place = earlier.firstIndex { $0.number == line } ?? 0
    let statement = code.statements.last { code.code[$0.lowerBound].line <= place }
    guard let statement, let last = code.code[statement].last else { return [line] }
    return Set(earlier[code.code[statement.lowerBound].line...last.lastLine].map(\.number))
  }

  /// The example as a program without some lines of the document.
  func leavingOut(_ lines: Set<Int>) -> Example {
    var example = self
    example.earlier.removeAll { lines.contains($0.number) }
    example.code = code.map { line in
      var line = line
      if lines.contains(line.number) { line.text = "" }
      return line
    }
    return example
  }
}
