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

  /// The corrections that make the document say what `example` printed. `lines` are those of each section that differs.
  ///
  /// - Throws: `Problem` when the output does not fit where the document has it.
  static func corrections(
    for example: Example, lines: [Int: [ExpectedOutput.Line]], line: @escaping (Int) -> String
  ) throws(Problem) -> [Correction] {
    var corrections: [Correction] = []
    for (index, lines) in lines.sorted(by: { $0.key < $1.key }) {
      guard let section = example.expected?.sections[index] else { continue }
      if let text = lines.map(\.text).first(where: Correction.holdsControls) {
        let scalar = text.unicodeScalars.first(where: Correction.isControl)
        let code = String(scalar?.value ?? 0, radix: 16, uppercase: true)
        throw Problem(
          message:
            "the output holds the control character U+\(String(repeating: "0", count: max(4 - code.count, 0)))\(code), "
            + "which no reader would see; print it as text, or write [..] in its place")
      }
      switch section.form {
      case .fence(let fence): corrections.append(try inFence(fence, lines, line))
      case .comments: corrections += try inComments(section.lines, lines, Comments(example, line))
      }
    }
    return corrections
  }

  private static func holdsControls(_ text: String) -> Bool { text.unicodeScalars.contains(where: isControl) }

  /// Whether a character is one of Unicode's controls, or a line end that documents do not have.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar != "\t" && (scalar.properties.generalCategory == .control || scalar == "\u{2028}" || scalar == "\u{2029}")
  }

  private static func inFence(
    _ fence: ExpectedOutput.Fence, _ lines: [ExpectedOutput.Line], _ line: (Int) -> String
  ) throws(Problem) -> Correction {
    let marks = line(fence.line).dropFirst(fence.indentation.count).prefix { $0 == "`" || $0 == "~" }
    guard !lines.contains(where: { $0.text.drop { $0 == " " }.hasPrefix(marks) }) else {
      throw Problem(message: "the output would close its fence; open the fence with more marks")
    }
    // Only the first line of an item has the list's marker.
    let prefix = String(fence.indentation.map { " \t>/*".contains($0) ? $0 : " " })
    let text = lines.map { (prefix + $0.text).trimmingTrailingBlanks() }
    return Correction(lines: fence.line + 1..<fence.endLine, text: text)
  }

  private static func inComments(
    _ old: [ExpectedOutput.Line], _ new: [ExpectedOutput.Line], _ comments: Comments
  ) throws(Problem) -> [Correction] {
    if let bare = old.first(where: { $0.notation == .bare }) {
      throw Problem(
        message: "the comment in line \(bare.number) is beside code that prints; write '// Prints: ' before its text "
          + "if it is output, or '// Note: ' if it is not")
    }
    if old.count == new.count {
      return zip(old, new).map { old, new in
        let line = comments.line(old.number).trimmingTrailingBlanks()
        let end = old.notation == .plain ? "" : String(line[(line.lastIndex(of: "\"") ?? line.endIndex)...])
        let kept = line.dropLast(end.count + old.text.trimmingTrailingBlanks().count)
        let gap = kept.hasSuffix(" ") || old.notation == .quoted ? "" : " "
        let text = "\(kept)\(gap)\(new.text)\(end)".trimmingTrailingBlanks()
        return Correction(lines: old.number..<old.number + 1, text: [text])
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

  /// The block of comment lines with `output`; nil if it is in several places or beside code.
  func block(_ output: [ExpectedOutput.Line]) -> (lines: Range<Int>, prefix: String, hasMarker: Bool)? {
    guard output.allSatisfy({ $0.notation == .plain }),
      let first = output.first?.number, let last = output.last?.number,
      last - first == output.count - 1,
      let text = code[first]?.text
    else { return nil }
    let blanks = text.prefix { $0 == " " || $0 == "\t" }
    let isBlock = (first...last).allSatisfy { number in
      let hasMarker = OutputComments.output(onLine: line(number)) != nil
      return code[number]?.text.trimmingBlanks().hasPrefix("//") ?? false && (number == first || !hasMarker)
    }
    guard isBlock else { return nil }
    let prefix = line(first).dropLast(text.count) + blanks
    return (first..<last + 1, String(prefix), OutputComments.output(onLine: text) != nil)
  }
}
