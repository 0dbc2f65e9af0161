/// The result of a check: the number of checks of each rule, and the broken rules.
public struct LawReport: Sendable, CustomStringConvertible {
  let name: String
  /// The number of times that each rule was checked.
  public internal(set) var checks: [LawRule: Int] = [:]
  /// The first breach of each rule that was broken: the situation, what should have happened, what happened, and the
  /// events before it, in order. These are the calls of the subscriber (`->`), the events that it received (`<-`), and
  /// those of the upstream.
  public internal(set) var violations: [LawRule: String] = [:]
  /// The situations that could not be checked, because no subscription arrived.
  var notRun: Set<String> = []
  /// The rules that were not checked, with the reasons.
  let excepted: [LawRule: String]

  /// Whether no rule was broken.
  public var isClean: Bool { violations.isEmpty }
  /// The rules that were broken.
  public var broken: Set<LawRule> { Set(violations.keys) }

  /// One line: `map: 30 rules checked 1204 times, none broken`.
  public var description: String {
    let verdict = isClean ? "none broken" : "broken: " + list(broken)
    let omitted = excepted.isEmpty ? "" : ", left out: " + list(Set(excepted.keys))
    return "\(name): \(checks.count) rules checked \(checks.values.reduce(0, +)) times, \(verdict)\(omitted)"
      + (notRun.isEmpty ? "" : ", without a subscription: \(notRun.sorted().joined(separator: "; "))")
  }

  private func list(_ rules: Set<LawRule>) -> String {
    LawRule.allCases.filter(rules.contains).map(\.id).joined(separator: ", ")
  }
}
