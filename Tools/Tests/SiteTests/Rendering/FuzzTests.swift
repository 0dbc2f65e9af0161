import Foundation
import Markdown
@testable import Site
import Testing

/// Mutated pages: any input is rendered, and text never becomes markup.
struct FuzzTests {
  /// How many mutated pages to render, and from what they are made: `FUZZ_PAGES=1000000 FUZZ_SEED=2` for a long run.
  private static let seed = ProcessInfo.processInfo.environment["FUZZ_SEED"].flatMap { UInt64($0) } ?? 0x5EED
  private static let count = ProcessInfo.processInfo.environment["FUZZ_PAGES"].flatMap { Int($0) } ?? 400

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

  private static func mutated(_ random: inout some RandomNumberGenerator) -> String {
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 1...4, using: &random) { bytes += seeds.randomElement(using: &random)!.utf8 }
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

  /// The page of a number, whatever other pages there are, so that one alone can be made again.
  private static func page(_ number: Int) -> String {
    // Multiplied, so that the runs of two seeds have no pages in common.
    let state = seed &* 0xD134_2543_DE82_EF95 &+ UInt64(number) &* 0x9E37_79B9_7F4A_7C15
    var random = Xorshift(state: state | 1)
    return mutated(&random)
  }

  /// The processor time of this thread, which does not pass while the thread waits for a processor.
  private static var computed: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// The problem of the page rendered for a number.
  private static func problem(ofPage number: Int) -> String? {
    let markdown = page(number)
    let start = computed
    let page = Renderer.render(Document(name: "page.md", text: markdown), resolver: PlainLinks()).article
    // A page takes a small part of a millisecond.
    let isSlow = computed - start > .seconds(1)
    let problem = Markup.problem(in: page.body, isBalanced: page.problems.isEmpty)
    return (problem ?? (isSlow ? "slow" : nil)).map { "page \(number): \($0): \(markdown.debugDescription)" }
  }

  @Test func mutatedPagesRenderWithoutProblems() async {
    let size = 500
    await withTaskGroup(of: [String].self) { group in
      var next = 0
      func start() {
        guard next < Self.count else { return }
        let numbers = next..<min(next + size, Self.count)
        next += size
        group.addTask { numbers.compactMap(Self.problem) }
      }
      for _ in 0..<ProcessInfo.processInfo.activeProcessorCount { start() }
      for await problems in group {
        for problem in problems { Issue.record("\(problem)") }
        start()
      }
    }
  }

  /// Text that makes a reader of Markdown slow when it looks back or forward too far.
  @Test(arguments: [
    "> ", "- ", "* a\n", "[", "![", "[^", "[^a]: ", "[^a", "~", "~a ", "a~ ", "*a~b~*", "a@b.c *x* ", "www.a.b ", "|",
    "| a ",
    "`", "``a", "<b>", "</b>", "<!-- ", "&", "&a;", "\\", "a\n| - |\n", "{#a} ", "# a {#a}\n", "# a\n", "(", ")",
    "www.a.b)",
    "```\n", "> [!TAB a]\n\n", "[a](b) ", "\"\\(", "/*", "#\"",
  ])
  func repetitions(piece: String) {
    let text = String(repeating: piece, count: 2_500 / piece.utf8.count)
    let start = Self.computed
    for markdown in [text, "```swift\n" + text, "| a |\n| - |\n| " + text, "x[^a]\n\n[^a]: " + text] {
      _ = Renderer.render(Document(name: "page.md", text: markdown), resolver: PlainLinks())
    }
    // A debug build takes a fraction of a second; quadratic code would take minutes.
    #expect(Self.computed - start < .seconds(30))
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
