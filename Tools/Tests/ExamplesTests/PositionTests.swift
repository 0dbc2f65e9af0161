import Foundation
import Testing

@testable import Examples

extension EndToEnd {
  /// Every line of code of a page is broken in turn, and the verifier must name that line and column.
  struct PositionTests {
    let fixture: Fixture

    init() throws {
      fixture = try Fixture("Greeter")
    }

    /// Lines with `@` are those to break, at the `@`. The rest of the line stays.
    static let page = """
      # Title

      Some text, so that lines differ from those of the code.

      <!-- swift
      import Greeter
      @let hidden = 1
        @let indented = 2
      -->

      ```swift
      @let a = 1
      func inner() {
        @let b = "é"; _ = b
      \t@let c = 3; _ = c
      }
      inner()
      @let d = 1
      ```

      <!-- swift after
      @let after = 1
      -->

      1. A list

         ```swift
         @let e = 1
           @_ = e
         ```

         - Deeper

           ~~~ swift
           @let f = 1
           ~~~

      -\t```swift
      \t@let tab = 1
      \t```

      > Quoted, with an indented fence:
      >
      >   ```swift
      >   @let g = 1
      > @let lazy = 1
      >   ```

        ```swift group=one
        @let h = 1
        ```

      Text.

      ```swift group=one
      @let i = h
      @_ = i
      ```

      - > ```swift
        > @let nested = 1
        > ```
      """

    private struct Break {
      var text: String
      var line: Int
      var column: Int
    }

    /// The page once for every `@`, with `code` there in place of the rest of the line.
    private func broken(_ page: String, with code: String, keepsRest: Bool) -> [Break] {
      let places = page.indices.filter { page[$0] == "@" }
      return places.map { place in
        let before = page[..<place].replacing("@", with: "")
        let after = page[page.index(after: place)...]
        let rest = (keepsRest ? after : after.drop { !$0.isNewline }).replacing("@", with: "")
        let line = before.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return Break(text: before + code + rest, line: line.count, column: (line.last?.utf8.count ?? 0) + 1)
      }
    }

    private func check(_ page: String, code: String, offset: Int, ending: String, message: String) async throws {
      let breaks = broken(page, with: code, keepsRest: message.hasPrefix("traps"))
      try #require(breaks.count >= 3)
      let files = breaks.indices.map { "broken/\($0).\(ending)" }
      try? FileManager.default.removeItem(atPath: fixture.root + "/broken")
      for (file, item) in zip(files, breaks) { try fixture.write(item.text, to: file) }
      let report = try await fixture.verify(files.filter { $0.hasSuffix(".md") }, sources: files) {
        $0.only = zip(files, breaks).map { "\($0):\($1.line)" }
      }
      #expect(report.problems.map(\.description) == [])
      for (file, item) in zip(files, breaks) {
        let failures = report.results.filter { $0.example.file == file }.compactMap(\.failure)
        let place = try #require(failures.first, "\(file):\(item.line) is broken, but nothing failed:\n\(item.text)")
        #expect(failures.count == 1)
        #expect(place.message.hasPrefix(message))
        #expect("\(file):\(place.line):\(place.column ?? 0)" == "\(file):\(item.line):\(item.column + offset)")
        guard message.hasPrefix("does not compile") else { continue }
        let line = item.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[item.line - 1]
        #expect(place.detail.contains("\(item.line) | \(line)\n"), "the gutter shows the document's own line")
      }
    }

    private let notCompiling = "let broken: Int = \"\""

    @Test func compileErrorsHaveTheirPlace() async throws {
      try await check(
        Self.page, code: notCompiling, offset: 18, ending: "md", message: "does not compile: cannot convert")
    }

    @Test func compileErrorsHaveTheirPlaceWithOtherLineEnds() async throws {
      let page = Self.page.replacing("\n", with: "\r\n")
      try await check(page, code: notCompiling, offset: 18, ending: "md", message: "does not compile: cannot convert")
    }

    @Test func compileErrorsHaveTheirPlaceInDocComments() async throws {
      let page = """
        import Greeter

        /// Text.
        ///
        /// ```swift
        /// @let a = 1
        /// ```
        ///
        /// - A list:
        ///
        ///   ```swift
        ///   @let b = 1
        ///     @_ = b
        ///   ```
        struct Documented {
        \t/// <!-- swift
        \t/// @let hidden = 1
        \t/// -->
        \t/// ```swift
        \t/// @let c = 1
        \t/// ```
          ///```swift
          ///@let d = 1
          ///```
          var property = 1
        }
        """
      try await check(
        page, code: notCompiling, offset: 18, ending: "swift", message: "does not compile: cannot convert")
    }

    @Test func trapsHaveTheirPlace() async throws {
      try await check(
        Self.page, code: "_ = [0][1]; ", offset: 7, ending: "md", message: "traps: Fatal error: Index out")
    }
  }
}
