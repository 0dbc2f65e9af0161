import Foundation
import Markdown

extension Source {
  /// The document without DocC's directives around other Markdown, such as `@Tab("Swift") {`. Nil where there is none.
  ///
  /// The lines around a block are empty, and what is indented within it starts at its margin.
  var withoutDirectives: Source? {
    guard String(decoding: bytes, as: UTF8.self).mentions("@") else { return nil }
    /// How many bytes of each line are left out.
    var margins: [Int] = []
    /// The indentation within each open block; nil until its first text.
    var open: [Int?] = []
    var fence: Substring?
    var isFound = false
    for number in 1...max(lineCount, 1) {
      let line = lineText(number)
      let content = line.drop { $0 == " " || $0 == "\t" }
      let indentation = line.utf8.count - content.utf8.count
      if fence == nil, content.first == "@", content.firstMatch(of: /^@[A-Z][A-Za-z]*(\s*\(.*\))?\s*\{\s*$/) != nil {
        isFound = true
        open.append(nil)
        margins.append(line.utf8.count)
        continue
      }
      if fence == nil, !open.isEmpty, content.trimmingTrailingBlanks() == "}" {
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
      if let last = open.last, last == nil, !content.isEmpty { open[open.count - 1] = indentation }
      margins.append(min(open.last.flatMap(\.self) ?? 0, indentation))
    }
    return isFound ? part(from: 1, margins.enumerated().map { line($0 + 1).dropFirst($1) }) : nil
  }
}
