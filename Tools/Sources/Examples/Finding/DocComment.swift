import Foundation
import Highlighting
import Markdown

/// A doc comment of a Swift file: lines that start with `///`, one after the other, or a `/** */`.
struct DocComment: Equatable {
  /// The line of the file that it starts on.
  var firstLine: Int
  /// The lines without what `stripped` counts.
  var text: String
  /// How many bytes of each line come before the text: indentation, slashes or stars, and one blank.
  var stripped: [Int]
  /// The declaration after it, with the types around it, as in `Counter.reset`.
  var symbol: String?

  /// The doc comments of `source` that hold a fence.
  static func all(in source: Source) -> [DocComment] {
    guard DocComment.mayHoldFences(source.bytes) else { return [] }
    var comments: [DocComment] = []
    var open: (first: Int, rows: [Row])?
    func close() {
      guard let (first, rows) = open else { return }
      open = nil
      let comment = DocComment(firstLine: first, rows: rows)
      if comment.text.contains("```") || comment.text.contains("~~~") { comments.append(comment) }
    }
    var line = 1
    var names = DeclarationNames()
    source.bytes.withUnsafeBufferPointer { buffer in
      SwiftLexer.tokenize(buffer) { kind, range in
        while line < source.lineCount, source.lineStarts[line] <= range.lowerBound { line += 1 }
        let token = buffer[range]
        let column = range.lowerBound - source.lineStarts[line - 1]
        if kind == .comment, token.starts(with: "///".utf8), !token.starts(with: "////".utf8) {
          if let (first, rows) = open, first + rows.count != line { close() }
          if open == nil { open = (line, []) }
          open?.rows.append(Row(text: source.line(line).dropFirst(column + 3), start: column + 3))
        } else if kind == .comment, token.starts(with: "/**".utf8), token.count > 5 {
          close()
          let lines = token.count { $0 == UInt8(ascii: "\n") } + 1
          open = (line, rows(ofBlock: line, column: column, lines: lines, in: source))
          close()
        } else if kind == .comment {
          close()
        } else if kind != .plain || !token.allSatisfy({ " \t\r\n".utf8.contains($0) }) {
          close()
          guard let symbol = names.name(after: kind, token) else { return }
          for index in comments.indices.reversed().prefix(while: { comments[$0].symbol == nil }) {
            comments[index].symbol = symbol
          }
        }
      }
    }
    close()
    return comments
  }

  /// Of three marks in a row, one is on a place that is looked at.
  private static func mayHoldFences(_ bytes: [UInt8]) -> Bool {
    stride(from: 2, to: bytes.count, by: 3).contains { index in
      let mark = bytes[index]
      guard mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else { return false }
      return bytes[(index - 2)...min(index + 2, bytes.count - 1)].count { $0 == mark } > 2
    }
  }
}

extension DocComment {
  /// A line of a comment past its slashes or star, and the number of bytes before that.
  private struct Row {
    var text: ArraySlice<UInt8>
    var start: Int

    var blanks: Int { text.prefix { " \t".utf8.contains($0) }.count }
  }

  /// As the compiler reads it: the blanks before the first text are not part of any line.
  private init(firstLine: Int, rows: [Row]) {
    (self.firstLine, text, stripped) = (firstLine, "", [])
    let indentation = rows.first { $0.blanks < $0.text.count }?.blanks ?? 0
    for row in rows {
      let blanks = min(indentation, row.blanks)
      text += String(decoding: row.text.dropFirst(blanks), as: UTF8.self) + "\n"
      stripped.append(row.start + blanks)
    }
  }

  /// A `/** */` of so many lines. Where each of its lines starts with a star, the stars are no text.
  private static func rows(ofBlock first: Int, column: Int, lines: Int, in source: Source) -> [Row] {
    let last = first + lines - 1
    func blanks(_ number: Int) -> Int { Row(text: source.line(number), start: 0).blanks }
    let hasStars =
      lines > 1 && (first + 1...last).allSatisfy { source.line($0).dropFirst(blanks($0)).first == UInt8(ascii: "*") }
    return (first...last).map { number in
      let line = source.line(number)
      // Text after the end of the comment is not part of it.
      let end = number == last ? line.firstRange(of: Array("*/".utf8))?.lowerBound ?? line.endIndex : line.endIndex
      let start = number == first ? column + 3 : hasStars ? blanks(number) + 1 : 0
      return Row(text: line[..<max(end, line.startIndex + start)].dropFirst(start), start: start)
    }
  }
}

/// The names of the declarations in a Swift file, token by token.
private struct DeclarationNames {
  /// The types around the token, each with the braces around its members.
  private var types: [(name: String, braces: Int)] = []
  private var braces = 0
  /// The keyword of a declaration whose name comes next.
  private var keyword: String?
  /// A type whose members come after the next brace.
  private var opening: String?

  private static let typeKeywords: Set = ["struct", "class", "enum", "protocol", "extension", "actor"]
  private static let others: Set = ["func", "var", "let", "typealias", "associatedtype", "case", "macro"]

  /// The name of the declaration that `token` completes, with those of the types around it; nil for other tokens.
  mutating func name(after kind: TokenKind, _ token: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
    if kind == .plain, token.count == 1 {
      switch token.first {
      case UInt8(ascii: "{"):
        braces += 1
        if let name = opening { types.append((name, braces)) }
        opening = nil
      case UInt8(ascii: "}"):
        if types.last?.braces == braces { types.removeLast() }
        braces -= 1
      default: break
      }
    }
    guard kind != .string, kind != .attribute else { return nil }
    let text = String(decoding: token, as: UTF8.self)
    if let word = keyword {
      // `class func` declares a function.
      if Self.others.contains(text) || text == "class" {
        keyword = text
        return nil
      }
      keyword = nil
      defer { if Self.typeKeywords.contains(word) { opening = text.trimming("`") } }
      return (types.map(\.name) + [text.trimming("`")]).joined(separator: ".")
    }
    if kind == .keyword || text == "actor" || text == "macro" {
      if Self.typeKeywords.contains(text) || Self.others.contains(text) { keyword = text }
      if text == "init" || text == "subscript" || text == "deinit" {
        return (types.map(\.name) + [text]).joined(separator: ".")
      }
    }
    return nil
  }
}
