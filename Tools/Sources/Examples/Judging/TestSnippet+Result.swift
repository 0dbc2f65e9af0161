import Files

extension TestSnippet {
  /// The first failure of the tests that an example consists of; nil when it has none, or what they printed names no
  /// failure in it.
  static func failure(_ run: Run, of example: Example) -> Failure? {
    guard let library = library(of: example) else { return nil }
    func failure(_ line: Substring, _ column: Int?, _ message: some StringProtocol) -> Failure {
      Failure(kind: .test, line: Int(line) ?? example.line, column: column, message: "a test fails: \(message)")
    }
    let lines = run.errors.split(separator: "\n")
    for (line, next) in zip(lines, lines.dropFirst() + [""]) {
      switch library {
      case .swiftTesting:
        guard let issue = line.rest(after: "recorded an issue"),
          let match = issue.rest(after: " at \(example.file.fileName):")?.prefixMatch(of: /(\d+):(\d+): (.*)/)
        else { continue }
        // The message of an issue recorded without an expectation is on the next line.
        let said = match.3 == "Issue recorded" ? next.rest(after: "↳ ") : nil
        return failure(match.1, Int(match.2), said ?? match.3)
      case .xcTest:
        guard line.hasPrefix(example.file + ":"),
          let match = line.dropFirst(example.file.count).wholeMatch(of: /:(\d+): error: (?:\S+ : )?(.*)/)
        else { continue }
        return failure(match.1, nil, match.2.trimmingBlanks())
      }
    }
    return nil
  }

  /// The lines in which the library says that a test was skipped or cancelled. What a test writes without the end of a line
  /// precedes them.
  static func skips(_ run: Run) -> [Substring] {
    run.errors.split(separator: "\n").filter { line in
      line.contains(/➜ (Test|Suite) .*( skipped| was cancelled)|Test Case '.*' skipped \(/)
    }
  }

  /// Why the tests of an example that ended well prove too little: the program ended before they did, all are skipped, or
  /// one without a reason.
  static func doubt(_ run: Run, of example: Example) -> String? {
    guard let library = library(of: example) else { return nil }
    let lines = run.errors.split(separator: "\n")
    let skips = skips(run)
    let (isEnded, isAnyRun, isSilent): (Bool, Bool, Bool)
    switch library {
    case .swiftTesting:
      isEnded = run.errors.contains(/Test run with \d+ test/)
      // One with a known issue has a sign of its own.
      isAnyRun = skips.isEmpty || lines.contains { $0.contains(/[^\p{ASCII}\w] Test (?!run ).* (passed|failed) after/) }
      let ends = [" skipped.", " skipped: \"No test cases found.\""]
      isSilent = skips.contains { ends.contains(where: $0.hasSuffix) }
    case .xcTest:
      let count = run.errors.matches(of: /Executed (\d+) tests?(?:, with (\d+) tests? skipped)?/).last
      // Each class ends on its own, too.
      isEnded = run.errors.contains(/Test Suite '(All|Selected) tests' (passed|failed)/)
      isAnyRun = count.map { $0.1 != $0.2 } ?? true
      let ends = [" : Test skipped", " : Test skipped -"]
      isSilent = !skips.isEmpty && lines.contains { ends.contains(where: $0.trimmingBlanks().hasSuffix) }
    }
    if !isEnded { return "ends before its tests do, with exit code 0" }
    if !isAnyRun {
      return "none of its tests runs: all are skipped or cancelled; let one run, or mark the fence no-run"
    }
    return isSilent ? "a test is skipped without a reason; give one, or let it run" : nil
  }
}

extension Substring {
  /// What is behind the first `start`. A pattern with two `.*` would take a time that is the square of a line's length.
  fileprivate func rest(after start: String) -> Substring? { firstRange(of: start).map { self[$0.upperBound...] } }
}
