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
    var open: DocComment?
    func close() {
      if let comment = open, comment.text.contains("```") || comment.text.contains("~~~") { comments.append(comment) }
      open = nil
    }
    var line = 1
    var names = DeclarationNames()
    source.bytes.withUnsafeBufferPointer { buffer in
      SwiftLexer.tokenize(buffer) { kind, range in
        while line < source.lineCount, source.lineStarts[line] <= range.lowerBound { line += 1 }
        let token = buffer[range]
        let column = range.lowerBound - source.lineStarts[line - 1]
        if kind == .comment, token.starts(with: "///".utf8), !token.starts(with: "////".utf8) {
          if let comment = open, comment.firstLine + comment.stripped.count != line { close() }
          if open == nil { open = DocComment(firstLine: line, text: "", stripped: []) }
          open?.add(source.line(line), from: column + 3)
        } else if kind == .comment, token.starts(with: "/**".utf8), token.count > 5 {
          close()
          open = DocComment(
            block: line, column: column, lines: token.count { $0 == UInt8(ascii: "\n") } + 1, in: source)
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
  private init(firstLine: Int, stripped: [Int]) {
    (self.firstLine, text, self.stripped) = (firstLine, "", stripped)
  }

  /// Adds a line of the file, past its first `start` bytes and one blank.
  private mutating func add(_ line: ArraySlice<UInt8>, from start: Int, without ending: Int = 0) {
    var rest = line.dropFirst(start).dropLast(ending)
    if rest.first == UInt8(ascii: " ") { rest = rest.dropFirst() }
    text += String(decoding: rest, as: UTF8.self) + "\n"
    stripped.append(line.count - ending - rest.count)
  }

  /// A `/** */` of so many lines. Where each of its lines starts with a star, the stars are no text.
  private init(block first: Int, column: Int, lines: Int, in source: Source) {
    self.init(firstLine: first, stripped: [])
    let last = first + lines - 1
    func blanks(_ number: Int) -> Int { source.line(number).prefix { " \t".utf8.contains($0) }.count }
    func isStarred(_ number: Int) -> Bool {
      source.line(number).dropFirst(blanks(number)).first.map { $0 == UInt8(ascii: "*") } ?? false
    }
    let inner = lines > 1 ? Array(first + 1...last) : []
    let hasStars = !inner.isEmpty && inner.allSatisfy(isStarred)
    let texts = inner.filter {
      blanks($0) < source.line($0).count && !source.line($0).dropFirst(blanks($0)).starts(with: "*/".utf8)
    }
    let indentation = texts.map(blanks).min() ?? 0
    for number in first...last {
      let line = source.line(number)
      // Text after the end of the comment is not part of it.
      let end = number == last ? line.firstRange(of: Array("*/".utf8))?.lowerBound ?? line.endIndex : line.endIndex
      let start: Int
      if number == first {
        start = column + 3
      } else if hasStars {
        start = min(blanks(number) + 1, end - line.startIndex)
      } else {
        // One blank is taken with the text.
        let isBlank = line.dropFirst(max(indentation - 1, 0)).first == UInt8(ascii: " ")
        start = min(min(blanks(number), isBlank ? max(indentation - 1, 0) : indentation), end - line.startIndex)
      }
      add(line, from: start, without: line.endIndex - max(end, line.startIndex + start))
    }
  }
}
