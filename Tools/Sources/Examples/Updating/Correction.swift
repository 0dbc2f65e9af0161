import Files

/// New text for the output of one example: lines of its document, and their replacement.
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

  /// The corrections that make the document say what `example` printed, which are `lines`.
  ///
  /// - Throws: `Problem` when the output does not fit where the document has it.
  static func corrections(
    for example: Example, lines: [ExpectedOutput.Line], line: (Int) -> String
  ) throws(Problem) -> [Correction] {
    guard let expected = example.expected else { return [] }
    // A wrong line beside '...' is ambiguous: its correction can be one of the lines that '...' matches.
    let shape = String(
      expected.lines.filter { !$0.text.isEmpty }.map { line in
        line.text.trimmingTrailingBlanks() == "..." ? "." : lines.contains(line) ? "=" : "-"
      })
    guard !shape.contains(".-"), !shape.contains("-.") else {
      throw Problem(message: "a line beside '...' is wrong; correct it by hand")
    }
    if let scalar = lines.lazy.flatMap(\.text.unicodeScalars).first(where: { String($0).visible != String($0) }) {
      throw Problem(
        message: "the output holds the control character \(scalar.debugDescription), which no reader would see; "
          + "print it as text, or write [..] in its place")
    }
    guard let fence = expected.fence else { return try inComments(expected.lines, lines, line) }
    return [try inFence(fence, lines, line)]
  }

  private static func inFence(
    _ fence: ExpectedOutput.Fence, _ lines: [ExpectedOutput.Line], _ line: (Int) -> String
  ) throws(Problem) -> Correction {
    let indentation = line(fence.line).prefix { $0 != "`" && $0 != "~" }
    let marks = line(fence.line).dropFirst(indentation.count).prefix { $0 == "`" || $0 == "~" }
    guard !lines.contains(where: { $0.text.drop { $0 == " " }.hasPrefix(marks) }) else {
      throw Problem(message: "the output would close its fence; open the fence with more marks")
    }
    // Only the first line of an item has the list's marker.
    let prefix = String(indentation.map { " \t>/*".contains($0) ? $0 : " " })
    let text = lines.map { (prefix + $0.text).trimmingTrailingBlanks() }
    return Correction(lines: fence.line + 1..<fence.endLine, text: text)
  }

  /// One comment a line, so their number has to stay.
  private static func inComments(
    _ old: [ExpectedOutput.Line], _ new: [ExpectedOutput.Line], _ line: (Int) -> String
  ) throws(Problem) -> [Correction] {
    if let bare = old.first(where: { $0.notation == .bare }) {
      throw Problem(
        message: "the comment in line \(bare.number) is beside code that prints; write '// Prints: ' before its text "
          + "if it is output, or '// Note: ' if it is not")
    }
    if new.contains(where: { $0.text.trimmingBlanks() == "\"\"\"" }),
      old.contains(where: { line($0.number - 1).trimmingTrailingBlanks().hasSuffix("Prints \"\"\"") })
    {
      throw Problem(message: "the output would close its quotation; write it in a fence")
    }
    guard old.count == new.count else { return [try block(old, new, line)] }
    var corrections: [Correction] = []
    for (old, new) in zip(old, new) {
      let text = try inComment(old, new, line(old.number).trimmingTrailingBlanks())
      corrections.append(Correction(lines: old.number..<old.number + 1, text: [text]))
    }
    return corrections
  }

  private static func inComment(
    _ old: ExpectedOutput.Line, _ new: ExpectedOutput.Line, _ line: String
  ) throws(Problem) -> String {
    let text = old.text.trimmingTrailingBlanks()
    // Only the last line of a quotation has a mark at its end.
    var end = ""
    if old.notation == .quoted, !line.hasSuffix(text) || text.isEmpty, let mark = line.lastIndex(of: "\"") {
      end = String(line[mark...])
      guard line.dropLast(end.count).hasSuffix(text), !text.isEmpty || line.hasSuffix("\"\"") else {
        throw Problem(message: "the quotation in line \(old.number) has an empty line; write the output in a fence")
      }
    }
    let kept = line.dropLast(end.count + text.count)
    if new.text.hasPrefix(" "), kept.trimmingBlanks().hasSuffix("Prints:") {
      throw Problem(message: "the output begins with blanks, which '// Prints:' does not keep; write it in a fence")
    }
    let gap = kept.hasSuffix(" ") || kept.hasSuffix("\"") ? "" : " "
    return "\(kept)\(gap)\(new.text)\(end)".trimmingTrailingBlanks()
  }

  /// Another number of comments, if they are alone on consecutive lines.
  private static func block(
    _ old: [ExpectedOutput.Line], _ new: [ExpectedOutput.Line], _ line: (Int) -> String
  ) throws(Problem) -> Correction {
    let prefixes = old.map { old -> String? in
      let (line, comment) = (line(old.number).trimmingTrailingBlanks(), "// \(old.text)".trimmingTrailingBlanks())
      return line.hasSuffix(comment) ? String(line.dropLast(comment.count)) : nil
    }
    guard let first = old.first?.number, let last = old.last?.number, last - first == old.count - 1,
      let prefix = prefixes[0], prefixes.allSatisfy({ $0 == prefix })
    else { throw Problem(message: "the number of lines has changed; write the output in a fence of its own") }
    return Correction(
      lines: first..<last + 1, text: new.map { "\(prefix)// \($0.text)".trimmingTrailingBlanks() })
  }
}
