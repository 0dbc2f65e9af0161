import Foundation

/// A report for people to read.
public struct TextReport {
  public var report: Report

  public init(_ report: Report) {
    self.report = report
  }

  /// Every failure with its place, then one line of counts and times, then `N passed, N failed`.
  public var text: String {
    var text = report.problems.map { "\($0)\n" }.joined()
    for result in report.results {
      for warning in result.warnings { text += "\(warning)\n" }
      if let failure = result.failure, !result.isInBaseline { text += describe(failure, result.example) + "\n" }
    }
    for result in report.results {
      if case .ignored(let reason) = result.verdict { text += "\(result.example.name): ignored: \(reason)\n" }
    }
    return text + summary + "\n\(report.passedCount) passed, \(report.failedCount) failed\n"
  }

  private func describe(_ failure: Failure, _ example: Example) -> String {
    var place = "\(example.file):\(failure.line)"
    if let column = failure.column { place += ":\(column)" }
    var text = "\(place): error: \(failure.message)\n"
    for line in failure.detail.split(separator: "\n", omittingEmptySubsequences: false) {
      text += line.isEmpty ? "\n" : "  \(line)\n"
    }
    while text.hasSuffix("\n\n") { text.removeLast() }
    return text + "  check it alone: docs verify --only \(example.name)"
  }

  private var summary: String {
    let results = report.results
    let files = Set(results.map(\.example.file)).count
    var counts = [
      "\(results.count) \(results.count == 1 ? "example" : "examples") in \(files) of \(report.fileCount) files"
    ]
    func count(_ number: Int, _ what: String) {
      if number > 0 { counts.append("\(number) \(what)") }
    }
    count(results.count { $0.example.file.hasSuffix(".swift") }, "of them in doc comments")
    count(results.count { $0.isRemembered }, "unchanged since they passed")
    count(results.count(where: \.isInBaseline), "failing as the baseline says")
    count(results.count { $0.verdict == .compiled }, "only compiled")
    count(results.count { if case .ignored = $0.verdict { true } else { false } }, "ignored")
    count(
      report.excuseCount, report.excuseCount == 1 ? "text excused from being output" : "texts excused from being output"
    )
    count(results.count { if case .unavailable = $0.verdict { true } else { false } }, "for other systems")
    let times = report.times
    let stages = [("build", times.build), ("compile", times.compile), ("link", times.link), ("run", times.run)]
    let durations = stages.map { "\($0) \(TextReport.seconds($1))" }.joined(separator: ", ")
    return counts.joined(separator: ", ") + "; \(durations)"
  }

  static func seconds(_ duration: Duration) -> String {
    let milliseconds = duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
    return String(format: "%.2f s", Double(milliseconds) / 1000)
  }
}
