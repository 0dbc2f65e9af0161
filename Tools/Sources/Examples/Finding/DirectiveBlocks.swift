import Foundation
import Markdown

/// A document without the blocks that other Markdown may be in: directives of DocC, such as `@Tab("Swift") {`, and tabs and
/// notes of MkDocs, `=== "Swift"` and `!!! note`, with what is indented below them.
///
/// The lines around a block are empty, and what is indented within it starts at its margin.
struct DirectiveBlocks {
  private(set) var text = ""
  /// How many bytes of each line are left out.
  private(set) var stripped: [Int] = []

  /// Nil where there is none.
  init?(_ source: Source) {
    let all = String(decoding: source.bytes, as: UTF8.self)
    guard all.mentions("@") || all.mentions("=== \"") || all.mentions("!!! ") || all.mentions("??? ") else {
      return nil
    }
    /// The open blocks: the indentation within each, nil until its first text, and around it, nil in braces.
    var open: [(inside: Int?, around: Int?)] = []
    var fence: Substring?
    var isFound = false
    for number in 1...max(source.lineCount, 1) {
      let line = source.lineText(number)
      let content = line.drop { $0 == " " || $0 == "\t" }
      let indentation = line.utf8.count - content.utf8.count
      if fence == nil, content.first == "@", content.firstMatch(of: /^@[A-Z][A-Za-z]*\s*(\(.*\))?\s*\{\s*$/) != nil {
        isFound = true
        open.append((nil, nil))
        add("", stripping: line.utf8.count)
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
        add("", stripping: line.utf8.count)
        continue
      }
      if fence == nil, open.last.map({ $0.around == nil }) ?? false, content.trimmingTrailingBlanks() == "}" {
        open.removeLast()
        add("", stripping: line.utf8.count)
        continue
      }
      let marks = content.prefix { $0 == content.first && ($0 == "`" || $0 == "~") }
      if let opening = fence {
        if marks.hasPrefix(opening), content.dropFirst(marks.count).allSatisfy(\.isWhitespace) { fence = nil }
      } else if marks.count >= 3 {
        fence = marks
      }
      if let last = open.indices.last, open[last].inside == nil, !content.isEmpty { open[last].inside = indentation }
      let margin = min(open.last?.inside ?? 0, indentation)
      add(String(decoding: line.utf8.dropFirst(margin), as: UTF8.self), stripping: margin)
    }
    guard isFound else { return nil }
  }

  private mutating func add(_ line: String, stripping count: Int) {
    text += line + "\n"
    stripped.append(count)
  }
}
