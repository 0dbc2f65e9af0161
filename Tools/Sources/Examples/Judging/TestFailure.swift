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
  /// Whether the example has tests, and ended before they did.
  static func isUnfinished(_ run: Run, of example: Example) -> Bool {
    switch library(of: example) {
    case .swiftTesting: !run.errors.contains(/Test run with \d+ test/)
    case .xcTest: !run.errors.contains(/Executed \d+ test/)
    case nil: false
    }
  }

  /// Why the tests of the example, which all passed, prove too little: all are skipped, or one without a reason.
  static func skipping(_ run: Run, of example: Example) -> String? {
    guard let library = library(of: example) else { return nil }
    let lines = run.errors.split(separator: "\n")
    let isAnyRun: Bool
    let isSilent: Bool
    switch library {
    case .swiftTesting:
      isAnyRun = lines.contains { $0.contains(/\bTest (?!run ).+ (?:passed|failed) after/) }
      isSilent = lines.contains { $0.contains(/\b(Test|Suite) .+ skipped\.?\s*$/) }
      guard lines.contains(where: { $0.contains(/\bTest .+ (?:skipped|was cancelled)/) }) else { return nil }
    case .xcTest:
      let counts = lines.firstMatch { $0.firstMatch(of: /Executed (\d+) tests?, with (\d+) tests? skipped/) }
      guard let counts else { return nil }
      isAnyRun = counts.1 != counts.2
      isSilent = lines.contains { $0.contains(/: Test skipped(?: -)?\s*$/) }
    }
    if !isAnyRun {
      return "none of its tests runs: all are skipped or cancelled; let one run, or mark the fence no-run"
    }
    return isSilent ? "a test is skipped without a reason; give one, or let it run" : nil
  }
}

extension Sequence {
  fileprivate func firstMatch<Result>(_ transform: (Element) -> Result?) -> Result? {
    for element in self { if let result = transform(element) { return result } }
    return nil
  }
}
