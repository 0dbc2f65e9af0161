/// The language and the attributes of an info string: `swift no-run`, `swift,no-run` and `Swift` are all Swift.
public struct FenceInfo: Sendable, Equatable {
  /// The language in lower case; empty where there is none.
  public var language: String
  public var attributes: Substring

  public init(_ info: String) {
    let word = info.prefix { !$0.isWhitespace && $0 != "," }
    language = word.lowercased()
    attributes = info.dropFirst(word.count)
  }

  public var isSwift: Bool { language == "swift" }

  /// Whether the author probably intended Swift: `swfit`, `swift5`, `swift:no-run`, `swift{1,3}` or `{.swift}`.
  public var isNearlySwift: Bool {
    guard !isSwift, !language.isEmpty else { return false }
    if language.hasPrefix("swift"), let next = language.dropFirst(5).first, !next.isLetter { return true }
    let letters = language.prefix { $0 != "(" && $0 != "=" }.filter { $0 >= "a" && $0 <= "z" }
    if letters == "swift" { return true }
    // No other language is written with the same letters, one of them missing or one too many.
    return Spelling.nearest(to: letters, in: ["swift"]) != nil && letters.count >= 4 && letters.count <= 6
      && !FenceInfo.others.contains(letters)
  }

  private static let others: Set<String> = ["shift", "switch", "wit", "sift", "svelte", "thrift"]
}
