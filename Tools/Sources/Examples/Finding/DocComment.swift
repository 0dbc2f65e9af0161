import Markdown

/// A doc comment of a Swift file: lines that start with `///`, one after the other, or a `/** */`.
struct DocComment {
  /// Its Markdown, as a part of the file.
  var text: Source
  /// The declaration after it, with the types around it, as in `Counter.reset`.
  var symbol: String?

  /// The doc comments of `source` that hold a fence.
  static func all(in source: Source) -> [DocComment] {
    guard mayHoldFences(source.bytes) else { return [] }
    let code = SwiftCode(source)
    var declarations = code.declarations[...]
    var tokens = code.tokens[...]
    var comments: [DocComment] = []
    while let token = tokens.popFirst() {
      var rows: [ArraySlice<UInt8>] = []
      if token.isDocLine {
        rows.append(source.line(token.line + 1).dropFirst(token.offset + 3))
        while let next = tokens.first, next.isDocLine, next.line == token.line + rows.count {
          rows.append(source.line(next.line + 1).dropFirst(next.offset + 3))
          tokens.removeFirst()
        }
      } else if token.isComment, token.text.hasPrefix("/**"), token.text.utf8.count > 5 {
        rows = Self.rows(ofBlock: token, in: source)
      }
      guard rows.contains(where: { $0.firstRange(of: "```".utf8) != nil || $0.firstRange(of: "~~~".utf8) != nil })
      else {
        continue
      }
      declarations = declarations.drop { !$0.token.isAfter(token) }
      // As the compiler reads it: the blanks before the first text are not part of any line.
      let indentation = rows.lazy.filter { blanks($0) < $0.count }.first.map(blanks) ?? 0
      let text = source.part(from: token.line + 1, rows.map { $0.dropFirst(min(indentation, blanks($0))) })
      comments.append(DocComment(text: text, symbol: declarations.first?.path))
    }
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

  private static func blanks(_ row: ArraySlice<UInt8>) -> Int { row.prefix { " \t".utf8.contains($0) }.count }

  /// The lines of a `/** */`. Where each of its lines starts with a star, the stars are no text.
  private static func rows(ofBlock token: SwiftCode.Token, in source: Source) -> [ArraySlice<UInt8>] {
    let numbers = token.line + 1...token.lastLine + 1
    let lines = numbers.map(source.line)
    let hasStars =
      lines.count > 1 && lines.dropFirst().allSatisfy { $0.dropFirst(blanks($0)).first == UInt8(ascii: "*") }
    return lines.enumerated().map { index, line in
      let start = index == 0 ? token.offset + 3 : hasStars ? blanks(line) + 1 : 0
      let row = line.dropFirst(start)
      // Text after the end of the comment is not part of it.
      let end = index == lines.count - 1 ? line.firstRange(of: "*/".utf8)?.lowerBound : nil
      return row.prefix(upTo: max(end ?? row.endIndex, row.startIndex))
    }
  }
}

extension SwiftCode.Token {
  fileprivate var isDocLine: Bool { isComment && text.hasPrefix("///") && !text.hasPrefix("////") }
}
