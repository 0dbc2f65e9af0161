extension String {
  /// The string as text of an element or attribute of HTML or SVG: escaped, and with a sign or a replacement character for each
  /// character that is invisible or reorders text.
  var markup: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case _ where scalar.isInvisible && scalar != "\n" && scalar != "\t": text += Self.signs[scalar] ?? "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The string as one line of markup, shortened to 500 characters. If it differs from `other`, only what is equal is
  /// shortened, and a part that differs is marked.
  func marked(against other: String?) -> String {
    guard let other, line != other.line else { return line.shortened(500).markup }
    guard let (before, part, after) = line.difference(from: other.line) else { return line.markup }
    return "\(before.markup)<mark>\(part.markup)</mark>\(after.markup)"
  }

  /// The part that differs from `other`, and the equal parts around it, shortened. Nil if all is equal, or all differs.
  private func difference(from other: String) -> (before: String, part: String, after: String)? {
    let start = zip(self, other).prefix { $0 == $1 }.count
    let (rest, others) = (dropFirst(start), other.dropFirst(start))
    let end = zip(rest.reversed(), others.reversed()).prefix { $0 == $1 }.count
    if start + end == 0 || self == other { return nil }
    let before = start > 200 ? "…\(prefix(start).suffix(199))" : String(prefix(start))
    return (before, String(rest.dropLast(end)), String(suffix(end)).shortened(100))
  }

  /// The string with what is equal to `other` shortened.
  func excerpt(against other: String) -> String {
    difference(from: other).map { $0.before + $0.part + $0.after } ?? self
  }

  /// The string in one line, with signs for line breaks and tabs. As in a literal, they would look like backslashes. A `␛`
  /// precedes a character of the string that looks like a sign.
  var line: String { unicodeScalars.map { Self.signs[$0] ?? String($0) }.joined() }

  private static let signs: [Unicode.Scalar: String] = [
    "\n": "↵", "\r": "␍", "\t": "⇥", "\u{B}": "␋", "\u{C}": "␌", "\u{85}": "␤", "\u{2028}": "⏎", "\u{2029}": "¶",
    "↵": "␛↵", "␍": "␛␍", "⇥": "␛⇥", "␋": "␛␋", "␌": "␛␌", "␤": "␛␤", "⏎": "␛⏎", "¶": "␛¶", "␛": "␛␛",
  ]

  func shortened(_ count: Int) -> String { self.count > count ? prefix(count - 1) + "…" : self }
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
