extension String {
  /// The string as text of an element or attribute of HTML or SVG: escaped, and with a replacement character for each character
  /// that is invisible or reorders text.
  var markup: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\n": text += "\n"
      case _ where scalar.isInvisible: text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The string as one line of markup, shortened to 500 characters. If it differs from `other` only in a part, that part
  /// remains, up to 200 characters, and is marked.
  func marked(against other: String) -> String {
    let start = zip(self, other).prefix { $0 == $1 }.count
    let (rest, others) = (dropFirst(start), other.dropFirst(start))
    let end = zip(rest.reversed(), others.reversed()).prefix { $0 == $1 }.count
    if start + end == 0 || self == other { return shortened(500).markup }
    let (before, part) = (start > 200 ? "…\(prefix(start).suffix(199))" : String(prefix(start)), rest.dropLast(end))
    return before.shortened(200).markup + "<mark>\(String(part).shortened(200).markup)</mark>"
      + String(suffix(end)).shortened(100).markup
  }

  /// The string in one line of at most `count` characters.
  func shortened(_ count: Int) -> String {
    let line = String(map { $0.isNewline ? " " : $0 })
    return line.count > count ? line.prefix(count - 1) + "…" : line
  }
}

extension Unicode.Scalar {
  fileprivate var isInvisible: Bool {
    switch properties.generalCategory {
    // A joiner holds an emoji together.
    case .format: value != 0x200D
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
    default: false
    }
  }
}
