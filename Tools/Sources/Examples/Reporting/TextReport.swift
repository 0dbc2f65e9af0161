import Files
import Foundation
import Markdown

extension Report {
  /// The report for people to read: every failure with its place, then one line of counts and times, then
  /// `N passed, N failed`.
  ///
  /// - Parameter isVerbose: whether to name every example with its verdict and what it printed.
  public func text(isVerbose: Bool = false) -> String {
    var text = problems.map { "\($0)\n" }.joined()
    for result in results {
      if isVerbose {
        text += "\(name(of: result.example)): \(result.verdict.word)\n"
        text += (result.output ?? "").split(separator: "\n").map { "  \($0)\n" }.joined()
      }
      if let failure = result.failure {
        if !result.isInBaseline { text += describe(failure, result.example) + "\n" }
      } else {
        for warning in result.warnings { text += "\(warning)\n" }
      }
    }
    for result in results where !isVerbose {
      if case .ignored(let reason) = result.verdict { text += "\(name(of: result.example)): ignored: \(reason)\n" }
    }
    if !unreadFiles.isEmpty {
      let shown = unreadFiles.prefix(isVerbose ? .max : 5)
      let rest = unreadFiles.count - shown.count
      text += "not read: " + shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
      text += "; name them in \(RepositoryRoot.settings), or their folder by --root\n"
    }
    return text + summary + "\n\(passedCount) passed, \(failedCount) failed\n"
  }

  public var passedCount: Int {
    results.count { $0.verdict == .passed || $0.verdict == .compiled }
  }

  /// The examples that failed, and the documents' problems.
  public var failedCount: Int {
    results.count { $0.failure != nil && !$0.isInBaseline } + problems.count { $0.severity == .error }
  }

  private func name(of example: Example) -> String {
    example.name + (example.symbol.map { " (\($0))" } ?? "")
  }

  private func describe(_ failure: Failure, _ example: Example) -> String {
    var place = "\(example.file):\(failure.line)"
    if let column = failure.column { place += ":\(column)" }
    var text = "\(place): error: \(failure.message)\n"
    for line in failure.detail.split(separator: "\n", omittingEmptySubsequences: false) {
      text += line.isEmpty ? "\n" : "  \(line)\n"
    }
    while text.hasSuffix("\n\n") { text.removeLast() }
    let command = ProcessInfo.processInfo.environment["DOCS_COMMAND"] ?? "docs verify"
    return text + "  check it alone: \(command) --only \(example.name)"
  }

  private var summary: String {
    let files = Set(results.map(\.example.file)).count
    var counts = [
      "\(results.count) \(results.count == 1 ? "example" : "examples") in \(files) of \(fileCount) files"
    ]
    func count(_ number: Int, _ what: String) {
      if number > 0 { counts.append("\(number) \(what)") }
    }
    count(unaffectedCount, "left out that name nothing public of the changed files")
    count(results.count { $0.example.file.hasSuffix(".swift") }, "of them in doc comments")
    count(results.count { $0.isRemembered }, "unchanged since they passed")
    count(results.count(where: \.isInBaseline), "failing as the baseline says")
    count(results.count { $0.verdict == .compiled }, "only compiled")
    count(results.count { if case .ignored = $0.verdict { true } else { false } }, "ignored")
    let outputs = Dictionary(
      grouping: results.filter { $0.verdict == .passed && $0.example.expected != nil }, by: \.showsOutput)
    count(outputs[true]?.count ?? 0, "with the output compared")
    let ignoredTextCount = ignoredTextCount + (outputs[false]?.count ?? 0)
    count(ignoredTextCount, ignoredTextCount == 1 ? "text ignored as no output" : "texts ignored as no output")
    let reasons = Dictionary(grouping: results.compactMap(\.verdict.need)) { $0 }.mapValues(\.count)
    var needs = reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) \($0.key)" }
    let parts = results.count { $0.hasInactiveParts && $0.verdict.need == nil }
    if parts > 0 { needs.append("parts of \(parts) under conditions that do not hold") }
    if unnamedCount > 0 { needs.append("\(unnamedCount) without 'swift' that look like it, or in another file") }
    if !needs.isEmpty { counts.append("not checked: " + needs.joined(separator: ", ")) }
    let durations = times.map { $0 + String(format: " %.2f s", $1 / .seconds(1)) }.joined(separator: ", ")
    return counts.joined(separator: ", ") + "; \(durations)"
  }
}
