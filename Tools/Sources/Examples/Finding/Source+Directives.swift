import Foundation
import Markdown

extension Source {
  /// The document without the blocks that other Markdown may be in: directives of DocC, such as `@Tab("Swift") {`, and tabs
  /// and notes of MkDocs, `=== "Swift"` and `!!! note`, with what is indented below them. Nil where there is none.
  ///
  /// The lines around a block are empty, and what is indented within it starts at its margin.
  var withoutDirectives: Source? {
    let all = String(decoding: bytes, as: UTF8.self)
    guard all.mentions("@") || all.mentions("=== \"") || all.mentions("!!! ") || all.mentions("??? ") else {
      return nil
    }
    /// How many bytes of each line are left out.
    var margins: [Int] = []
    /// The open blocks: the indentation within each, nil until its first text, and around it, nil in braces.
    var open: [(inside: Int?, around: Int?)] = []
    var fence: Substring?
    var isFound = false
    for number in 1...max(lineCount, 1) {
      let line = lineText(number)
      let content = line.drop { $0 == " " || $0 == "\t" }
      let indentation = line.utf8.count - content.utf8.count
      if fence == nil, content.first == "@", content.firstMatch(of: /^@[A-Z][A-Za-z]*\s*(\(.*\))?\s*\{\s*$/) != nil {
        isFound = true
        open.append((nil, nil))
        margins.append(line.utf8.count)
        continue
      }
      while let around = open.last?.around, !content.isEmpty, indentation <= around {
        open.removeLast()
        fence = nil
      }
      if fence == nil, let mark = content.utf8.first, "=!?".utf8.contains(mark),
        content.firstMatch(of: /^(=== "|!!! \w|\?\?\?\+? \w)/) != nil
      {
        isFound = true
        open.append((indentation + 4, indentation))
        margins.append(line.utf8.count)
        continue
      }
      if fence == nil, open.last.map({ $0.around == nil }) ?? false, content.trimmingTrailingBlanks() == "}" {
        open.removeLast()
        margins.append(line.utf8.count)
        continue
      }
      let marks = content.prefix { $0 == content.first && ($0 == "`" || $0 == "~") }
      if let opening = fence {
        if marks.hasPrefix(opening), content.dropFirst(marks.count).allSatisfy(\.isWhitespace) { fence = nil }
      } else if marks.count >= 3 {
        fence = marks
      }
      if let last = open.indices.last, open[last].inside == nil, !content.isEmpty { open[last].inside = indentation }
      margins.append(min(open.last?.inside ?? 0, indentation))
    }
    return isFound ? part(from: 1, margins.enumerated().map { line($0 + 1).dropFirst($1) }) : nil
  }
}
