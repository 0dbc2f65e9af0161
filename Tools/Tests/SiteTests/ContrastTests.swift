import Foundation
import Testing

/// Every pair of text and background that the style sheet makes, in both themes, against WCAG AA.
struct ContrastTests {
  /// The light and the dark value of each colour.
  private let colors: [String: [[Double]]]

  init() throws {
    let site = try SiteFolder(["index.md": "# A\n"])
    site.build()
    let css = try #require(site.page("assets/site.css"))
    var colors: [String: [[Double]]] = [:]
    for match in css.matches(of: /--([a-z-]+): ?light-dark\(#([0-9a-f]{6}), ?#([0-9a-f]{6})\)/) {
      colors[String(match.1)] = [match.2, match.3].map { hexadecimal in
        let value = Int(hexadecimal, radix: 16) ?? 0
        return [value >> 16, value >> 8 & 255, value & 255].map { Double($0) / 255 }
      }
    }
    self.colors = colors
  }

  private func luminance(_ color: [Double]) -> Double {
    let linear = color.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  private func contrast(_ one: [Double], _ other: [Double]) -> Double {
    let levels = [luminance(one), luminance(other)].sorted()
    return (levels[1] + 0.05) / (levels[0] + 0.05)
  }

  private func expectReadable(_ text: String, on background: String, tint: String? = nil) throws {
    for theme in 0...1 {
      let ink = try #require(colors[text])[theme]
      var paper = try #require(colors[background])[theme]
      if let tint { paper = zip(try #require(colors[tint])[theme], paper).map { 0.07 * $0 + 0.93 * $1 } }
      let ratio = contrast(ink, paper)
      #expect(ratio >= 4.5, "\(text) on \(background) in the \(theme == 0 ? "light" : "dark") theme")
    }
  }

  @Test func textIsReadableOnEveryBackground() throws {
    for background in ["paper", "raised", "code", "accent-paper"] {
      for text in ["ink", "soft", "accent"] { try expectReadable(text, on: background) }
    }
    try expectReadable("paper", on: "accent")
    try expectReadable("tip", on: "paper")
  }

  @Test func codeIsReadableInBlocksAndAdmonitions() throws {
    for part in ["keyword", "type", "call", "string", "number", "comment", "attribute"] {
      try expectReadable(part, on: "code")
      for tone in ["note", "tip", "important", "warning", "caution"] {
        try expectReadable(part, on: "paper", tint: tone)
      }
    }
  }

  @Test func textIsReadableInAdmonitions() throws {
    for tone in ["note", "tip", "important", "warning", "caution"] {
      for text in ["ink", "soft", "accent", tone] { try expectReadable(text, on: "paper", tint: tone) }
    }
  }
}
