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
