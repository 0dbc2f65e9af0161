/// A line of documented output: exact, except for `[..]`, which matches any characters, and a line `...`,
/// which matches any lines.
///
/// In bytes, since text that is only canonically equal differs.
enum OutputPattern: Equatable {
  case exact([UInt8])
  case parts([[UInt8]])
  case anyLines

  init(_ text: String) {
    if text == "..." {
      self = .anyLines
    } else if text.contains("[..]") {
      self = .parts(text.split(separator: "[..]", omittingEmptySubsequences: false).map { Array($0.utf8) })
    } else {
      self = .exact(Array(text.utf8))
    }
  }

  func matches(_ line: String) -> Bool {
    switch self {
    case .exact(let text): return text.elementsEqual(line.utf8)
    case .anyLines: return true
    case .parts(let parts):
      guard let first = parts.first, let last = parts.last, line.utf8.starts(with: first) else { return false }
      var rest = Array(line.utf8.dropFirst(first.count))[...]
      for part in parts.dropFirst().dropLast() where !part.isEmpty {
        guard let range = rest.firstRange(of: part) else { return false }
        rest = rest[range.upperBound...]
      }
      return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
    }
  }
}
