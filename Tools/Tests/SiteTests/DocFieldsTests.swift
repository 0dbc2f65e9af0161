import Markdown
@testable import Site
import Testing

struct DocFieldsTests {
  private func html(_ text: String) -> String {
    let document = Document(name: "a.swift", text: text)
    let page = Renderer.render(document, resolver: PlainLinks(), style: FragmentStyle(hasFields: true)).article
    return String(decoding: page.body, as: UTF8.self)
  }

  @Test func fieldsFollowTheOtherItemsOfTheirList() {
    #expect(
      html(
        """
        Does it.

        - A list stays.
        - Note that this stays too.
        - Parameters:
          - first: the first
            of all.
          - `second`: the other.

            More of it.
        - Returns: what `x`
          makes.
        - complexity: O(*n*).

        The end.
        """)
          == """
          <p>Does it.</p>
          <ul>
          <li>A list stays.</li>
          <li>Note that this stays too.</li>
          </ul>
          <dl class="fields">
          <dt><code>first</code></dt>
          <dd><p>the first
          of all.</p>
          </dd>
          <dt><code>second</code></dt>
          <dd><p>the other.</p>
          <p>More of it.</p>
          </dd>
          <dt>Returns</dt>
          <dd>what <code>x</code>
          makes.</dd>
          <dt>Complexity</dt>
          <dd>O(<em>n</em>).</dd>
          </dl>
          <p>The end.</p>

          """)
  }

  @Test func singleParametersAreFieldsButFencesAreNot() {
    let html = html(
      """
      Text.

      ```swift
      - Returns: not a field
      ```

      - Parameter value: the value.
      - parameter `other`: the other.
      - Throws: `Failure`.
      """)
    for field in [
      "<dt><code>value</code></dt>\n<dd>the value.</dd>", "<dt><code>other</code></dt>\n<dd>the other.</dd>",
      "<dt>Throws</dt>\n<dd><code>Failure</code>.</dd>",
    ] {
      #expect(html.contains(field), "\(field)")
    }
    #expect(html.components(separatedBy: "<dt>").count == 4)
  }

  @Test(arguments: ["- Nothing: at all\n", "- a\n  - Returns: x\n", "- *Returns*: x\n", "- Returns\n  : x\n"])
  func otherListsStay(text: String) {
    #expect(html(text).hasPrefix("<ul>") && !html(text).contains("<dl"))
  }

  @Test func theSummaryIsTheFirstParagraph() {
    var symbol = Symbol(id: "a", kind: .class, path: ["A"], declaration: [], module: "M")
    #expect(symbol.summary == "")
    symbol.documentation = Source(name: "a.swift", text: "\nOne\ntwo.\n\nThree.\n")
    #expect(symbol.summary == "One two.")
  }
}
