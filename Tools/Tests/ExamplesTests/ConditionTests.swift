import Testing

@testable import Examples

extension EndToEndOfOthers {
  /// The compiler decides which conditions of `#if` hold.
  struct ConditionTests {
    private func verdicts(_ conditions: [String], attribute: String = "") async throws -> [String] {
      let fixture = try Fixture("Register")
      let fences = conditions.map { "```swift\(attribute)\n#if \($0)\nprint(1)  // Prints: 2\n#endif\n```\n" }
      try fixture.write(fences.joined(separator: "\n"), to: "conditions.md")
      // More runs would not tell more about conditions.
      let report = try await fixture.verify(["conditions.md"]) { $0.repetitions = 2 }
      return report.results.map { $0.failure?.kind.rawValue ?? $0.verdict.word }
    }

    @Test func codeUnderAConditionThatHoldsIsCompared() async throws {
      let verdicts = try await verdicts([
        "canImport(Register)", "canImport(Foundation)", "!(A && B && C)", "os(Linux) && !(os(iOS) && UI) || os(macOS)",
        "DEBUG && SWIFT_PACKAGE", "swift(>=6) && compiler(>=6.0)",
      ])
      #expect(verdicts == Array(repeating: "output", count: 6))
    }

    @Test func codeUnderAConditionThatDoesNotHoldIsNamed() async throws {
      let conditions = [
        "canImport(Missing)", "canImport(Register) && !canImport(Foundation)", "false", "!os(Linux) && !os(macOS)",
        "swift(>=99)", "FLAG || !(DEBUG)", "arch(arm)",
      ]
      #expect(try await verdicts(conditions) == conditions.map { "not checked: #if \($0)" })
      #expect(try await verdicts(["swift(>=6)"], attribute: " swift5") == ["not checked: #if swift(>=6)"])
    }

    @Test func whatIsNoConditionDoesNotCompile() async throws {
      let verdicts = try await verdicts(["misspelled(Foundation)", "false", "os(Linux", "A +"])
      #expect(verdicts == ["compile", "not checked: #if false", "compile", "compile"])
    }

    @Test func codeThatIsNeverCompiledIsTold() async throws {
      let examples: [(code: String, condition: String?, hasParts: Bool)] = [
        ("#if NO\nprint(1)\n#endif", "#if NO", true),
        ("import Foundation\n#if NO\nprint(1)\n#endif", "#if NO", true),
        ("#if NO\nprint(1)\n#else\nprint(2)\n#endif", nil, true),
        ("#if DEBUG\nprint(1)\n#elseif NO\nprint(2)\n#endif", nil, true),
        ("#if NO  // Never.\nprint(1)\n#elseif NO\nprint(2)\n#endif", "#if NO", true),
        ("#if DEBUG\n#if NO\nprint(1)\n#endif\n#endif", "#if NO", true),
        ("#if DEBUG\n#else\nprint(1)\n#endif", "#if DEBUG", true),
        ("#if NO\nimport Foundation\n#endif", "#if NO", false),
        ("#if DEBUG\nprint(1)\n#endif", nil, false),
        ("#if NO\nprint(1)\n#endif\nprint(2)", nil, true),
        ("#if NO\nimport Darwin\n#else\nprint(2)\n#endif", nil, false),
        ("let a = 1\n_ = a", nil, false),
      ]
      let fixture = try Fixture("Register")
      try fixture.write(examples.map { "```swift\n\($0.code)\n```\n" }.joined(separator: "\n"), to: "conditions.md")
      let results = try await fixture.verify(["conditions.md"]) { $0.runsNone = true }.results
      #expect(results.map(\.verdict.need) == examples.map(\.condition))
      #expect(results.map(\.hasInactiveParts) == examples.map(\.hasParts))
    }

    @Test func commentsUnderConditionsThatDoNotHoldAreNotCompared() async throws {
      let fixture = try Fixture("Register")
      let code = "#if NO\nprint(0)  // Prints: 0\nlet a: Int = \"\"  // Error\nprint(1)\n// Prints: 1\n#else\n"
      try fixture.write(
        "```swift\n\(code)print(2)  // Prints: 2\n#endif\n```\n\n```swift\n\(code)print(2)  // Prints: 3\n#endif\n```\n",
        to: "conditions.md")
      let results = try await fixture.verify(["conditions.md"]).results
      #expect(results.map(\.failure?.line) == [nil, 19])
    }

    @Test func partsUnderConditionsThatDoNotHoldAreCounted() async throws {
      let fixture = try Fixture("Register")
      let code = "#if canImport(Missing)\nprint(1)\n#endif\nprint(2)  // Prints: 2"
      try fixture.write("```swift\n\(code)\n```\n", to: "conditions.md")
      for _ in 1...2 {
        let report = try await fixture.verify(["conditions.md"])
        #expect(report.passedCount == 1)
        #expect(report.text().contains("not checked: parts of 1 under conditions that do not hold"))
      }
    }
  }
}
