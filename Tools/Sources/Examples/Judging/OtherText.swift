import Markdown

/// Texts beside an example that are not its documented output, and may have been meant as such.
extension Job {
  /// Whether comments beside no code that prints look like what the last run printed, so that they are compared.
  var printsOtherComments: Bool {
    !lookalikes(program.otherComments, Comparison.lines(of: run?.output ?? ""), anyWords: true).isEmpty
  }

  /// Those of `lines` that are like a printed line, but perhaps for numbers and, with `anyWords` in bare lines such as
  /// `Hello, Ann!`, for words after the first.
  func lookalikes(
    _ lines: [ExpectedOutput.Line], _ printed: [String], anyWords: Bool = false
  ) -> [ExpectedOutput.Line] {
    guard !lines.isEmpty else { return [] }
    func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 0x20) || byte >= 0x80 }
    func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
    func form(_ text: String, _ anyWords: Bool) -> [UInt8] {
      let first = text.utf8.prefix(while: isLetter)
      let rest = text.utf8.dropFirst(first.count)
      let hasMarks = !first.isEmpty && rest.contains { !isLetter($0) && !isDigit($0) && $0 != 32 }
      return rest.reduce(into: Array(first)) { form, byte in
        let kind = isDigit(byte) ? 48 : anyWords && hasMarks && isLetter(byte) ? 1 : byte
        if kind != form.last || kind != 48 && kind != 1 { form.append(kind) }
      }
    }
    let (forms, wordForms) = (Set(printed.map { form($0, false) }), Set(printed.map { form($0, true) }))
    /// What beside a print is a value, and neither a type (`[Int]`) nor a part of a list (`[1, ...]`).
    func kind(_ text: String) -> Int? {
      if ["true", "false"].contains(text) { return 0 }
      guard text.first == "[", text.last == "]", !["..", "…"].contains(where: text.contains) else { return nil }
      return text.drop { $0 == "[" }.first?.isLetter == true ? nil : 1
    }
    let kinds = Set(printed.compactMap(kind))
    return lines.filter { line in
      let anyWords = anyWords && line.notation != .plain
      if line.notation == .beside, let kind = kind(line.text), kinds.contains(kind) { return true }
      return !line.text.isEmpty && (anyWords ? wordForms : forms).contains(form(line.text, anyWords))
    }
  }

  /// The verdict on an example whose documented output, if there is one, is right.
  func verdictOnOtherText(_ printed: [String]) -> Verdict { wrongText(printed) ?? wrongComment(printed) ?? .passed }

  /// Fails if a comment looks like output, and is no printed line.
  private func wrongComment(_ printed: [String]) -> Verdict? {
    var rest = printed[...]
    let wrong = lookalikes(program.otherComments, printed, anyWords: true).first { comment in
      guard comment.notation == .beside, !program.attributes.isUnordered else { return !printed.contains(comment.text) }
      guard let index = rest.firstIndex(of: comment.text) else { return true }
      rest = rest[(index + 1)...]
      return false
    }
    guard let comment = wrong else { return nil }
    return failed(
      .output, at: comment.number,
      "'\(comment.text)' looks like output, and is not what is printed (example at line \(program.line)); correct it, "
        + "or write '// Note: ' before it if it is no output",
      "printed:\n" + indented(printed.joined(separator: "\n")))
  }

  /// Fails if the document shows a text beside code that printed something, and the text is not compared. If comments
  /// show all printed lines, a text may be anything else, unless it is announced as printed or looks like it.
  private func wrongText(_ printed: [String]) -> Verdict? {
    let text = program.otherTexts.first { text in
      let lines = text.lines.map { line in
        ExpectedOutput.Line(number: text.line, text: line.trimmingTrailingBlanks(), notation: .bare)
      }
      // Only behind a prompt, lines of commands are also what these print.
      let isSession = text.isCommands && lines.contains { $0.text.hasPrefix("$ ") }
      if text.isCommands && !isSession || lines.map(\.text) == printed, program.expected != nil { return false }
      if !text.isCommands, text.isAnnounced || program.expected == nil && !printed.isEmpty { return true }
      return lookalikes(lines, printed, anyWords: isSession).contains { !printed.contains($0.text) }
    }
    guard let text else { return nil }
    return failed(
      .output, at: text.line,
      "this text follows code that prints, and is not compared (example at line \(program.line)); make it a fence of "
        + "the language output if it is printed, or write ignore(reason) after its language, such as text, if it is not",
      printed.isEmpty ? "nothing is printed" : "printed:\n" + indented(printed.joined(separator: "\n")))
  }
}
