/// The first failure of the tests that an example consists of.
struct TestFailure: Equatable {
  var line: Int
  var column: Int?
  var message: String

  /// Nil when the example has no tests, or what they printed names no failure in it.
  init?(_ run: Run, of example: Example) {
    guard let library = TestSnippet.library(of: example) else { return nil }
    let name = example.file.split(separator: "/").last ?? ""
    let lines = run.errors.split(separator: "\n")
    for (index, line) in lines.enumerated() {
      switch library {
      case .swiftTesting:
        guard let match = line.firstMatch(of: /recorded an issue.* at (.+?):(\d+):(\d+): (.*)/), match.1 == name else {
          continue
        }
        (self.line, column, message) = (Int(match.2) ?? example.line, Int(match.3), String(match.4))
        // The message of an issue recorded without an expectation is on the next line.
        if message == "Issue recorded", index + 1 < lines.count, let said = lines[index + 1].firstMatch(of: /↳ (.+)/) {
          message = String(said.1)
        }
        return
      case .xcTest:
        guard let match = line.wholeMatch(of: /(.+?):(\d+): error: (?:\S+ : )?(.*)/), match.1 == example.file else {
          continue
        }
        (self.line, column, message) = (Int(match.2) ?? example.line, nil, match.3.trimmingBlanks())
        return
      }
    }
    return nil
  }
}

extension TestSnippet {
  /// Why the tests of an example that ended well prove too little: the program ended before they did, all are skipped, or
  /// one without a reason.
  static func doubt(_ run: Run, of example: Example) -> String? {
    guard let library = library(of: example) else { return nil }
    let lines = run.errors.split(separator: "\n")
    let isEnded: Bool
    var isAnyRun = true
    let isSilent: Bool
    switch library {
    case .swiftTesting:
      isEnded = run.errors.contains(/Test run with \d+ test/)
      if lines.contains(where: { $0.contains(/\bTest .+ (?:skipped|was cancelled)/) }) {
        isAnyRun = lines.contains { $0.contains(/\bTest (?!run ).+ (?:passed|failed) after/) }
      }
      isSilent = lines.contains { $0.contains(/\b(Test|Suite) .+ skipped\.?\s*$/) }
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
