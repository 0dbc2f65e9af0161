import Foundation
import Markdown

/// A document without the directives of DocC that other Markdown may be in, such as `@Tab("Swift") {`.
///
/// The lines of a directive are empty, and what is indented within it starts at its margin.
struct DirectiveBlocks {
  private(set) var text = ""
  /// How many bytes of each line are left out.
  private(set) var stripped: [Int] = []

  /// Nil where there is none.
  init?(_ source: Source) {
    guard source.bytes.contains(UInt8(ascii: "@")) else { return nil }
    /// The indentation within the open directives; nil until their first text.
    var open: [Int?] = []
    var fence: Substring?
    var isFound = false
    for number in 1...max(source.lineCount, 1) {
      let line = source.lineText(number)
      let content = line.drop { $0 == " " || $0 == "\t" }
      let indentation = line.utf8.count - content.utf8.count
      if fence == nil, content.first == "@", content.firstMatch(of: /^@[A-Z][A-Za-z]*\s*(\(.*\))?\s*\{\s*$/) != nil {
        isFound = true
        open.append(nil)
        add("", stripping: line.utf8.count)
        continue
      }
      if fence == nil, !open.isEmpty, content.trimmingTrailingBlanks() == "}" {
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
      if let last = open.indices.last, open[last] == nil, !content.isEmpty { open[last] = indentation }
      let margin = min(open.last.flatMap { $0 } ?? 0, indentation)
      add(String(decoding: line.utf8.dropFirst(margin), as: UTF8.self), stripping: margin)
    }
    guard isFound else { return nil }
  }

  private mutating func add(_ line: String, stripping count: Int) {
    text += line + "\n"
    stripped.append(count)
  }
}
