import Markdown

/// Fences that build on those before them on the page.
///
/// Such an example is a program of its own that begins with the statements of the earlier fences. Statements that do not
/// compile with it are left out, but for names that are declared again: these get other ones.
enum Continuation {
  /// Puts the code of earlier fences before each example that continues them.
  static func join(_ examples: inout [Example]) {
    var before: [(group: String?, isRun: Bool, code: [CodeLine])] = []
    for index in examples.indices {
      let example = examples[index]
      let attributes = example.attributes
      if example.isTemplate || attributes.ignored != nil || attributes.isManifest { continue }
      if let group = attributes.continues, let first = example.code.first?.number {
        let fences = before.filter { (group.isEmpty || $0.group == group) && ($0.isRun || !attributes.isRun) }
        let earlier = fences.flatMap(\.code)
        examples[index].earlier = earlier.filter { $0.number < first }.sorted { $0.number < $1.number }
        examples[index].fences = fences.compactMap(\.code.first?.number)
      }
      // Code that does not run to its end alone does not do so in others.
      guard [.succeeds, .compiles].contains(attributes.outcome), attributes.requires.allSatisfy(System.meets) else {
        continue
      }
      let errors = example.expectedErrors.filter { $0.isCertain && $0.below == nil }.map(\.lines)
      let lines = example.code.filter { errors.contains([$0.number]) && $0.isWhole }.map(\.number)
      before.append((attributes.continues, attributes.isRun, example.leavingOut(Set(lines)).code))
    }
  }
}

extension Example {
  /// What a script with earlier fences prints between their output and its own, and the line on which it does: the one
  /// before its own code. Nil for others.
  var startMark: (text: String, line: Int)? {
    guard !earlier.isEmpty, SourceKind(self) == .script, let first = code.first else { return nil }
    return ("\u{1E}docs:\(first.number - 1)\u{1E}", first.number - 1)
  }

  /// The first line of the document that is its own.
  var firstLine: Int { min(line, code.first?.number ?? line) }

  /// The first line whose messages of the compiler are about it, and not about earlier fences.
  var firstChecked: Int { earlier.isEmpty ? 1 : firstLine }

  /// The modules that it imports, also by earlier fences.
  var modules: Set<String> { SwiftCode(earlier + code).imports.union(imports) }

  /// The lines of earlier fences that would run after its own, or while it does: tests, deferred code, and tasks that have
  /// nothing to do with it, since they use no variable of the fences.
  var earlierEnd: Set<Int> {
    let code = SwiftCode(earlier)
    let statements = code.statements.map { code.code[$0] }
    let variables = statements.reduce(into: Set<String>()) { $0.formUnion($1.variables) }
    let ends = statements.filter { statement in
      statement.declaresTests || statement.first?.isWord("defer") ?? false
        || statement.startsTask && !statement.contains { $0.kind != .string && variables.contains($0.text) }
    }
    return Set(ends.flatMap(earlier.numbers))
  }

  /// Whether `other` is among the earlier fences, with all that it builds on, and is the same kind of program.
  func takes(_ other: Example) -> Bool {
    Set((other.earlier + other.code).map(\.number)).isSubset(of: earlier.map(\.number))
      && SourceKind(self) == SourceKind(other) && attributes.languageMode == other.attributes.languageMode
  }

  /// Changes the code of earlier fences to `lines`, which may be some of it.
  mutating func take(_ lines: [CodeLine]) {
    let lines = Dictionary(lines.map { ($0.number, $0) }) { $1 }
    earlier = earlier.map { lines[$0.number] ?? $0 }
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

extension CodeLine {
  /// Whether the braces, parentheses and brackets that it opens end in it.
  fileprivate var isWhole: Bool {
    let tokens = SwiftCode([self, CodeLine(number: 0, text: "end")]).code
    return tokens.allSatisfy { $0.depth >= 0 } && tokens.last?.depth == 0
  }
}

extension [CodeLine] {
  fileprivate func numbers(of statement: ArraySlice<SwiftCode.Token>) -> Set<Int> {
    guard let first = statement.first, let last = statement.last else { return [] }
    return Set(self[first.line...last.lastLine].map(\.number))
  }
}

extension ArraySlice<SwiftCode.Token> {
  /// Whether it is a statement that starts a task for which nothing waits.
  fileprivate var startsTask: Bool {
    let next = dropFirst().prefix(2).map(\.text).joined()
    return first?.isWord("Task") ?? false && ["{", "(", "<", ".detached", ".immediate"].contains(where: next.hasPrefix)
  }

  /// The names of variables that the statement declares.
  fileprivate var variables: Set<String> {
    guard contains(where: { $0.depth == 0 && ($0.isWord("let") || $0.isWord("var")) }) else { return [] }
    let others = zip(self, dropFirst()).filter { $0.0.depth == 0 && $0.0.text == "," }.map(\.1)
    let names = (prefix { !"={".contains($0.text) } + others).filter { $0.kind == .plain }
    return Set(names.map(\.text).filter { $0.first.map { $0.isLetter || $0 == "_" } ?? false && $0 != "_" })
  }
}
