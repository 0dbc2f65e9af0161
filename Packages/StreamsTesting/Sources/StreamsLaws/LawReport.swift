/// The result of a check: how often each rule was checked, and which were broken.
public struct LawReport: Sendable, CustomStringConvertible {
  /// The name given to what was checked.
  public let name: String
  /// How many times each rule was checked.
  public internal(set) var checks: [LawRule: Int] = [:]
  /// The first breach of each rule that was broken, in the order in which they were found.
  public internal(set) var violations: [LawViolation] = []
  /// The situations that could not be checked, because no subscription arrived.
  public internal(set) var notRun: Set<String> = []
  /// The rules that were left out, with the reasons.
  public let excepted: [LawRule: String]

  /// Whether no rule was broken.
  public var isClean: Bool { violations.isEmpty }
  /// The rules that were broken.
  public var broken: Set<LawRule> { Set(violations.map(\.rule)) }
  /// The total number of checks.
  public var total: Int { checks.values.reduce(0, +) }

  /// One line: `map: 30 rules checked 1204 times, none broken`.
  public var description: String {
    let verdict = isClean ? "none broken" : "broken: " + broken.sorted().map(\.id).joined(separator: ", ")
    let omitted = excepted.isEmpty ? "" : ", left out: " + excepted.keys.sorted().map(\.id).joined(separator: ", ")
    return "\(name): \(checks.count) rules checked \(total) times, \(verdict)\(omitted)"
      + (notRun.isEmpty ? "" : ", without a subscription: \(notRun.sorted().joined(separator: "; "))")
  }
}

/// A rule that was broken, and how.
public struct LawViolation: Sendable, CustomStringConvertible {
  /// The name given to what was checked.
  public let name: String
  /// The rule.
  public let rule: LawRule
  /// What was done with the publisher.
  public let situation: String
  /// What should have happened.
  public let expected: String
  /// What happened.
  public let actual: String
  /// The events in order: what the subscriber did (`->`) and received (`<-`), and what upstream received and sent.
  public let trace: [String]

  /// All of it, on several lines.
  public var description: String {
    """
    \(name) breaks rule \(rule)
      When:     \(situation)
      Expected: \(expected)
      Happened: \(actual)
      Events:
    \((trace.isEmpty ? ["not recorded: several threads took part"] : trace).map { "    " + $0 }.joined(separator: "\n"))
    """
  }
}
