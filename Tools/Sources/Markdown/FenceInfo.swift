import Foundation

/// The language and the attributes of an info string: `swift no-run`, `swift,no-run`, `swift:no-run`, `swift{1,3}` and
/// `Swift` are all Swift.
public struct FenceInfo: Sendable, Equatable {
  /// The language in lower case; empty where there is none.
  public var language: String
  public var attributes: Substring

  public init(_ info: String) {
    let info = info.drop(while: \.isWhitespace)
    // `{ .swift }` is one word.
    var word = info.hasPrefix("{") ? info[...] : info.prefix { !$0.isWhitespace && $0 != "," }
    let start = word.prefix { !":{".contains($0) }
    if start.lowercased() == "swift" { word = start }
    language = word.lowercased()
    attributes = info.dropFirst(word.count)
    if attributes.first == ":" { attributes.removeFirst() }
  }

  public var isSwift: Bool { language == "swift" }

  /// Whether the author probably intended Swift: `swfit`, `swift5`, `language-swift`.
  public var isNearlySwift: Bool {
    guard !isSwift, !language.isEmpty, !FenceInfo.others.contains(language) else { return false }
    let letters = language.precomposedStringWithCompatibilityMapping.lowercased().filter { $0 >= "a" && $0 <= "z" }
    if letters.contains("swift") { return true }
    // No other language is written with the same letters, one of them missing or one too many.
    return Spelling.nearest(to: letters, in: ["swift"]) != nil && letters.count >= 4 && letters.count <= 6
  }

  private static let others: Set<String> = ["shift", "sift", "swiftinterface"]

  /// Languages that people write, and programs do not print.
  static let programs: Set<String> = shells.union([
    "c", "c++", "cpp", "dockerfile", "java", "javascript", "js", "kotlin", "makefile", "objc", "objective-c",
    "objectivec", "python", "ruby", "rust", "ts", "typescript",
  ])

  /// Languages of commands, with which people also show what commands print.
  static let shells: Set = ["bash", "console", "fish", "sh", "shell", "zsh"]
}

extension FenceInfo {
  /// Whether a line opens a fence of Swift, but for the number or kind of its marks or its indentation.
  static func nearlyOpensSwift(_ line: Substring) -> Bool {
    let marks = line.drop { $0.isWhitespace || $0.unicodeScalars.allSatisfy(\.properties.isDefaultIgnorableCodePoint) }
      .prefix { "`'~\\".contains($0) }
    let info = line[marks.endIndex...]
    return marks.count > 1 && FenceInfo(String(info)).isSwift && !info.contains { "`'~".contains($0) }
  }
}
