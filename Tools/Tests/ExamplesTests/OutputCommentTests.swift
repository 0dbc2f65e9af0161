import Markdown
import Testing

@testable import Examples

/// Which comments are output.
struct OutputCommentTests {
  private func comments(_ code: String) -> OutputComments {
    let lines = code.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    return OutputComments(lines.map { CodeLine(number: $0 + 1, text: String($1)) })
  }

  private func output(_ code: String) -> [String]? { comments(code).output?.lines.map(\.text) }

  @Test(arguments: [
    ("print(2)\n// 3", "// A check.\ncheck()", ["3"]), ("print(2)\n// 3", "check()", ["3"]),
    ("print(2)\n// Prints:\n// 2", "// A check.\ncheck()", ["2"]),
  ])
  func hiddenLinesAreNoPartOfCommentsThatReadersSee(code: String, hidden: String, lines: [String]) {
    let all = "\(code)\n\(hidden)".split(separator: "\n").enumerated().map { index, text in
      CodeLine(number: index + 1, text: String(text), isHidden: index >= code.split(separator: "\n").count)
    }
    #expect(OutputComments(all).output?.lines.map(\.text) == lines)
  }

  @Test(arguments: [
    ("run()\n// Prints \"a\"", ["a"]),
    ("run()  // Prints \"a\".", ["a"]),
    ("run()\n// Prints \"a has \"2\" items.\"", ["a has \"2\" items."]),
    ("run()\n// Prints \"a\"\n// Prints \"b\"", ["a", "b"]),
    ("run()\n// Prints \"one\n// two\n//  three\"\nrun()", ["one", "two", " three"]),
    ("print(\"a\")\n// Prints \"a\"\n// run()  // Uncomment to see more", ["a"]),
    ("print(a)\n//   head\n// left\n//     deep", ["  head", "left", "    deep"]),
    ("print(a)\n//     alone", ["alone"]),
    ("run()\n// Prints \"\"\"\n// one\n//   two\n// \"\"\"", ["one", "  two"]),
    ("print(\"error\")  // error", ["error"]), ("print(\"Error: \\(e)\")  // Error: bad", ["Error: bad"]),
    ("print(\"Note: hi\")  // Note: ho", ["Note: ho"]),
    ("print(\"Output: 5\")  // Output: 5", ["Output: 5"]),
    ("print(\"TODO: \\(1)\")  // TODO: 1", ["TODO: 1"]),
    ("run()\n// Prints two lines:\n// one\n// two", ["one", "two"]),
    ("run()\n// Prints \"\"\"\n// \"\"\"", []),
    ("run()\n// Prints \"\"\"\n// one\n// \"\"\"\n// Prints \"two\n// three\"", ["one", "two", "three"]),
    ("print(\"Note: a\")  // Note: a\nprint(1)  // Note: a number", ["Note: a"]),
    ("print(\"Error: \\(e)\")\nprint(\"End\")\n// Error: bad\n// End", ["Error: bad", "End"]),
    ("print(\n  \"error\"\n)  // error", ["error"]),
    ("print(1)\n/// Prints: 1\n\nprint(3)\n/// Prints: 3", ["1", "3"]), ("print(1)\n/// 2\n\nrun()", ["2"]),
    ("print(1)\n/// Prints: 1\n\nfunc f() {}", ["1"]), ("fputs(\"a\\n\", stdout)  // a", ["a"]),
    ("print(1)  // Prints: 1\nprint(1.distance(to: 4))  // 3", ["1", "3"]),
    ("print(\"\\(a.distance(to: b)) m\")  // 3 m", ["3 m"]),
  ])
  func outputIsReadFromCommentsInEveryForm(code: String, lines: [String]) {
    #expect(output(code) == lines)
    #expect(comments(code).nearMisses == [])
  }

  @Test(arguments: [
    "print(1)  // 2", "try print(1)  // 2", "await print(1)  // 2", "Swift.print(1)  // 2", "print(\n  1\n)  // 2",
    "[1].forEach { print($0) }  // 2", "stream.sink { value in\n  print(value)  // 2\n}", "debugPrint(1)  // 2",
    "print(1)\n// 2", "for n in [1] {\n  print(n)\n}\n// 2\n\nrun()", "print(1)  /* 2 */", "print(1)\t//\t2",
  ])
  func aCommentBesideCodeThatPrintsIsOutput(code: String) {
    #expect(output(code) == ["2"])
    #expect(comments(code).output?.lines.map(\.notation) == [.bare])
  }

  @Test(arguments: [
    "let four = 2 + 2  // => 4", "print(1)\n\n// 2", "print(1)\n// The next line.\nrun()", "// Adds.\nprint(1)",
    "func f() {\n  print(1)\n}\n// The function.", "print(1)  // Note: not yet", "print(/* base: */ 1)",
    "let s = \"print(1) // 2\"", "run()  // prints nothing", "run()\n// Prints the rest.",
    "/// - output: The end.\nfunc take(output: Int) {}\nprint(1)", "print(1)\n/// Prints \"a\"\nfunc f() {}",
    "struct A {\n  /// Prints: a\n  /// or b\n  public let a = 1\n}", "print(1)\n/// Prints: 1\n@MainActor func f() {}",
    "let output = 1  // output: where it goes", "quiet()  // No output.", "print(1)  // NOTE: not yet",
    "// Prints help.\ntool.printHelp()", "show()  // outputs JSON", "for n in all {\n  show(n)\n}  // Prints names",
    "// Subscribes to the stream, and\n// prints values.\nstream.sink { show($0) }",
    "show()  // Prints f(x) for each x", "show()  // Prints Values.",
    "print(1)  // swiftformat:disable:this all", "fputs(\"a\", stderr)  // a", "print(\"a\", to: &log)  // a",
    "print(1)  // Error: cannot find it", "fatalError(\"Fatal error: a\")\ncheck(1)  // Fatal error: a",
  ])
  func otherCommentsAreNone(code: String) {
    #expect(output(code) == nil)
    #expect(comments(code).nearMisses == [])
  }

  @Test func ofALongCommentThatIsAlmostOutputTheFirstLineIsShown() {
    let messages = comments("print(1)\n/*\n Output:\n 2\n*/").nearMisses.map(\.message)
    #expect(messages == ["'Output:' is almost output, and is not compared"])
  }

  @Test(arguments: ["prints [9]", "Prints [0, 1]", "Prints false", "outputs Hello", "prints P(y: 1)"])
  func aValueAfterPrintsIsAlmostOutput(comment: String) {
    #expect(comments("show()  // \(comment)").nearMisses.count == 1)
  }

  @Test func commentsAroundMarkedOnesAreOthers() {
    let found = comments("print(1)\n// a\n// Prints \"1\"\n// b")
    #expect(found.others.map(\.text) == ["a", "b"])
    #expect(comments("print(1)\n// Prints \"1\"\n// prints: 2").nearMisses.count == 1)
  }

  @Test func notesAreCounted() {
    #expect(comments("print(1)  // Note: not yet").noteCount == 1)
  }
}
