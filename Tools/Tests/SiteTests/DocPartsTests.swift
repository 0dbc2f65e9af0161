@testable import Site
import Testing

@Suite struct DocPartsTests {
  private func parts(_ text: String) -> DocParts {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return DocParts(
      DocText(
        file: "a.swift",
        lines: lines.enumerated().map { DocText.Line(text: String($1), number: $0 + 10, offset: 4) }))
  }

  @Test func fieldsAreTakenOut() {
    let parts = parts(
      """
      Does it.

      - A list stays.
      - Note that this stays too.

      - Parameters:
        - first: the first
          of all.
        - `second`: the other.
      - Returns: what `x`
        makes.
      - Complexity: O(*n*).

      The end.
      """)
    #expect(parts.discussion.text == "Does it.\n\n- A list stays.\n- Note that this stays too.\n\nThe end.\n")
    #expect(parts.parameters.map(\.name) == ["first", "second"])
    #expect(parts.parameters[0].text.text == "the first\nof all.\n")
    #expect(parts.parameters[0].text.lines[0].number == 16)
    #expect(parts.parameters[0].text.lines[0].offset == 15)
    #expect(parts.fields.map(\.name) == ["Returns", "Complexity"])
    #expect(parts.fields[0].text.text == "what `x`\nmakes.\n")
  }

  @Test func singleParametersAreFieldsButFencesAreNot() {
    let parts = parts(
      """
      Text.

      ```swift
      - Returns: not a field
      ```

      - Parameter value: the value.
      - parameter other: the other.
      - Throws: never.
      """)
    #expect(parts.parameters.map(\.name) == ["value", "other"])
    #expect(parts.fields.map(\.name) == ["Throws"])
    #expect(parts.discussion.text.contains("- Returns: not a field\n```"))
  }

  @Test func theSummaryIsTheFirstParagraph() {
    #expect(parts("\nOne\ntwo.\n\nThree.").discussion.summary == "One two.")
    #expect(DocText().summary == "" && DocText().isEmpty)
  }
}
