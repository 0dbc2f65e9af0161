/// The meaning of an HTML comment's first line for examples.
enum ExampleComment: Equatable {
  /// Nothing: it is any comment.
  case none
  /// Hidden lines of the next Swift fence, or of the one above.
  case hidden(isAfter: Bool)
  /// Attributes for all fences that follow.
  case settings(String)
  /// Almost one of these.
  case slip(message: String, hint: String)

  init(_ line: String) {
    self = .none
    guard let start = line.firstRange(of: "<!--")?.upperBound else { return }
    let isClosed = line[start...].contains("-->")
    let inside = line[start...].split(separator: "-->", maxSplits: 1, omittingEmptySubsequences: false)[0]
    let text = inside.drop { $0 == "-" }
    let words = text.split { $0 == " " || $0 == "\t" || $0 == "\r" }
    let isSeparate = text.first.map { $0 == " " || $0 == "\t" } ?? false
    guard let first = words.first?.lowercased() else { return }
    defer {
      if text.startIndex != inside.startIndex, self != .none {
        self = .slip(message: "this comment has one dash too many", hint: "did you mean <!-- \(words[0])")
      }
    }
    if words[0] == "examples:", isSeparate {
      let rest = text[words[0].endIndex...]
      self =
        isClosed
        ? .settings(String(rest))
        : .slip(message: "this comment of attributes does not end on its line", hint: "end it with -->")
    } else if Self.isSettings(first, words) {
      self = .slip(message: "'\(words[0])' is not an attribute of examples", hint: "did you mean <!-- examples:")
    } else if words == ["swift"] || words == ["swift", "after"], isSeparate, !isClosed {
      self = .hidden(isAfter: words.count == 2)
    } else if Self.isSwift(first, words, isClosed: isClosed) {
      let isAfter = words.count == 2 && Spelling.nearest(to: words[1].lowercased(), in: ["after", "before"]) != nil
      let meant = isAfter ? "<!-- swift after" : "<!-- swift"
      self = .slip(message: "this comment almost looks like hidden Swift", hint: "did you mean \(meant)")
    }
  }

  private static func isSettings(_ first: String, _ words: [Substring]) -> Bool {
    if first.hasSuffix(":") { return Spelling.nearest(to: first, in: ["examples:"]) != nil }
    return ["example", "examples"].contains(first) && words.dropFirst().contains { $0.contains("=") }
  }

  private static func isSwift(_ first: String, _ words: [Substring], isClosed: Bool) -> Bool {
    guard FenceInfo(first).isSwift || FenceInfo(first).isNearlySwift else { return false }
    if words.count == 1 { return !isClosed }
    // Two words are no sentence.
    return words.count == 2 && !isClosed
  }
}
