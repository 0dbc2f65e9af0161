import StreamsTestingTraits
import Testing

/// Places are shown by columns as a terminal counts them.
@Suite(.leakCheck()) struct MarbleWidthTests {
  let scheduler = VirtualTimeScheduler()

  /// The blanks before the caret of what is wrong with a string.
  private func blanks(_ marbles: String) throws -> Int {
    let error = try #require(throws: MarbleError.self) { try Marble(marbles) }
    let line = try #require(error.description.split(separator: "\n").last)
    return line.prefix { $0 == " " }.count - 2
  }

  @Test(arguments: [
    ("-a-$", 3),
    ("-🙂-$", 4),
    ("-漢字-$", 6),
    ("-한-$", 4),
    ("-ｱ-$", 3),
    ("-Ａ-$", 4),
    ("-👩‍👩‍👧‍👦-$", 4),
    ("-🇩🇪-$", 4),
    ("-1️⃣-$", 4),
    ("-☎️-$", 4),
    ("-☎-$", 3),
    ("-e\u{301}-$", 3),
    ("-é-$", 3),
    ("-ä🙂ä-$", 6),
    ("-\u{30ab}\u{3099}-$", 4),
  ])
  func theCaretStandsUnderWhatIsMeant(marbles: String, column: Int) throws {
    #expect(try blanks(marbles) == column)
  }

  @Test func columnsInMessagesCountCharacters() throws {
    let error = try #require(throws: MarbleError.self) { try Marble("-🙂漢-$") }
    #expect(error.offset == 4)
    #expect(error.description.hasPrefix("Marbles, column 5:"))
  }

  @Test func whatIsMeantIsUnderlinedInItsWidth() throws {
    let error = try #require(throws: MarbleError.self) { try Marble("🙂 (🙂|)\u{2013}") }
    #expect(error.description.hasSuffix("\n  🙂 (🙂|)\u{2013}\n          ^"))
    let unclosed = try #require(throws: MarbleError.self) { try Marble("漢 0.3ns") }
    #expect(unclosed.description.hasSuffix("\n  漢 0.3ns\n     ^~~~~"))
  }

  @Test func diagramsOfExpectationsStayAligned() {
    let issues = Issues()
    issues.collect {
      scheduler.expect(scheduler.cold("-🙂-(漢字)-a|"), toEqual: "-🙂-漢-b|", values: .letters)
    }
    expectGolden(issues.all.map(\.text).joined(), "marble-widths.txt")
  }

  @Test func diagramsStayAligned() {
    let faces = scheduler.cold("-🙂-a-|", name: "顔")
    let text = MarbleDiagram("map", faces, output: faces.map { $0 == "🙂" ? "b" : "漢" }).description
    #expect(text == "顔     -a-b -|\n       map\noutput -c-漢-|\na = 🙂, b = a, c = b")
  }
}
