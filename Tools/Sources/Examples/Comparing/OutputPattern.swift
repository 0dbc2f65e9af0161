/// A line of documented output: exact, but for `[..]`, which stands for any characters, and for a line of `...` alone,
/// which stands for any lines.
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
    case .exact(let text): return text == line
    case .anyLines: return true
    case .parts(let parts):
      guard let first = parts.first, let last = parts.last, line.hasPrefix(first) else { return false }
      var rest = line.dropFirst(first.count)
      for part in parts.dropFirst().dropLast() where !part.isEmpty {
        guard let range = rest.firstRange(of: part) else { return false }
        rest = rest[range.upperBound...]
      }
      return rest.hasSuffix(last)
    }
  }
}
