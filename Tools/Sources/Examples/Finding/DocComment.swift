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
        rows = source.rows(ofBlock: token.line + 1...token.lastLine + 1, after: token.offset + 3)
      }
      guard rows.contains(where: { $0.firstRange(of: "```".utf8) != nil || $0.firstRange(of: "~~~".utf8) != nil })
      else {
        continue
      }
      declarations = declarations.drop { !$0.token.isAfter(token) }
      let text = source.commentText(from: token.line + 1, rows)
      comments.append(DocComment(text: text, symbol: declarations.first?.path))
    }
    return comments
  }

  /// Of three marks in a row, one is on a place that is looked at.
  static func mayHoldFences(_ bytes: [UInt8]) -> Bool {
    stride(from: 2, to: bytes.count, by: 3).contains { index in
      let mark = bytes[index]
      guard mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else { return false }
      return bytes[(index - 2)...min(index + 2, bytes.count - 1)].count { $0 == mark } > 2
    }
  }
}

extension SwiftCode.Token {
  fileprivate var isDocLine: Bool { isComment && text.hasPrefix("///") && !text.hasPrefix("////") }
}
