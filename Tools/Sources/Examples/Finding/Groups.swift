/// Fences of one page that share a program.
///
/// Each keeps its own output: between two of them the program prints a mark, and what it printed is cut there.
enum Groups {
  /// Printed by a program before the code after `line`, so that what it prints there is known.
  static func mark(_ line: Int) -> String { "\u{1E}docs:\(line)\u{1E}" }

  /// What each part of `example` printed.
  static func parts(of output: String, _ example: Example) -> [Substring] {
    var parts: [Substring] = []
    var rest = output[...]
    if let start = example.startMark {
      rest = rest.firstRange(of: Groups.mark(start)).map { rest[$0.upperBound...] } ?? ""
    }
    guard example.expected != nil else { return [rest] }
    for line in example.partEnds {
      guard let mark = rest.firstRange(of: Groups.mark(line)) else { break }
      parts.append(rest[..<mark.lowerBound])
      rest = rest[mark.upperBound...]
    }
    return parts + [rest]
  }

  /// Something wrong with a group, at a line.
  struct Problem: Error, Equatable {
    var line: Int
    var message: String
    var hint: String
  }

  /// Joins the examples that name the same group, at the place of the first. What a fence says about itself alone keeps
  /// it out: an ignored fence is not part of the program.
  static func joined(_ examples: [Example]) -> (examples: [Example], problems: [Problem]) {
    var result: [Example] = []
    var problems: [Problem] = []
    var places: [String: Int] = [:]
    for example in examples {
      guard let name = example.attributes.group, example.attributes.ignored == nil else {
        result.append(example)
        continue
      }
      guard let place = places[name] else {
        places[name] = result.count
        result.append(example)
        continue
      }
      do throws(Problem) {
        try join(&result[place], example)
      } catch {
        problems.append(error)
      }
    }
    for place in places.values.sorted() where !result[place].partEnds.isEmpty {
      if let problem = problem(of: result[place]) { problems.append(problem) }
    }
    return (result, problems)
  }

  private static func join(_ group: inout Example, _ next: Example) throws(Problem) {
    let isRun = group.attributes.isRun
    guard isRun == next.attributes.isRun else {
      throw Problem(
        line: next.line,
        message: "the fences of group '\(next.attributes.group ?? "")' are one program: either all of "
          + "them run, or none", hint: "give the fences that do not run a group of their own, or ignore(reason)")
    }
    guard group.attributes.requires == next.attributes.requires else {
      throw Problem(
        line: next.line,
        message: "the fences of group '\(next.attributes.group ?? "")' are one program, and need the same systems",
        hint: "write the same requires= at each of them")
    }
    let part = group.partEnds.count + 1
    group.partEnds.append((group.code.last?.number ?? group.line) + 1)
    group.endLine = next.endLine
    group.code += next.code
    let sections = (next.expected?.sections ?? []).map { section in
      var section = section
      section.part = part
      return section
    }
    if !sections.isEmpty { group.expected = ExpectedOutput(sections: (group.expected?.sections ?? []) + sections) }
    group.uncompared += next.uncompared.map { Example.Uncompared(line: $0.line, part: part) }
    group.expectedErrors += next.expectedErrors
    group.attributes.add(next.attributes)
  }

  /// The output of each part is known only if the program can print a mark between them.
  private static func problem(of group: Example) -> Problem? {
    guard let expected = group.expected, group.attributes.isRun else { return nil }
    guard SourceKind(group) == .script else {
      guard expected.sections.contains(where: { $0.part < group.partEnds.count }) else { return nil }
      return Problem(
        line: group.line,
        message: "the fences of this group are one program with a main function or tests, which "
          + "prints nothing of its own for each", hint: "write its output under the last fence")
    }
    for end in group.partEnds {
      let code = SwiftCode(group.code.filter { $0.number < end })
      guard code.depth != 0 else { continue }
      return Problem(
        line: end - 1,
        message: "what the program prints before this line cannot be told from what it prints after it, "
          + "because a brace is open", hint: "end the statement in its fence")
    }
    return nil
  }
}

extension Attributes {
  /// The attributes of a later fence of a group also apply to the program.
  fileprivate mutating func add(_ next: Attributes) {
    if next.outcome != .succeeds { outcome = next.outcome }
    isUnordered = isUnordered || next.isUnordered
    isDiagram = isDiagram || next.isDiagram
    isManifest = isManifest || next.isManifest
    timeout = next.timeout ?? timeout
    probe = next.probe ?? probe
    continues = continues || next.continues
    languageMode = next.languageMode ?? languageMode
    filters += next.filters.filter { !filters.contains($0) }
  }
}
