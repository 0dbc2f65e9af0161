import Foundation
import Testing

@testable import Examples

extension EndToEnd {
  /// With the setting `functions`, the statements of an example are compiled in a function too.
  struct InFunctionTests {
    let fixture: Fixture

    init() throws {
      fixture = try Fixture("Greeter")
    }

    private func verify(_ page: String, functions: Bool = true) async throws -> Report {
      try fixture.write(page, to: "page.md")
      var configuration = Configuration()
      configuration.documents = ["page.md"]
      configuration.sources = []
      configuration.functions = functions
      return try await Verifier(root: fixture.root, configuration: configuration).verify()
    }

    static let capture = """
      A basket.

      ```swift
      final class Basket { var items = 0 }

      let basket = Basket()
      @Sendable func run(_ body: @Sendable () -> Void) { body() }
      run {
        MainActor.assumeIsolated { basket.items += 1 }
      }
      print(basket.items)  // Prints: 1
      ```
      """

    @Test func aGlobalVariableThatAFunctionCannotCaptureFails() async throws {
      let failure = try #require(try await verify(Self.capture).results.first?.failure)
      #expect(failure.line == 9)
      #expect(failure.column == 30)
      #expect(failure.message.hasPrefix("compiles as a script, but not in a function: capture of 'basket'"))
    }

    @Test func theSameVariablePassesWithoutTheSetting() async throws {
      #expect(try await verify(Self.capture, functions: false).results.first?.failure == nil)
    }

    @Test func aMistakeInTheScriptIsReportedAsBefore() async throws {
      let failure = try #require(
        try await verify("```swift\nlet sum: Int = \"3\"\nprint(sum)\n```").results.first?.failure)
      #expect(failure.line == 2)
      #expect(failure.message.hasPrefix("does not compile: cannot convert value"))
    }

    /// Declarations stay outside of the function, statements and variables are in it.
    static let page = #"""
      ```swift
      import Foundation
      #if canImport(FoundationNetworking)
        import FoundationNetworking
      #endif

      protocol Named { var name: String { get } }
      @frozen public struct Person: Named { public var name: String }
      extension Named { func greet() -> String { "Hello, \(name)" } }
      actor Counter { func next() -> Int { 1 } }
      private func twice(_ text: String) -> String { text + text + suffix }

      let suffix = "!"
      let text = """
        two
        lines
        """
      var people = [Person(name: "Ada")]
      people.append(
        Person(name: "Bo")
      )
      for person in people where person.name != "Bo" {
        print(twice(person.greet()))
      }
      let counter = Counter()
      Task { print(await counter.next()) }
      print(text.count)
      ```

      ```swift
      actor Counter { func next() -> Int { 1 } }
      let actor = Counter()
      print(await
        actor.next())  // Prints: 1
      ```

      ```swift
      private(set) var limit = 3
      print(limit)  // Prints: 3
      ```

      ```swift
      @TaskLocal var depth = 0
      print(depth)  // Prints: 0
      ```

      ```swift compile-fail "cannot assign to value"
      let limit = 10
      limit = 11
      ```
      """#

    @Test func declarationsAreLeftOutside() async throws {
      let report = try await verify(Self.page)
      #expect(report.results.count == 5)
      #expect(report.results.compactMap(\.failure) == [])
    }
  }
}
