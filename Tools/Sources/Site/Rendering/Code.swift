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

  /// Appends Swift whose words, as `words(of:)` finds them, lead to `entries`, and say what these are.
  mutating func swift(_ code: ArraySlice<UInt8>, entries: [SymbolEntry?]) {
    var next = 0
    code.withUnsafeBufferPointer { buffer in
      SwiftLexer.tokenize(buffer) { kind, range in
        let text = code[(code.startIndex + range.lowerBound)..<(code.startIndex + range.upperBound)]
        guard HTML.isName(kind, range, in: buffer) else { return write(kind, text) }
        defer { next += 1 }
        guard next < entries.count, let entry = entries[next] else { return write(kind, text) }
        let title: HTML = entry.plainSummary.isEmpty ? "" : " title=\"\(entry.plainSummary)\""
        write("<a href=\"\(address: entry.address)\"\(title)>")
        write(kind, text)
        markup("</a>")
      }
    }
  }

  /// The names in `code` that are written as types or called.
  static func words(of code: ArraySlice<UInt8>) -> [CodeWord] {
    var words: [CodeWord] = []
    code.withUnsafeBufferPointer { buffer in
      SwiftLexer.tokenize(buffer) { kind, range in
        guard isName(kind, range, in: buffer) else { return }
        let isMember = isMember(buffer[..<range.lowerBound])
        let text = String(decoding: buffer[range], as: UTF8.self)
        words.append(CodeWord(text: text, isType: kind == .type, isMember: isMember))
      }
    }
    return words
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
