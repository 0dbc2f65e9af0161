import Highlighting
import Markdown

extension HTML {
  /// Appends Swift with its parts marked for colour.
  mutating func swift(_ code: ArraySlice<UInt8>) {
    code.withUnsafeBufferPointer { buffer in
      SwiftLexer.tokenize(buffer) { kind, range in
        write(kind, code[(code.startIndex + range.lowerBound)..<(code.startIndex + range.upperBound)])
      }
    }
  }

  /// A piece of Swift, and the name that it is.
  typealias Token = (kind: TokenKind, text: ArraySlice<UInt8>, word: CodeWord?)

  /// The pieces of Swift.
  static func tokens(of code: ArraySlice<UInt8>) -> [Token] {
    var tokens: [Token] = []
    code.withUnsafeBufferPointer { buffer in
      SwiftLexer.tokenize(buffer) { kind, range in
        let text = code[(code.startIndex + range.lowerBound)..<(code.startIndex + range.upperBound)]
        var word: CodeWord?
        if isName(kind, range, in: buffer) {
          word = CodeWord(
            text: String(decoding: text, as: UTF8.self), isType: kind == .type,
            isMember: isMember(buffer[..<range.lowerBound]))
        }
        tokens.append((kind, text, word))
      }
    }
    return tokens
  }

  /// Appends Swift whose names lead to `entries`, and say what these are.
  mutating func swift(_ tokens: [Token], entries: [SymbolEntry?]) {
    var entries = entries.makeIterator()
    for (kind, text, word) in tokens {
      let entry = word == nil ? nil : entries.next() ?? nil
      if let entry {
        let title: HTML = entry.plainSummary.isEmpty ? "" : " title=\"\(entry.plainSummary)\""
        write("<a href=\"\(address: entry.address)\"\(title)>")
      }
      write(kind, text)
      if entry != nil { markup("</a>") }
    }
  }

  /// Whether a token is written as a type or called, also with a closure and nothing else.
  private static func isName(_ kind: TokenKind, _ range: Range<Int>, in code: UnsafeBufferPointer<UInt8>) -> Bool {
    if kind == .type || kind == .call { return true }
    guard kind == .plain, range.lowerBound > 0, code[range.lowerBound - 1] == UInt8(ascii: ".") else { return false }
    let rest = code[range.upperBound...].drop { $0 == UInt8(ascii: " ") }
    guard rest.first == UInt8(ascii: "{"), rest.startIndex > range.upperBound else { return false }
    // In the head of a statement, the brace opens the statement's body.
    let line = code[..<range.lowerBound].reversed().prefix { $0 != UInt8(ascii: "\n") }.reversed()
    let first = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "}") }.prefix { $0 >= UInt8(ascii: "a") }
    return !heads.contains { $0.utf8.elementsEqual(first) }
  }

  private static let heads = ["if", "guard", "while", "for", "switch", "else", "var", "extension", "catch"]

  /// Whether the name after `text` is a member of the expression before it, not of an implied type.
  private static func isMember(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard text.last == UInt8(ascii: ".") else { return false }
    let before = text.dropLast()
    let blanks = before.reversed().prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
    guard let last = before.dropLast(blanks.count).last else { return false }
    if !blanks.isEmpty, !blanks.contains(UInt8(ascii: "\n")) { return false }
    return !"([{,=:&|<>+-*/!".utf8.contains(last)
  }

  /// Appends a token in its colour.
  mutating func token(_ kind: TokenKind, _ text: String) {
    write(kind, Array(text.utf8)[...])
  }

  private mutating func write(_ kind: TokenKind, _ text: ArraySlice<UInt8>) {
    let name: StaticString =
      switch kind {
      case .plain: ""
      case .keyword: "k"
      case .type: "t"
      case .call: "f"
      case .attribute: "a"
      case .directive: "d"
      case .string: "s"
      case .number: "n"
      case .comment: "c"
      }
    guard kind != .plain else { return self.text(text) }
    markup("<span class=\"")
    markup(name)
    markup("\">")
    self.text(text)
    markup("</span>")
  }
}
