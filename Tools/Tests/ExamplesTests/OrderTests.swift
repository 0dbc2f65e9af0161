import Foundation
import Testing

@testable import Examples

extension EndToEndOfOthers {
  /// Outputs whose order differs from process to process, because hashes do.
  struct OrderTests {
    static let unstable = [
      "print([\"a\": 1, \"b\": 2])  // Prints: [\"a\": 1, \"b\": 2]",
      "print(Set(1...3))  // Prints: [1, 2, 3]",
      "import Foundation\nlet set = NSMutableSet()\nset.add(1)\nset.add(2)\nprint(set.allObjects)  // Prints: [1, 2]",
      // The library iterates over the dictionary, not the example.
      "import Register\nvar names = Register()\nnames.add(\"a\")\nnames.add(\"b\")\nprint(names.list)  // Prints: a 1, b 1",
    ]

    private func check(_ page: String) async throws -> Report {
      let fixture = try Fixture("Register")
      try fixture.write(page, to: "order.md")
      return try await fixture.verify(["order.md"]) { $0.ignoresCache = true }
    }

    @Test(arguments: ["", " unordered"]) func anOrderThatHashesDecideIsFound(attribute: String) async throws {
      let page = Self.unstable.map { "```swift\(attribute)\n\($0)\n```\n" }.joined(separator: "\n")
      let report = try await check(page)
      let failures = report.results.compactMap(\.failure)
      #expect(failures.count == Self.unstable.count)
      #expect(failures.allSatisfy { $0.message.hasPrefix("prints something other than documented") })
      let update = Update(report)
      #expect(update.changes.isEmpty)
      #expect(update.problems.map(\.message) == Self.unstable.map { _ in "the output differs from run to run" })
    }

    @Test func anOrderOfItsOwnPasses() async throws {
      let page = """
        ```swift
        print(["a": 1, "b": 2].keys.sorted())  // Prints: ["a", "b"]
        ```

        ```swift
        import Register
        var names = Register()
        names.add("a")
        names.add("b")
        print(names.total)  // Prints: 2
        ```

        ```swift unordered
        for number in Set(1...3) { print(number) }
        ```
        ```text
        1
        2
        3
        ```
        """
      #expect(try await check(page).passedCount == 3)
    }
  }
}
