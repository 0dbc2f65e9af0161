import Files

extension TestSnippet {
  /// The first failure of the tests that an example consists of; nil when it has none, or what they printed names no
  /// failure in it.
  static func failure(_ run: Run, of example: Example) -> Failure? {
    guard let library = library(of: example) else { return nil }
    func failure(_ line: Substring, _ column: Int?, _ message: some StringProtocol) -> Failure {
      Failure(kind: .test, line: Int(line) ?? example.line, column: column, message: "a test fails: \(message)")
    }
    let name = example.file.fileName
    let lines = lines(of: run)
    for (line, next) in zip(lines, lines.dropFirst() + [""]) {
      switch library {
      case .swiftTesting:
        let match = line.firstMatch(of: /recorded an issue.* at (.+?):(\d+):(\d+): (.*)/)
        guard let match, match.1 == name else { continue }
        // The message of an issue recorded without an expectation is on the next line.
        let said = match.4 == "Issue recorded" ? next.firstMatch(of: /↳ (.+)/)?.1 : nil
        return failure(match.2, Int(match.3), said ?? match.4)
      case .xcTest:
        let match = line.wholeMatch(of: /(.+?):(\d+): error: (?:\S+ : )?(.*)/)
        guard let match, match.1 == example.file else { continue }
        return failure(match.2, nil, match.3.trimmingBlanks())
      }
    }
    return nil
  }

  /// The starts of the lines: a test may write anything, also what takes long to match.
  private static func lines(of run: Run) -> [Substring] { run.errors.split(separator: "\n").map { $0.prefix(1000) } }

  /// Whether a test was skipped or cancelled.
  static func skipsTest(_ run: Run) -> Bool {
    lines(of: run).contains { $0.contains(/\bTest (?:.+ )?(?:skipped|was cancelled)/) }
  }

  /// Why the tests of an example that ended well prove too little: the program ended before they did, all are skipped, or
  /// one without a reason.
  static func doubt(_ run: Run, of example: Example) -> String? {
    guard let library = library(of: example) else { return nil }
    let lines = lines(of: run)
    let isEnded: Bool
    var isAnyRun = true
    let isSilent: Bool
    switch library {
    case .swiftTesting:
      isEnded = run.errors.contains(/Test run with \d+ test/)
      if skipsTest(run) { isAnyRun = lines.contains { $0.contains(/\bTest (?!run ).+ (?:passed|failed) after/) } }
      isSilent = lines.contains { $0.contains(/\b(Test|Suite) .+ skipped(\.?|: "No test cases found\.")\s*$/) }
    case .xcTest:
      let count = run.errors.matches(of: /Executed (\d+) tests?(?:, with (\d+) tests? skipped)?/).last
      // Each class ends on its own, too.
      isEnded = run.errors.contains(/Test Suite '(All|Selected) tests' (passed|failed)/)
      isAnyRun = count.map { $0.1 != $0.2 } ?? true
      isSilent = lines.contains { $0.contains(/: Test skipped(?: -)?\s*$/) }
    }
    if !isEnded { return "ends before its tests do, with exit code 0" }
    if !isAnyRun {
      return "none of its tests runs: all are skipped or cancelled; let one run, or mark the fence no-run"
    }
    return isSilent ? "a test is skipped without a reason; give one, or let it run" : nil
  }
}
