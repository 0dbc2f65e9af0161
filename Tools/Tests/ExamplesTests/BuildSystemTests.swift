import Foundation
import Testing

@testable import Examples

/// Both build systems of SwiftPM give the same.
extension EndToEnd {
  struct DefaultBuildSystemTests {
    @Test func examplesUseEverythingThatAPackageHas() async throws {
      try await expectEverything(Fixture("Greeter"), passed: 2)
    }
  }
}

extension EndToEndOfOthers {
  struct NewBuildSystemTests {
    @Test func examplesUseEverythingThatAPackageHas() async throws {
      let fixture = try Fixture("Greeter", copy: "GreeterOfNewSystem")
      let scratch = fixture.root + "/.build/elsewhere"
      try await expectEverything(fixture, ["manual/passing.md"], passed: 25) {
        $0.scratch = scratch
        $0.buildOptions += ["--build-system", "swiftbuild"]
        // More runs would not tell more about a build.
        $0.repetitions = 2
      }
      #expect(FileManager.default.fileExists(atPath: scratch))

      // Another build may be running in a folder that was named, so it is not removed.
      try fixture.write("#define GREETING_LIMIT 90\n", to: "Sources/CLimits/shim.h")
      // A build in another folder does not change that.
      _ = try await fixture.verify(["system.md"])
      let report = try await fixture.verify(["system.md"]) {
        $0.scratch = scratch
        $0.buildOptions += ["--build-system", "swiftbuild"]
      }
      #expect(report.results.first?.failure?.detail.contains("remove \(scratch)") ?? false)
      #expect(FileManager.default.fileExists(atPath: scratch))
    }
  }
}

private func expectEverything(
  _ fixture: Fixture, _ documents: [String] = [], passed: Int, change: (inout Verifier) -> Void = { _ in }
) async throws {
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

    Headers are found as SwiftPM finds them: one of the module's name, beside others or in a folder, or any.

    ```swift
    import CBell
    import Greeter

    print(Greeter().beat.count, BELLS, Greeter().beat)  // Prints: 3 3 Beat(count: 3)
    ```
    """
  try fixture.write(page, to: "system.md")
  let report = try await fixture.verify(["system.md"] + documents) {
    change(&$0)
    $0.ignoresCache = true
  }
  let failures = report.results.compactMap { result in
    result.failure.map { "\(result.example.file):\($0.line) \($0.kind): \($0.message)" }
  }
  #expect(failures == ["system.md:12 trap: traps: Fatal error: Index out of range"])
  #expect(report.passedCount == passed, "\(report.results.compactMap(\.failure?.detail))")
}
