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
  /// Whether the example has tests, and each said that it is skipped.
  static func isSkipped(_ run: Run, of example: Example) -> Bool {
    let lines = run.errors.split(separator: "\n")
    switch library(of: example) {
    case .swiftTesting:
      return lines.contains { $0.contains(/\bTest .+ skipped/) }
        && !lines.contains { $0.contains(/\bTest (?!run ).+ (?:passed|failed) after/) }
    case .xcTest:
      return lines.contains { line in
        guard let match = line.firstMatch(of: /Executed (\d+) tests?, with (\d+) tests? skipped/) else { return false }
        return match.1 == match.2
      }
    case nil: return false
    }
  }
}
