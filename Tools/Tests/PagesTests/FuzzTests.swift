import Foundation
import Markdown
import Pages
import Testing

/// Pages that nobody would write: whatever is read, it is rendered, and text never becomes markup.
@Suite struct FuzzTests {
  /// How many mutated pages to render, and from what they are made: `FUZZ_PAGES=1000000 FUZZ_SEED=2` for a long run.
  private static let seed = ProcessInfo.processInfo.environment["FUZZ_SEED"].flatMap { UInt64($0) } ?? 0x5EED
  private static let count = ProcessInfo.processInfo.environment["FUZZ_PAGES"].flatMap { Int($0) } ?? 40

  private static let seeds = [
    "# Head {#id}\n\nText *em **strong** _x_* `code` [link](a.md \"t\") ![img](b.png) <https://a.b> www.a.b a@b.c\n",
    "| a | b |\n|:-:|--|\n| `x|y` | ~~z~~ \\| |\n| [l][r] |\n\n[r]: /url 'title'\n",
    "- [ ] a\n  - [x] b\n\n    > c\n1) d\n\n   ```swift x=1\n   let a = \"\\(b)\" // <c>\n   ```\n   ```text\n   <o>\n   ```\n",
    "A[^1] b[^x]\n\n[^1]: note\n\n    more\n[^x]: *y*\n", "> [!NOTE] T\n> a\n\n> [!TAB b]\n> c\n\n> [!tip]\n",
    "<details open>\n<summary>s & t</summary>\n\n*x*\n\n</details>\n<!-- swift\nhid\n-->\na <kbd>b</kbd><br> <script>x</script>\n",
    "&amp; &#60;b&#62; \\<b> \\&amp; <b title='x\"y'>t</b> <a href=\"javascript:x\">y</a>\n", "~a ~~b~ c~~ ~~~\n~~~\n",
    "é日本\u{1F600} \u{0} \t\r\n \u{FFFD}\u{2028}\n", "````\n```\n~~~~\n", "***\n---\n===\n* * *\n",
    "[a]: <b> (c)\n[a][] [a] ![a]\n",
  ]

  private func mutated(_ random: inout some RandomNumberGenerator) -> String {
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 1...4, using: &random) { bytes += Self.seeds.randomElement(using: &random)!.utf8 }
    for _ in 0..<Int.random(in: 0...8, using: &random) {
      let position = Int.random(in: 0..<bytes.count, using: &random)
      let end = min(position + Int.random(in: 0...12, using: &random), bytes.count)
      switch Int.random(in: 0...3, using: &random) {
      case 0: bytes.removeSubrange(position..<end)
      case 1: bytes.insert(contentsOf: bytes[position..<end], at: Int.random(in: 0...bytes.count, using: &random))
      case 2: bytes.insert("<>&\"'`*_[]()!|~#-\\\n :@^{}".utf8.randomElement(using: &random)!, at: position)
      default: bytes.swapAt(position, Int.random(in: 0..<bytes.count, using: &random))
      }
      if bytes.isEmpty { bytes = [10] }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func mutatedPages() throws {
    var random = Xorshift(state: Self.seed)
    for number in 0..<Self.count {
      let markdown = mutated(&random)
      let page = Renderer.render(Document(name: "page.md", text: markdown), resolver: PlainLinks()).page
      let wrong = Markup.problem(in: page.body, isBalanced: page.problems.isEmpty)
      #expect(wrong == nil, "page \(number): \(markdown.debugDescription)")
    }
  }

  /// What makes a reader of Markdown slow when it looks back or forward too far.
  @Test(arguments: [
    "> ", "- ", "* a\n", "[", "![", "[^", "[^a]: ", "[^a", "~", "~a ", "a~ ", "*a~b~*", "a@b.c *x* ", "www.a.b ", "|",
    "| a ",
    "`", "``a", "<b>", "</b>", "<!-- ", "&", "&a;", "\\", "a\n| - |\n", "{#a} ", "# a {#a}\n", "# a\n", "(", ")",
    "www.a.b)",
    "```\n", "> [!TAB a]\n\n", "[a](b) ", "\"\\(", "/*", "#\"",
  ])
  func repetitions(piece: String) {
    let text = String(repeating: piece, count: 2_500 / piece.utf8.count)
    let start = ContinuousClock.now
    for markdown in [text, "```swift\n" + text, "| a |\n| - |\n| " + text, "x[^a]\n\n[^a]: " + text] {
      _ = Renderer.render(Document(name: "page.md", text: markdown), resolver: PlainLinks())
    }
    // A debug build takes a small part of a second; what is quadratic takes minutes.
    #expect(ContinuousClock.now - start < .seconds(30))
  }
}

struct Xorshift: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

/// Reads HTML as strictly as a page of ours must be written.
enum Markup {
  private static let elements: Set<String> = [
    "p", "em", "strong", "code", "pre", "figure", "div", "span", "h1", "h2", "h3", "h4", "h5", "h6", "a", "img", "ul",
    "ol",
    "li", "input", "blockquote", "aside", "section", "table", "thead", "tbody", "tr", "th", "td", "hr", "br", "del",
    "sup",
    "details", "summary", "kbd", "b", "s", "i", "u", "q",
  ]
  private static let empty: Set<String> = ["img", "input", "hr", "br"]
  private static let attributes: Set<String> = [
    "class", "id", "href", "src", "alt", "title", "tabindex", "type", "disabled", "checked", "aria-label", "role",
    "start",
    "scope", "data-language", "data-tab", "loading", "open",
  ]

  /// The first thing that is not as it must be.
  static func problem(in html: [UInt8], isBalanced: Bool) -> String? {
    let text = String(decoding: html, as: UTF8.self)
    var open: [Substring] = []
    var rest = text[...]
    while let start = rest.firstIndex(where: { $0 == "<" || $0 == ">" }) {
      rest = rest[start...]
      guard let tag = rest.prefixMatch(of: /<(\/?)([a-z0-9]+)((?: [a-z-]+(?:="[^"<>]*")?)*)>/) else {
        return "not a tag: \(rest.prefix(60))"
      }
      let name = tag.2
      guard elements.contains(String(name)) else { return "element \(name)" }
      for attribute in tag.3.matches(of: /\ ([a-z-]+)/) where !attributes.contains(String(attribute.1)) {
        // Words inside a value are not attributes.
        let before = tag.3[..<attribute.range.lowerBound]
        if before.count(where: { $0 == "\"" }).isMultiple(of: 2) { return "attribute \(attribute.1)" }
      }
      if !tag.1.isEmpty {
        if isBalanced, open.popLast() != name { return "</\(name)> closes nothing" }
      } else if !empty.contains(String(name)) {
        open.append(name)
      }
      rest = rest[tag.range.upperBound...]
    }
    return isBalanced && !open.isEmpty ? "open: \(open)" : nil
  }
}
