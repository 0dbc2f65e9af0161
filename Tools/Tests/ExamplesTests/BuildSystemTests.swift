import Foundation
import Testing

@testable import Examples

extension EndToEndOfOthers {
  /// Both build systems of SwiftPM give the same.
  @Suite struct BuildSystemTests {
    @Test(arguments: ["native", "swiftbuild"]) func examplesUseEverythingThatAPackageHas(system: String) async throws {
      let fixture = try Fixture("Greeter", copy: "GreeterOfBothSystems")
      let page = """
        ```swift
        import CLimits
        import CNumber
        import Greeter

        print(Greeter().greeting, favourite_number(), DEEP_NUMBER, GREETING_LIMIT)  // Prints: Good morning 41 1 80
        ```

        ```swift
        import Greeter

        print(Greeter().element(1, of: [1]))
        ```
        """
      try fixture.write(page, to: "system.md")
      let report = try await fixture.verify(["system.md", "manual/passing.md"]) {
        $0.buildSystem = system
        $0.ignoresCache = true
      }
      let failures = report.results.compactMap { result in
        result.failure.map { "\(result.example.file):\($0.line) \($0.kind): \($0.message)" }
      }
      #expect(failures == ["system.md:12 trap: traps: Fatal error: Index out of range"])
      #expect(report.passedCount == 24, "\(report.results.compactMap(\.failure?.detail))")
    }
  }
}
