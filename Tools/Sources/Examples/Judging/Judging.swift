import Foundation
import Markdown

/// Decides whether an example did what its document says.
extension Job {
  /// Whether the example compiles as a script, and this is what does not: a copy of its statements in a function.
  var isRefusedInFunction: Bool { object == nil && program.function != nil }

  /// Judges an example that the compiler refused or accepted. Without a verdict, it has to run first.
  mutating func judgeCompiling(_ configuration: Configuration) {
    if verdict == .open { verdict = verdictOnCompiling(configuration) ?? .open }
  }

  private func verdictOnCompiling(_ configuration: Configuration) -> Verdict? {
    if isRefusedInFunction { return .failed(InFunction.failure(messages, of: program)) }
    let diagnostics = Diagnostics(messages, of: program)
    if case .compileError(let text) = program.attributes.outcome {
      let errors = diagnostics.messages.filter(\.isError)
      if object != nil { return failed(.unexpectedSuccess, at: program.line, "compiles, but is documented not to") }
      let announced = ExpectedError.all(in: program.code).filter { $0.text != nil }
      if let missing = announced.first(where: { !errors.contains(where: $0.covers) }) {
        return .failed(.missing(missing))
      }
      let hidden = Set(program.code.filter(\.isHidden).map(\.number))
      if errors.contains(where: { $0.text.contains(text) && !hidden.contains($0.line) }) { return .passed }
      if let error = errors.first(where: { $0.text.contains(text) }) {
        return failed(
          .compile, at: error.line, column: error.column,
          "fails to compile as documented, but in hidden lines, which no reader sees", diagnostics.text)
      }
      return failed(
        .compile, at: diagnostics.firstError?.line ?? program.line, column: diagnostics.firstError?.column,
        "does not compile, but for a reason other than \"\(text)\"", diagnostics.text)
    }
    guard object != nil else {
      let error = diagnostics.firstError
      return failed(
        .compile, at: error?.line ?? program.line, column: error?.column,
        "does not compile" + (error.map { ": \($0.text)" } ?? ""), diagnostics.text(under: error))
    }
    let leftOut = Set(zip(example.code, program.code).filter { $0.text != $1.text }.map(\.0.number))
    if configuration.warningsAreErrors,
      let warning = diagnostics.messages.first(where: { !example.isCaused($0, by: leftOut) })
    {
      return failed(
        .compile, at: warning.line, column: warning.column, "compiles with a warning: \(warning.text)",
        diagnostics.text(under: warning))
    }
    if let error = pending.first, !program.attributes.isRun { return .failed(.missing(error)) }
    return program.attributes.outcome == .compiles || program.attributes.isManifest ? .compiled : nil
  }

  /// The verdict on an example that ran: on how it ended and, if that was as documented, on what it printed.
  func verdict(on run: Run, _ configuration: Configuration) -> Verdict {
    var printed = Comparison.lines(of: run.output)
    if let verdict = verdictOnEnd(of: run, printed, configuration) { return verdict }
    // Below code that must trap, a fence may show the message of the trap.
    let texts = (program.expected?.lines.map(\.text) ?? []) + program.otherTexts.flatMap(\.lines)
    if case .trap = program.attributes.outcome, program.expected.map({ $0.fence != nil }) ?? true,
      texts.contains(where: { $0.contains(Self.trap) }), let message = trapMessage(run)
    {
      printed.append(message)
    }
    return verdictOnOutput(of: run, printed)
  }

  /// The failure of an example that did not end as documented, reports an issue, or does not test or draw what it should.
  private func verdictOnEnd(of run: Run, _ printed: [String], _ configuration: Configuration) -> Verdict? {
    guard run.isReached else { return unexpectedEnd(run, configuration) }
    func ended(_ kind: Failure.Kind, _ message: String, at line: Int? = nil) -> Verdict {
      failed(kind, at: line ?? program.line, message, shown(run))
    }
    switch (program.attributes.outcome, run.end) {
    case (.trap(let text), let end) where end.isTrap:
      // The message has the name of the file.
      if let text, !run.errors.replacing(program.file, with: "").contains(text) {
        return ended(.trap, "traps, but without \"\(text)\"", at: trapLine(run))
      }
    case (.trap, .signal(SIGABRT)) where !pending.isEmpty: break
    case (.trap, .exit(0)) where !pending.isEmpty:
      // The comment may be what a function prints that is called there.
      let missing = pending.first { error in
        !printed.contains(error.comment)
          || !program.code.contains { error.lines.contains($0.number) && $0.text.contains(/^[^\/]*\(/) }
      }
      if let missing { return .failed(.missing(missing)) }
    case (.trap, .exit(0)): return ended(.unexpectedSuccess, "runs to its end, but is documented to trap")
    case (.exit(let code, let text), .exit(let actual)) where actual != 0:
      if let code, code != actual {
        return ended(.exit, "exits with \(actual), but is documented to exit with \(code)")
      }
      if let text, !(run.errors.replacing(program.file, with: "") + run.output).contains(text) {
        return ended(.exit, "exits with \(actual), but without \"\(text)\"")
      }
    case (.exit, .exit): return ended(.unexpectedSuccess, "exits with 0, but is documented to fail")
    case (.issue(let text), .exit(0)):
      if run.issues.isEmpty { return ended(.unexpectedSuccess, "reports no issue, but is documented to") }
      if let text, !run.issues.contains(where: { $0.message.contains(text) }) {
        return ended(.issue, "reports an issue, but not \"\(text)\"")
      }
      if run.issues.allSatisfy({ $0.file == program.file && program.code.runsHidden($0.line) }) {
        return ended(.issue, "reports an issue only in hidden lines, which no reader sees", at: run.issues[0].line)
      }
    case (.succeeds, .exit(0)): break
    default: return unexpectedEnd(run, configuration)
    }
    if !program.attributes.outcome.isIssue, let issue = run.issues.first { return reported(issue, run) }
    if run.end == .exit(0), let reason = TestSnippet.doubt(run, of: program) { return ended(.test, reason) }
    if program.attributes.isDiagram, run.diagrams.isEmpty {
      return ended(.output, "draws no diagram; print one as <svg>, or remove the attribute")
    }
    return nil
  }

  /// The verdict on the output of an example that ended as documented.
  private func verdictOnOutput(of run: Run, _ printed: [String]) -> Verdict {
    guard var expected = program.expected, !showsOther(printed) else { return verdictOnOtherText(printed) }
    let compared = (printed + (expected.fence == nil ? [] : run.issues.map(\.message))).joined(separator: "\n")
    func compare() -> Comparison {
      Comparison(expected, with: compared, isUnordered: program.attributes.isUnordered, file: program.file)
    }
    var comparison = compare()
    let isBare = expected.fence == nil && expected.lines.allSatisfy { $0.notation == .bare }
    if comparison.line != nil, isBare {
      let others = lookalikes(program.otherComments, printed).map { line in
        ExpectedOutput.Line(number: line.number, text: line.text, notation: .bare)
      }
      expected.lines = (expected.lines + others).sorted { $0.number < $1.number }
      comparison = compare()
    }
    guard let line = comparison.line else { return verdictOnOtherText(printed) }
    var detail = comparison.difference
    if !run.errors.isEmpty { detail += "standard error:\n" + indented(run.errors) }
    let message = "prints something other than documented (example at line \(program.line))"
    let comments = expected.fence == nil ? expected.lines : []
    // Or comments show what is printed.
    let mayBeOther =
      mayShowOther
      || expected.fence?.isAnnounced == false
        && program.otherComments.contains { $0.notation != .plain && printed.contains($0.text) }
        && !expected.lines.contains { printed.contains($0.text) }
    if printed.isEmpty {
      detail += "nothing is printed; call the code that prints"
      if expected.fence != nil { detail += ", or write ignore(reason) after the fence's language if it is not printed" }
    } else if let comment = comments.last(where: { $0.number <= line }) ?? comments.first {
      let index = comments.firstIndex(of: comment) ?? 0
      detail += Self.hint(for: comment, comments.count == printed.count ? [printed[index]] : printed)
    } else if mayBeOther {
      detail += "write ignore(reason) after the fence's language if it is not what the example prints"
    }
    var failure = Failure(kind: .output, line: line, message: message, detail: detail)
    if !mayBeOther { failure.corrected = comparison.corrected }
    return .failed(failure)
  }

  /// Whether the text that the document shows may be other than its output: the output of other code, or a file.
  private var mayShowOther: Bool {
    guard let fence = program.expected?.fence else { return false }
    return fence.isBehindOther || !fence.isAnnounced && !SwiftCode(program).mayPrint
  }

  /// Whether the text is other: nothing is printed, or comments show all that is, and no line of the text is like it.
  private func showsOther(_ printed: [String]) -> Bool {
    guard let expected = program.expected, let fence = expected.fence else { return false }
    if printed.isEmpty { return mayShowOther }
    let comments = program.otherComments.filter { $0.notation != .plain }.map(\.text)
    return !fence.isAnnounced && comments == printed && lookalikes(expected.lines, printed).isEmpty
  }

  /// Whether the document shows its output.
  var showsOutput: Bool { program.expected != nil && !showsOther(Comparison.lines(of: output ?? "")) }

  /// The remedy for a comment that is not what was printed, of which `printed` may belong to it.
  private static func hint(for comment: ExpectedOutput.Line, _ printed: [String]) -> String {
    if printed.contains(comment.text) {
      let rest = comment.notation == .bare ? "// ..." : "// Prints: ..."
      return "the comments must show every printed line; '\(rest)' matches any number of lines"
    }
    guard comment.notation == .bare else {
      let isPeriodInside = comment.notation == .quoted && printed.contains { comment.text == $0 + "." }
      if isPeriodInside { return "write the period in line \(comment.number) after the quote" }
      let isQuoted = printed.contains { comment.text == "\"\($0)\"" }
      return isQuoted ? "write '// Prints:' without the quotes in line \(comment.number), or without the colon" : ""
    }
    let found = printed.filter { !$0.isEmpty && comment.text.containsWords($0) }
    if found.count > 1 {
      return "write each printed line in a comment of its own below the code, or all in a text fence"
    }
    if let text = found.first {
      return "write '// Prints: \(text)' in line \(comment.number), without anything else"
    }
    return "a comment beside code that prints is output; if line \(comment.number) is none, start it with 'Note:'"
  }

  /// At its own place, if that is in the program.
  private func reported(_ issue: ReportedIssue, _ run: Run) -> Verdict {
    let isHere = issue.file == program.file
    let message = issue.message.split(separator: "\n").first.map { ": \($0)" } ?? ""
    return failed(
      .issue, at: isHere ? issue.line : program.line, column: isHere ? issue.column : nil,
      "reports an issue\(message)", shown(run))
  }

  private func unexpectedEnd(_ run: Run, _ configuration: Configuration) -> Verdict {
    if var failure = TestSnippet.failure(run, of: program) {
      failure.detail = shown(run)
      return .failed(failure)
    }
    return switch run.end {
    case .unloadable: failed(.link, at: program.line, "does not link", run.errors)
    case .signal where run.end.isTrap:
      failed(
        .trap, at: trapLine(run) ?? program.line, "traps" + (trapMessage(run).map { ": \($0)" } ?? ""),
        shown(run) + "if it must trap, write fails(trap \"part of the message\") after 'swift'")
    case .exit(let code): failed(.exit, at: program.line, "exits with \(code)", shown(run))
    case .signal(let number):
      failed(.signal, at: program.line, "was killed by \(Run.name(ofSignal: number))", shown(run))
    case .timeout:
      failed(
        .timeout, at: program.line,
        "did not finish within \((program.attributes.timeout ?? configuration.timeout).formatted()) s; make it end, "
          + "raise timeout=, or write no-run", shown(run))
    case .tooMuchOutput:
      failed(
        .tooMuchOutput, at: program.line,
        "prints more than \(configuration.outputLimit) bytes; print less, or raise 'outputLimit'", shown(run))
    }
  }

  /// Swift's message for a trap, without the place.
  private func trapMessage(_ run: Run) -> String? { run.errors.firstMatch(of: Self.trap).map { String($0.0) } }

  nonisolated(unsafe) private static let trap = /(?:Fatal error|Precondition failed|Assertion failed)(?:: .*)?/

  /// The line of the document that Swift names in the message of a trap.
  func trapLine(_ run: Run) -> Int? {
    run.errors.split(separator: "\n").lazy.filter { $0.hasPrefix(program.file + ":") }.compactMap { line in
      Int(line.dropFirst(program.file.count + 1).prefix { $0.isNumber })
    }.first
  }

  /// The last lines printed to both streams.
  private func shown(_ run: Run) -> String {
    var text = ""
    if !run.output.isEmpty { text += "printed before:\n" + indented(run.output) }
    if !run.errors.isEmpty { text += "standard error:\n" + indented(run.errors) }
    return text
  }

  func indented(_ text: String) -> String {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    while lines.last == "" { lines.removeLast() }
    let shown = lines.count > 24 ? ["[\(lines.count - 20) lines]"] + lines.suffix(20) : lines
    return shown.map { "  \($0.prefix(200))" }.joined(separator: "\n") + "\n"
  }

  func failed(
    _ kind: Failure.Kind, at line: Int, column: Int? = nil, _ message: String, _ detail: String = ""
  ) -> Verdict {
    .failed(Failure(kind: kind, line: line, column: column, message: message, detail: detail))
  }
}

extension Failure {
  fileprivate static func missing(_ error: ExpectedError) -> Failure {
    Failure(
      kind: .unexpectedSuccess, line: error.line,
      message: "does not report the documented error; if the comment announces none, start it with 'Note:'")
  }
}
