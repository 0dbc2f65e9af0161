import Testing

@testable import Examples

struct MatchingTests {
  private func compare(_ expected: [String], _ printed: [String], isUnordered: Bool = false) -> Comparison {
    let lines = expected.enumerated().map { ExpectedOutput.Line(number: 10 + $0, text: $1) }
    return Comparison(
      ExpectedOutput(lines: lines), with: printed.joined(separator: "\n"), isUnordered: isUnordered, file: "a.md")
  }

  @Test(arguments: [
    (["a", "b"], ["a", "b", "", ""]),
    (["a  ", "b", ""], ["a", "b\t"]),
    (["..."], []),
    (["a"], ["a\r"]),
    (["...", "c"], ["a", "b", "c"]),
    (["a", "...", "c", "..."], ["a", "c", "b", "c", "d"]),
    (["x[..]z"], ["xyz"]),
    (["x[..]z"], ["xz"]),
    (["[..]a[..]b[..]"], ["1a2b3"]),
    ([], []),
  ])
  func blanksAndWildcardsMatch(expected: [String], printed: [String]) {
    #expect(compare(expected, printed).line == nil)
  }

  @Test(arguments: [
    (["a", "b"], ["a"], 11),
    (["a"], ["a", "b"], 11),
    (["a", "b", "c"], ["a", "x", "c"], 11),
    (["...", "c"], ["a", "b"], 11),
    (["x[..]z"], ["xy"], 10),
    (["[..]aba"], ["ab"], 10),
    (["ab[..]ba"], ["aba"], 10),
    (["a"], [], 10),
    ([" a"], ["a"], 10),
    (["\u{E9}"], ["e\u{301}"], 10),
    (["[..]\u{E9}"], ["xe\u{301}"], 10),
    (["a", "b"], ["a\u{2028}b"], 10),
    (["a", "b"], ["a\u{C}b"], 10),
  ])
  func theFirstLineThatDiffersIsFound(expected: [String], printed: [String], line: Int) {
    #expect(compare(expected, printed).line == line)
  }

  @Test func unorderedLinesAreCounted() {
    #expect(compare(["b", "a", "a"], ["a", "b", "a"], isUnordered: true).line == nil)
    #expect(compare(["a", "[..]"], ["b", "a"], isUnordered: true).line == nil)
    #expect(compare(["a", "..."], ["c", "b", "a"], isUnordered: true).line == nil)
    #expect(compare(["a[..]", "[..]"], ["c", "ab"], isUnordered: true).line == nil)
    #expect(compare(["[..]", "a[..]"], ["ab", "c"], isUnordered: true).line == nil)
    #expect(compare(["[..]", "a[..]"], ["b", "c"], isUnordered: true).line != nil)
    // A line with more text chooses first, wherever it is.
    #expect(compare(["[..]", "a[..]", "[..]ab"], ["xab", "ac", "d"], isUnordered: true).line == nil)
    #expect(compare(["a", "b"], ["a", "a"], isUnordered: true).difference.hasSuffix(" a\n-b\n+a\n"))
  }

  @Test func distantChangesAreHunksOfTheirOwn() {
    let expected = (1...20).map { "line \($0)" }
    var printed = expected
    printed[1] = "changed"
    printed.remove(at: 17)
    #expect(
      compare(expected, printed).difference == """
        --- a.md:11 (documented)
        +++ printed
        @@ -10,5 +1,5 @@
         line 1
        -line 2
        +changed
         line 3
         line 4
         line 5
        @@ -24,6 +15,5 @@
         line 15
         line 16
         line 17
        -line 18
         line 19
         line 20

        """)
  }

  @Test(arguments: [
    ("a b", "a\u{A0}b", "a b", "a\\u{00A0}b"), ("x    y", "x\ty", "x    y", "x\\ty"),
    ("ab", "a\u{200B}b", "ab", "a\\u{200B}b"),
    ("caf\u{E9}", "cafe\u{301}", "caf\\u{00E9}", "cafe\\u{0301}"), ("a", "a\rb\r", "a", "a\rb"),
    ("\u{E9} a b", "\u{E9} ab", "\\u{00E9} a b", "\\u{00E9} ab"), ("a\u{A0}b", "a\u{A0}c", "a\u{A0}b", "a\u{A0}c"),
  ])
  func whatCannotBeSeenIsShownIfThatIsAllTheDifference(text: String, printed: String, old: String, new: String) {
    #expect(compare([text], [printed]).difference.hasSuffix("\n-\(old)\n+\(new)\n"))
    #expect(compare([text, "é", "c"], [printed, "é", "d"]).difference.hasSuffix(" é\n-c\n+d\n"))
  }

  @Test func aLineThatMovedIsShownAsItIs() {
    #expect(compare(["é ok", "b"], ["b", "é ok"]).difference.hasSuffix("\n-é ok\n+b\n-b\n+é ok\n"))
  }

  @Test(.timeLimit(.minutes(10)))
  func manyPatternsWithoutALineAreFoundQuickly() {
    let printed = (1...400).flatMap { ["a \($0)", "b \($0)"] }
    #expect(compare(Array(repeating: "a [..]", count: 800), printed, isUnordered: true).line != nil)
    let many = (1...3000).map { "line \($0)" }
    let patterns = Array(repeating: "line [..]", count: 2999) + ["end [..]"]
    #expect(compare(patterns, many, isUnordered: true).line != nil)
  }

  @Test func hugeOutputIsToldShortly() {
    let printed = (1...100_000).map { "line \($0)" }
    let comparison = compare((1...1000).map { "expected \($0)" }, printed)
    #expect(comparison.line == 10)
    #expect(comparison.difference.split(separator: "\n").count == 404)
    #expect(comparison.difference.hasSuffix("[and more: 100600 lines]\n"))
    #expect(compare(["line 1", "...", "line 100000"], printed).line == nil)
  }
}
