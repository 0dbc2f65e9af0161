import StreamsTesting
import Testing

/// Recordings whose text could be read back as something else.
@Suite(.leakCheck()) struct MarbleReadBackTests {
  @Test func aFrameIsRoundedToWholeNanoseconds() throws {
    let frame = Duration.seconds(1) / 60
    for marbles in ["-1--2|", "------------------------------1", "1 5s 2|"] {
      let original = try Recording<Int, Never>(marbles: marbles, frame: frame)
      let read = try Recording<Int, Never>(marbles: original.written(frame: frame).text, frame: frame)
      expectEqual(read, original)
    }
  }

  @Test func eventsBeforeZeroAreWrittenThereAndShiftNothing() {
    let early = Recording<Int, Never>([.value(1, at: .milliseconds(-5)), .value(2, at: .milliseconds(3))])
    expectEqual(early.marbles(), "1--2")
    let svg = MarbleDiagram().row(early).svg
    let late = Recording<Int, Never>([.value(1, at: .zero), .value(2, at: .milliseconds(3))])
    expectEqual(svg.replacing("-5 ms", with: "0 ms"), MarbleDiagram().row(late).svg)
  }

  @Test func theEndOfTimeIsWrittenAndRead() throws {
    let last = Recording<Int, Never>([.value(1, at: .seconds(9)), .value(2, at: Timeline.Instant.end.offset)])
    try expectEqual(Recording<Int, Never>(marbles: last.written().text), last)
    #expect(MarbleDiagram().row(last).svg.contains("9223372036.854775807 s"))
  }

  @Test func lineBreaksAndBothMicroSignsAreRead() throws {
    try expectEqual(Marble("-a\r\n-|").events.map(\.time.offset), [.milliseconds(1), .milliseconds(3)])
    try expectEqual(Marble("500\u{03BC}s a").events.first?.time.offset, .microseconds(500))
    let time = Timeline()
    let input = time.cold([.value("\u{1}", at: .zero)])
    #expect(!MarbleDiagram("bell", input, output: input).svg.contains("\u{1}"))
  }

  @Test(arguments: ["-a\u{2013}b", "ab\u{FF5C}"]) func lookalikesOfMarksAreErrors(_ marbles: String) {
    let error = #expect(throws: MarbleError.self) { try Marble(marbles) }
    expectEqual(error?.offset, 2)
    expectEqual(error?.message.contains("only looks like"), true)
  }

  @Test(arguments: ["\u{A0}", "\u{2003}", "\u{3000}", "\u{200B}"]) func invisibleCharactersAreErrors(_ space: String) {
    let error = #expect(throws: MarbleError.self) { try Marble("a\(space)b") }
    expectEqual(error?.offset, 1)
    let code = String(space.unicodeScalars.first?.value ?? 0, radix: 16, uppercase: true)
    expectEqual(error?.message.contains("\(code) is invisible"), true)
  }

  @Test(arguments: ["-", "|", " ", ".", "(", "\u{2013}", "\u{A0}", "\u{301}", "\u{FE0F}"])
  func namesThatCannotBeReadAreErrors(
    _ name: Character
  ) {
    let values: MarbleValues = ["a": 1, name: 2]
    let error = #expect(throws: MarbleError.self) { try Recording<Int, Never>(marbles: "-a", values: values) }
    expectEqual(error?.message.hasPrefix("'\(name)' in 'values:' cannot be a name"), true)
    let recording = Recording<Int, Never>([.value(2, at: .zero)])
    expectEqual(recording.marbles(values: values), "2\na = 1")
  }

  @Test func adjacentDigitsAndUnitsAreSeparated() throws {
    let original = Recording<String, Never>([.value("\u{1100}", at: .zero), .value("\u{1161}", at: .milliseconds(1))])
    let written = original.written()
    try expectEqual(Recording<String, Never>(marbles: written.text, values: written.values), original)
  }

  @Test func thousandsOfValuesAreReadBack() throws {
    let original = Recording<Int, Never>((0..<4000).map { .value($0, at: .milliseconds($0)) })
    let written = original.written()
    try expectEqual(Recording<Int, Never>(marbles: written.text, values: written.values), original)
  }

  @Test func testPublishersOfEventListsNeedNoFailureType() {
    let time = VirtualTimeScheduler()
    let cold = time.cold([.value(1, at: .milliseconds(1)), .finished(at: .milliseconds(2))])
    let hot = time.hot([.value(2, at: .milliseconds(2)), .finished(at: .milliseconds(3))])
    time.expect(cold.merge(with: hot), toEqual: "-12|")
  }
}
