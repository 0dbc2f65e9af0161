import Foundation
import Markdown
import Testing

@testable import Examples

struct PrintedDiagramsTests {
  private func taken(_ output: String) -> [String] {
    let printed = PrintedDiagrams(output)
    return [printed.text] + printed.diagrams
  }

  @Test func picturesAreTakenOutOfTheText() {
    #expect(taken("a\n<svg>\n1\n</svg>\nb\n") == ["a\nb\n", "<svg>\n1\n</svg>"])
    #expect(taken("  <svg x='1'></svg>") == ["", "<svg x='1'></svg>"])
    #expect(taken("<svg><svg></svg></svg>\n<svg></svg>\nc") == ["c", "<svg><svg></svg></svg>", "<svg></svg>"])
    #expect(taken("\r\n<svg></svg>\r\nend") == ["\r\nend", "<svg></svg>"])
  }

  @Test func otherTextStays() {
    for text in ["", "a <svg></svg>\n", "<svgx></svgx>\n", "<svg>\nnever closed\n", "</svg>\n", "<svg"] {
      #expect(taken(text) == [text])
    }
  }
}

extension EndToEnd {
  /// Examples that draw.
  struct DiagramTests {
    static let page = """
      ```swift diagram
      print("before")
      ```

      <!-- swift after
      print("<svg viewBox='0 0 1 1'>\\n<title>T</title></svg>")
      -->

      ```text
      before
      ```

      ```swift
      print("<svg></svg>")
      ```

      ```text
      <svg></svg>
      ```

      ```swift diagram
      print("nothing")
      ```

      ```swift
      print("<svg></svg>")
      print("text")  // Prints: other
      ```
      """

    @Test func diagramsAreNotComparedAndAreKept() async throws {
      let fixture = try Fixture("Greeter")
      try fixture.write(Self.page, to: "diagrams.md")
      let report = try await fixture.verify(["diagrams.md"])
      let failures = report.results.compactMap { result in result.failure.map { "\($0.line) \($0.message)" } }
      #expect(
        failures == [
          "21 draws no diagram; print one as <svg>, or remove the attribute",
          "27 prints something other than documented (example at line 25)",
        ])
      #expect(report.results[0].diagrams == ["<svg viewBox='0 0 1 1'>\n<title>T</title></svg>"])
      #expect(report.results[0].output == "before\n")
      #expect(report.results[1].diagrams == [] && report.results[1].output == "<svg></svg>\n")

      let again = try await fixture.verify(["diagrams.md"])
      #expect(again.results[0].isRemembered && again.results[0].diagrams == report.results[0].diagrams)
      let saved = try #require(SavedResults(root: fixture.root))
      let document = Document(name: "diagrams.md", text: Self.page)
      let results = ExampleResults(saved, of: "diagrams.md", areCurrent: true)
      let fences = ExampleFences(document)
      let checked = results.found(in: fences)
      let diagrams = fences.fences.map { checked.result(of: $0)?.diagrams }
      #expect(diagrams == [report.results[0].diagrams, nil, nil, nil])
      let compared = fences.fences.filter { checked.explanation(of: $0) != nil }
      #expect(compared.map { $0.output?.startLine } == [9, 17])
      let changed = Document(name: "diagrams.md", text: Self.page.replacing("before\")", with: "after\")"))
      let others = ExampleFences(changed)
      #expect(results.found(in: others).result(of: others.fences[0]) == nil, "an old picture is not shown")
    }

    @Test func twinsHaveTheirOwnResults() async throws {
      let fixture = try Fixture("Greeter")
      let drawing = "```swift continues diagram\nprint(\"<svg><title>\\(name)</title></svg>\")\n```\n\n"
      let twins = ["1", "[..]"].map { "```swift\nprint(1)\n```\n\n```output\n\($0)\n```\n\n" }.joined()
      let page =
        "```swift\nvar name = \"A\"\n```\n\n\(drawing)```swift continues\nname = \"B\"\n```\n\n\(drawing)\(twins)"
      try fixture.write(page, to: "twins.md")
      func results(_ page: String) throws -> (diagrams: [[String]?], explanations: [String?]) {
        let saved = try #require(SavedResults(root: fixture.root))
        let fences = ExampleFences(Document(name: "twins.md", text: page))
        let checked = ExampleResults(saved, of: "twins.md", areCurrent: true).found(in: fences)
        return (fences.fences.map { checked.result(of: $0)?.diagrams }, fences.fences.map(checked.explanation))
      }
      let (a, b) = (["<svg><title>A</title></svg>"], ["<svg><title>B</title></svg>"])
      for only in [[], ["twins.md:5"], ["twins.md:23"]] {
        let report = try await fixture.verify(["twins.md"]) { $0.only = only }
        #expect(report.results.map(\.failure?.message) == report.results.map { _ in nil })
        let found = try results(page)
        #expect(found.diagrams == [nil, a, nil, b, nil, nil], "\(only)")
        #expect(found.explanations.suffix(2).map { $0?.hasSuffix("exactly this") } == [true, false], "\(only)")
      }
      let edited = try results(page.replacing("name = \"B\"", with: "name = \"C\""))
      #expect(edited.diagrams == [nil, a, nil, nil, nil, nil])
    }
  }
}
