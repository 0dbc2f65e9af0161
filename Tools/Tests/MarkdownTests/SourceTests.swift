import Markdown
import Testing

struct SourceTests {
  @Test func everyKindOfLineEndSeparatesLines() {
    let source = Source(name: "a.md", text: "one\ntwo\r\nthree\rfour")
    #expect(source.lineCount == 4)
    #expect((1...5).map(source.lineText) == ["one", "two", "three", "four", ""])
    #expect(source.line(3).startIndex == 9)
  }

  /// Every ill-formed sequence that the Unicode standard names, each with the offset at which it stops being text.
  @Test(
    arguments: [
      ([0x61, 0x80], 1), ([0xC0, 0xAF], 0), ([0xC1, 0x81], 0), ([0xC3], 0), ([0xC3, 0x41], 0), ([0xE0, 0x9F, 0x80], 0),
      ([0xED, 0xA0, 0x80], 0), ([0xEF, 0xBF], 0), ([0xF0, 0x8F, 0xBF, 0xBF], 0), ([0xF4, 0x90, 0x80, 0x80], 0),
      ([0xF5, 0x80, 0x80, 0x80], 0), ([0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0xFF], 8),
      ([0xE2, 0x82, 0xAC, 0xF0, 0x9F, 0x98], 3),
    ] as [([UInt8], Int)])
  func illFormedUTF8IsReportedAtItsPlace(bytes: [UInt8], offset: Int) {
    let text = Array("line\n".utf8) + bytes
    let problem = #expect(throws: Diagnostic.self) { try Source(name: "a.md", bytes: text) }
    #expect(problem?.line == 2)
    #expect(problem?.column == offset + 1)
    #expect(problem?.message.contains("at offset \(offset + 5)") == true)
  }

  @Test func everyScalarIsUTF8() throws {
    var text = ""
    for value in stride(from: 1, through: 0x10FFFF, by: 97) {
      if let scalar = Unicode.Scalar(UInt32(value)) { text.unicodeScalars.append(scalar) }
    }
    #expect(try Source(name: "a.md", bytes: Array(text.utf8)).bytes.count == text.utf8.count)
  }

  @Test func aMissingFileIsReported() {
    let problem = #expect(throws: Diagnostic.self) { try Document(path: "/nowhere/at-all.md", name: "at-all.md") }
    #expect(problem?.summary == "at-all.md: error: cannot be read: there is no such file")
  }

  @Test func caretStandsUnderItsCharacter() {
    let source = Source(name: "a.md", text: "\té [x](y)\n")
    let problem = Diagnostic(
      in: source, line: 1, column: 5, length: 6, message: "no such page", hint: "did you mean “z”?")
    #expect(
      problem.description == """
        a.md:1:5: error: no such page; did you mean “z”?
        1 | \té [x](y)
          | \t  ^~~~~~
        """)
  }
}
