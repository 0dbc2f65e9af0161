import Foundation

/// Pages of about 4.5 KB of Markdown with made-up words, the same in every run.
struct MadeUpPages {
  private static let syllables = """
    stream value time order test clock queue merge zip map send wait done late early sync list tick hold next
    """.split(separator: " ")

  private var state: UInt64

  /// Writes `count` pages into a folder.
  static func write(_ count: Int, to folder: URL) throws {
    try bench.write(folder.appending(path: "index.md"), "# Home\n\nMade-up pages.\n")
    for number in 0..<count {
      var words = MadeUpPages(state: UInt64(number))
      try bench.write(folder.appending(path: name(number)), words.page(number, of: count))
    }
  }

  static func name(_ number: Int) -> String { String(format: "part-%03d/page-%05d.md", number / 100, number) }

  private mutating func random(_ range: ClosedRange<Int>) -> Int {
    // SplitMix64.
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return range.lowerBound + Int((mixed ^ mixed >> 31) % UInt64(range.count))
  }

  private mutating func word() -> String {
    (0..<[1, 1, 1, 2, 2, 3][random(0...5)]).map { _ in Self.syllables[random(0...19)] }.joined()
  }

  private mutating func words(_ count: Int) -> String { (0..<count).map { _ in word() }.joined(separator: " ") }

  private mutating func sentence() -> String {
    let text = words(random(6...18))
    let rest =
      switch random(1...20) {
      case 1...3: " `\(word())(_:)` \(words(3))"
      case 4...5: " **\(word())** \(words(2))"
      default: ""
      }
    return "\(text.prefix(1).uppercased())\(text.dropFirst())\(rest)."
  }

  private mutating func paragraph() -> String {
    (0..<random(2...5)).map { _ in sentence() }.joined(separator: " ")
  }

  private mutating func section(_ title: String, _ number: Int) -> String {
    """
    ## \(title)

    \(paragraph())

    ```swift
    import Streams

    // \(words(5))
    let \(word()) = PassthroughSubject<Int, Never>()
    let subscription = subject
      .filter { $0 % 2 == 0 }
      .map { "\(word()) \\($0 * \(number % 90))" }
      .sink { print($0) }
    for number in 1...\(number % 9 + 2) { subject.send(number) }
    ```

    - \(sentence())
    - \(sentence())
    - \(sentence())

    \(paragraph())

    """
  }

  private mutating func page(_ number: Int, of count: Int) -> String {
    let links = [3, 11, 29].map { "[\(words(2))](../\(Self.name((number * 7 + $0) % count))#usage)" }
    return """
      # Page \(words(3)) \(number)

      \(paragraph())

      See \(links.joined(separator: ", ")).

      \(section("Usage", number))
      \(section("Details", number))
      > [!NOTE]
      > \(sentence())

      ### Table

      | Name | Meaning |
      | --- | --- |
      \((0..<5).map { _ in "| `\(word())` | \(words(5)) |" }.joined(separator: "\n"))

      \(paragraph())

      \(paragraph())

      """
  }
}
