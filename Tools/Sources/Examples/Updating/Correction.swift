/// New text for the output of one example: lines of its document and what is to stand there instead.
struct Correction: Equatable {
  /// The lines to replace; an empty range inserts before its line.
  var lines: Range<Int>
  var text: [String]
}

extension Correction {
  /// Why an output cannot be written back.
  struct Problem: Error, Equatable {
    var message: String
  }

  /// The corrections that make the document say what `example` printed.
  ///
  /// - Throws: `Problem` when the output does not fit where the document has it.
  static func corrections(
    for example: Example, lines: [ExpectedOutput.Line], line: @escaping (Int) -> String
  ) throws(Problem) -> [Correction] {
    guard let expected = example.expected else { return [] }
    switch expected.form {
    case .fences(let fences): return try inFences(fences, lines, line)
    case .comments: return try inComments(expected.lines, lines, Comments(example, line))
    }
  }

  private static func inFences(
    _ fences: [ExpectedOutput.Fence], _ lines: [ExpectedOutput.Line], _ line: (Int) -> String
  ) throws(Problem) -> [Correction] {
    var corrections: [Correction] = []
    for (index, fence) in fences.enumerated() {
      let first = index == 0 ? Int.min : fence.line
      let last = index + 1 < fences.count ? fences[index + 1].line : Int.max
      let own = lines.filter { $0.number >= first && $0.number < last }
      let marks = line(fence.line).dropFirst(fence.indentation.count).prefix { $0 == "`" || $0 == "~" }
      guard !own.contains(where: { $0.text.drop { $0 == " " }.hasPrefix(marks) }) else {
        throw Problem(message: "the output would close its fence; open the fence with more marks")
      }
      // A list's marker stands before the first line of an item only.
      let prefix = String(fence.indentation.map { " \t>/".contains($0) ? $0 : " " })
      let text = own.map { (prefix + $0.text).trimmingTrailingBlanks() }
      corrections.append(Correction(lines: fence.line + 1..<fence.endLine, text: text))
    }
    return corrections
  }

  private static func inComments(
    _ old: [ExpectedOutput.Line], _ new: [ExpectedOutput.Line], _ comments: Comments
  ) throws(Problem) -> [Correction] {
    if old.count == new.count {
      return zip(old, new).map { old, new in
        let line = comments.line(old.number).trimmingTrailingBlanks()
        let kept = line.dropLast(old.text.count)
        let gap = kept.hasSuffix(" ") ? "" : " "
        return Correction(lines: old.number..<old.number + 1, text: [(kept + gap + new.text).trimmingTrailingBlanks()])
      }
    }
    guard let block = comments.block(old) else {
      throw Problem(message: "the number of lines has changed; write the output in a fence of its own")
    }
    let text = new.map { "\(block.prefix)// \($0.text)".trimmingTrailingBlanks() }
    return [Correction(lines: block.lines, text: (block.hasMarker ? ["\(block.prefix)// Prints:"] : []) + text)]
  }
}

/// The lines of an example as they are in its document.
private struct Comments {
  private var code: [Int: CodeLine] = [:]
  let line: (Int) -> String

  init(_ example: Example, _ line: @escaping (Int) -> String) {
    for line in example.code { code[line.number] = line }
    self.line = line
  }

  /// The one block of comment lines that `output` stands in; nil when it stands in several places or beside code.
  func block(_ output: [ExpectedOutput.Line]) -> (lines: Range<Int>, prefix: String, hasMarker: Bool)? {
    guard let first = output.first?.number, let last = output.last?.number, last - first == output.count - 1,
      let text = code[first]?.text
    else { return nil }
    let blanks = text.prefix { $0 == " " || $0 == "\t" }
    let isBlock = (first...last).allSatisfy { number in
      let hasMarker = PrintsComments.text(after: line(number)) != nil
      return code[number]?.text.trimmingBlanks().hasPrefix("//") ?? false && (number == first || !hasMarker)
    }
    guard isBlock else { return nil }
    let prefix = line(first).dropLast(text.count) + blanks
    return (first..<last + 1, String(prefix), PrintsComments.text(after: text) != nil)
  }
}
