/// The result of a check: the number of checks of each rule, and the broken rules.
public struct LawReport: Sendable, CustomStringConvertible {
  /// The name of the publisher, as passed to ``Laws``.
  public let name: String
  /// The number of times that each rule was checked.
  public internal(set) var checks: [LawRule: Int] = [:]
  /// The first breach of each rule that was broken, in the order in which they were found.
  public internal(set) var violations: [LawViolation] = []
  /// The situations that could not be checked, because no subscription arrived.
  public internal(set) var notRun: Set<String> = []
  /// The rules that were not checked, with the reasons.
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

/// A breach of a rule.
public struct LawViolation: Sendable, CustomStringConvertible {
  /// The name of the publisher, as passed to ``Laws``.
  public let name: String
  /// The rule.
  public let rule: LawRule
  /// The situation in which it was broken.
  public let situation: String
  /// What should have happened.
  public let expected: String
  /// What happened.
  public let actual: String
  /// The events in order: the calls of the subscriber (`->`), the events that it received (`<-`), and those of the
  /// upstream.
  public let trace: [String]

  /// All properties, on several lines.
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
