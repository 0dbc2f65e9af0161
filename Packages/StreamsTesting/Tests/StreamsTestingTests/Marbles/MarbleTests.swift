import StreamsTesting
import Testing

@Suite(.leakCheck()) struct MarbleTests {
  /// The events of a string, as text: the time in milliseconds and the symbol.
  private func read(_ text: String, frame: Duration = .milliseconds(1)) throws -> [String] {
    let marble = try Marble(text, frame: frame)
    return marble.events.map { "\($0.time.offset / .milliseconds(1)) \($0.event.symbol)" }
      + ["\(marble.duration / .milliseconds(1)) end"]
  }

  @Test func columnsInMessagesCountCharacters() throws {
    let error = try #require(throws: MarbleError.self) { try Marble("-🙂漢-$") }
    expectEqual(error.offset, 4)
    #expect(error.description.hasPrefix("Marbles, column 5:"))
  }

  @Test(arguments: [
    ("", ["0.0 end"]),
    ("--", ["2.0 end"]),
    ("a", ["0.0 a", "1.0 end"]),
    ("--a-7|", ["2.0 a", "4.0 7", "5.0 |", "6.0 end"]),
    ("-#", ["1.0 #", "2.0 end"]),
    ("-a^-b!", ["1.0 a", "2.0 ^", "4.0 b", "5.0 !", "6.0 end"]),
    ("(ab|)", ["0.0 a", "0.0 b", "0.0 |", "1.0 end"]),
    ("-(ab)c", ["1.0 a", "1.0 b", "2.0 c", "3.0 end"]),
    ("[a]-[b]", ["0.0 a", "1.0 b", "1.0 end"]),
    ("- a  - b", ["1.0 a", "3.0 b", "4.0 end"]),
    ("a 10ms b", ["0.0 a", "11.0 b", "12.0 end"]),
    ("10ms|", ["10.0 |", "11.0 end"]),
    ("1.5s a", ["1500.0 a", "1501.0 end"]),
    ("[a] 500us [b]", ["0.0 a", "0.5 b", "0.5 end"]),
    ("1m a", ["60000.0 a", "60001.0 end"]),
    ("1 m", ["0.0 1", "1.0 m", "2.0 end"]),
    ("a10ms", ["0.0 a", "1.0 1", "2.0 0", "3.0 m", "4.0 s", "5.0 end"]),
    ("-|!", ["1.0 |", "2.0 !", "3.0 end"]),
    ("-ä-🙂", ["1.0 ä", "3.0 🙂", "4.0 end"]),
  ])
  func aStringIsReadAsSymbolsWithTimes(text: String, steps: [String]) throws {
    try expectEqual(read(text), steps)
  }

  @Test func aFrameHasAnyLength() throws {
    try expectEqual(read("--a", frame: .milliseconds(20)), ["40.0 a", "60.0 end"])
    let marble = try MarbleFrame.$duration.withValue(.milliseconds(5)) { try Marble("-a") }
    expectEqual(marble.events[0].time.offset, .milliseconds(5))
  }

  @Test func marbleErrorsPointAtTheProblem() throws {
    let wrong = [
      "--(ab", "-(a(b))", "-ab)", "--()", "-(a-b)", "-a|b", "-a||", "^-^", "a!-!", "--a-$", "1.5x", "(a 10ms b)",
      "0.3ns", "[a)", "99999999999999999999s", "9000000000s 9000000000s a", "--a\n\t-%",
    ]
    let texts = wrong.map { text in
      do {
        _ = try Marble(text)
        return "\(text): read without complaint"
      } catch {
        return "\(error)"
      }
    }
    expectGolden(texts.joined(separator: "\n\n"), "marble-errors.txt")
    #expect(throws: MarbleError.self) { try Marble("a", frame: .zero) }
  }

  @Test func lettersWithoutAValueArePointedAt() throws {
    var texts: [String] = []
    func note(_ body: () throws(MarbleError) -> Recording<Int, any Error>) {
      do { _ = try body() } catch { texts.append(error.description) }
    }
    note { () throws(MarbleError) in try Recording(marbles: "--a-x|", values: ["a": 1, "b": 2]) }
    note { () throws(MarbleError) in try Recording(marbles: "-1-z") }
    note { () throws(MarbleError) in try Recording(marbles: "-1-#") }
    expectGolden(texts.joined(separator: "\n\n"), "marble-values.txt")
  }
}
