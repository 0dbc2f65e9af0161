import Highlighting

/// The tokens of an example's code, each with its place. Blanks are left out.
struct SwiftCode {
  struct Token {
    var kind: TokenKind
    var text: String
    /// The index of the line in the example, and the number of bytes before the token.
    var line: Int
    var offset: Int
    /// How many braces, parentheses and brackets are open before it, in this order of the array.
    var depth: Int
    /// How many braces are open before it.
    var braces: Int

    var isComment: Bool { kind == .comment }
    /// Whether it is a word of the code, and not text in a string or a comment.
    func isWord(_ word: String) -> Bool { text == word && kind != .string && kind != .comment }
  }

  private(set) var tokens: [Token] = []
  /// The tokens that are not comments.
  private(set) var code: [Token] = []
  /// How many braces, parentheses and brackets are left open at the end.
  private(set) var depth = 0

  init(_ lines: [CodeLine]) {
    var bytes: [UInt8] = []
    var starts: [Int] = []
    for line in lines {
      starts.append(bytes.count)
      bytes += Array(line.text.utf8) + [UInt8(ascii: "\n")]
    }
    var line = 0
    var braces = 0
    bytes.withUnsafeBufferPointer { buffer in
      SwiftLexer.tokenize(buffer) { kind, range in
        let text = buffer[range]
        if kind == .plain, text.allSatisfy({ " \t\r\n".utf8.contains($0) }) { return }
        while line + 1 < starts.count, starts[line + 1] <= range.lowerBound { line += 1 }
        tokens.append(
          Token(
            kind: kind, text: String(decoding: text, as: UTF8.self), line: line,
            offset: range.lowerBound - starts[line],
            depth: depth, braces: braces))
        guard kind == .plain, text.count == 1, let byte = text.first else { return }
        if "{([".utf8.contains(byte) { depth += 1 }
        if "})]".utf8.contains(byte) { depth -= 1 }
        if byte == UInt8(ascii: "{") { braces += 1 }
        if byte == UInt8(ascii: "}") { braces -= 1 }
      }
    }
    code = tokens.filter { !$0.isComment }
  }

  init(_ example: Example) {
    self.init(example.code)
  }

  /// Every module that the code imports, also where it says what of it.
  var imports: Set<String> {
    let kinds: Set = ["struct", "class", "enum", "protocol", "func", "let", "var", "typealias"]
    var modules: Set<String> = []
    for index in code.indices where code[index].isWord("import") {
      var next = index + 1
      while next < code.count, kinds.contains(code[next].text) { next += 1 }
      if next < code.count { modules.insert(code[next].text.trimming("`")) }
    }
    return modules
  }

  /// Whether the code says where the program starts.
  var hasMain: Bool { code.contains { $0.kind == .attribute && $0.text == "@main" } }
}

extension String {
  /// Without `mark` at both ends.
  func trimming(_ mark: Character) -> String {
    String(drop { $0 == mark }.reversed().drop { $0 == mark }.reversed())
  }
}

extension StringProtocol {
  /// Whether the text contains `part`, byte for byte. `part` must not be empty.
  ///
  /// For lines of which few mention it: it is asked before a regular expression, which takes a millisecond to be made.
  func mentions(_ part: StaticString) -> Bool {
    let part = UnsafeBufferPointer(start: part.utf8Start, count: part.utf8CodeUnitCount)
    var text = String(self)
    return text.withUTF8 { text in
      var start = 0
      while text.count - start >= part.count {
        if text[start] == part[0], text[start..<(start + part.count)].elementsEqual(part) { return true }
        start += 1
      }
      return false
    }
  }
}
