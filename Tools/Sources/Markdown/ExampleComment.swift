/// The meaning of an HTML comment for examples, which its first line tells.
enum ExampleComment: Equatable {
  /// Nothing: it is any comment.
  case none
  /// Hidden lines of the next Swift fence, or of the one above.
  case hidden(isAfter: Bool)
  /// Attributes for all fences that follow.
  case settings(String)
  /// Almost one of these.
  case nearMiss(message: String, hint: String)

  /// - Parameter comment: all of the comment, and what follows it in its block.
  init(_ comment: String) {
    let lines = comment.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var comments: [(inside: Substring, isClosed: Bool)] = []
    var rest = lines[0]
    while let start = rest.firstRange(of: "<!--")?.upperBound {
      let end = rest[start...].firstRange(of: "-->")
      comments.append((rest[start..<(end?.lowerBound ?? rest.endIndex)], end != nil))
      rest = rest[(end?.upperBound ?? rest.endIndex)...]
    }
    self = .none
    guard let (inside, isClosed) = comments.first else { return }
    if comments.dropFirst().contains(where: { ExampleComment($0.inside, isClosed: $0.isClosed) != .none }) {
      self = .nearMiss(message: "the second comment of this line is not read", hint: "put it on a line of its own")
    } else if inside.allSatisfy(\.isWhitespace), !isClosed, lines.count > 1,
      ExampleComment("<!-- " + lines[1].drop { $0.isWhitespace } + (lines[1].contains("examples:") ? " -->" : ""))
        != .none
    {
      self = .nearMiss(
        message: "this comment is not read, because its first line is empty", hint: "start the text beside <!--")
    } else {
      self.init(inside, isClosed: isClosed)
    }
  }

  /// - Parameters:
  ///   - inside: the comment's first line, past `<!--`.
  ///   - isClosed: whether the comment ends there.
  private init(_ inside: Substring, isClosed: Bool) {
    self = .none
    let text = inside.drop { $0 == "-" }
    let words = text.split(whereSeparator: \.isWhitespace)
    let isSeparate = text.first.map { $0 == " " || $0 == "\t" } ?? false
    guard let first = words.first?.lowercased() else { return }
    defer {
      if text.startIndex != inside.startIndex, self != .none {
        self = .nearMiss(message: "this comment has one dash too many", hint: "did you mean <!-- \(words[0])")
      }
    }
    if words[0] == "examples:", isSeparate {
      let rest = text[words[0].endIndex...]
      self =
        isClosed
        ? .settings(String(rest))
        : .nearMiss(message: "this comment of attributes does not end on its line", hint: "end it with -->")
    } else if Self.isSettings(first, words) {
      self = .nearMiss(message: "'\(words[0])' is not an attribute of examples", hint: "did you mean <!-- examples:")
    } else if words == ["swift"] || words == ["swift", "after"], isSeparate, !isClosed {
      self = .hidden(isAfter: words.count == 2)
    } else if Self.isSwift(first, words, isClosed: isClosed) {
      let isAfter = words.count == 2 && Spelling.nearest(to: words[1].lowercased(), in: ["after", "before"]) != nil
      let meant = isAfter ? "<!-- swift after" : "<!-- swift"
      self = .nearMiss(message: "this comment almost looks like hidden Swift", hint: "did you mean \(meant)")
    }
  }

  private static func isSettings(_ first: String, _ words: [Substring]) -> Bool {
    if first.hasSuffix(":") { return Spelling.nearest(to: first, in: ["examples:"]) != nil }
    guard ["example", "examples"].contains(first) else { return false }
    return words.count > 1 && words.dropFirst().allSatisfy { $0.contains("=") || flags.contains(String($0)) }
  }

  /// Attributes without a value, but those that are words of a sentence.
  private static let flags: Set = ["no-run", "unordered", "swift5", "swift6"]

  private static func isSwift(_ first: String, _ words: [Substring], isClosed: Bool) -> Bool {
    // Longer words are names, such as swiftly.
    guard first.first != "`", first.count <= 6 || first.contains(where: { !$0.isLetter }) else { return false }
    guard FenceInfo(first).isSwift || FenceInfo(first).isNearlySwift else { return false }
    if isClosed { return words[0] == "swift" && words.dropFirst().contains { $0 == "after" || $0.contains("(") } }
    // Other sentences of more than two words may begin with the language's name.
    return words.count <= 2 || words[0] == "swift"
  }
}
