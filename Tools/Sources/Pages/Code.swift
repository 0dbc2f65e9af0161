import Highlighting
import Markdown

extension HTML {
  /// Appends Swift with its parts marked for colour.
  mutating func swift(_ code: ArraySlice<UInt8>) {
    code.withUnsafeBufferPointer { buffer in
      SwiftLexer.tokenize(buffer) { kind, range in
        let text = code[(code.startIndex + range.lowerBound)..<(code.startIndex + range.upperBound)]
        switch kind {
        case .plain:
          self.text(text)
          return
        case .keyword: markup("<span class=\"k\">")
        case .type: markup("<span class=\"t\">")
        case .call: markup("<span class=\"f\">")
        case .attribute: markup("<span class=\"a\">")
        case .directive: markup("<span class=\"d\">")
        case .string: markup("<span class=\"s\">")
        case .number: markup("<span class=\"n\">")
        case .comment: markup("<span class=\"c\">")
        }
        self.text(text)
        markup("</span>")
      }
    }
  }
}
