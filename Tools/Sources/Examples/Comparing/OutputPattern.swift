/// A line of documented output: exact, except for `[..]`, which matches any characters, and a line `...`,
/// which matches any lines.
enum OutputPattern: Equatable {
  case exact(String)
  case parts([Substring])
  case anyLines

  init(_ text: String) {
    if text == "..." {
      self = .anyLines
    } else if text.contains("[..]") {
      self = .parts(text.split(separator: "[..]", omittingEmptySubsequences: false))
    } else {
      self = .exact(text)
    }
  }

  func matches(_ line: String) -> Bool {
    switch self {
    case .exact(let text): return text.utf8.elementsEqual(line.utf8)
    case .anyLines: return true
    case .parts(let parts):
      // Byte by byte: text that is only canonically equal differs.
      guard let first = parts.first?.utf8, let last = parts.last?.utf8, line.utf8.starts(with: first) else {
        return false
      }
      var rest = Array(line.utf8.dropFirst(first.count))[...]
      for part in parts.dropFirst().dropLast() where !part.isEmpty {
        guard let range = rest.firstRange(of: Array(part.utf8)) else { return false }
        rest = rest[range.upperBound...]
      }
      return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
    }
  }

  static func == (one: OutputPattern, other: OutputPattern) -> Bool {
    switch (one, other) {
    case (.exact(let text), .exact(let text2)): text.utf8.elementsEqual(text2.utf8)
    case (.parts(let parts), .parts(let parts2)):
      parts.elementsEqual(parts2) { $0.utf8.elementsEqual($1.utf8) }
    case (.anyLines, .anyLines): true
    default: false
    }
  }
}
