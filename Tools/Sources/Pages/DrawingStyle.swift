/// What styles and attributes of a drawing may say: only what draws, and nothing that loads, leaves its place or reaches
/// out of the drawing.
enum DrawingStyle {
  /// Functions that compute a value or choose an element. `url` is one only with an id of the drawing itself.
  private static let functions: Set<String> = [
    "abs", "calc", "clamp", "color", "color-mix", "cubic-bezier", "hsl", "hsla", "hwb", "is", "lab", "lch",
    "light-dark",
    "linear", "matrix", "max", "min", "not", "nth-child", "nth-of-type", "oklab", "oklch", "rgb", "rgba", "rotate",
    "round",
    "scale", "scalex", "scaley", "skewx", "skewy", "steps", "translate", "translatex", "translatey", "var", "where",
  ]

  /// Properties that are attributes of SVG as well.
  static let attributes: Set<String> = [
    "alignment-baseline", "baseline-shift", "clip-path", "clip-rule", "color", "color-interpolation", "cursor", "cx",
    "cy",
    "d", "direction", "display", "dominant-baseline", "fill", "fill-opacity", "fill-rule", "font-family", "font-size",
    "font-stretch", "font-style", "font-variant", "font-weight", "height", "letter-spacing", "marker-end", "marker-mid",
    "marker-start", "mask", "mask-type", "opacity", "paint-order", "pointer-events", "r", "rx", "ry", "shape-rendering",
    "stop-color", "stop-opacity", "stroke", "stroke-dasharray", "stroke-dashoffset", "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit", "stroke-opacity", "stroke-width", "text-anchor", "text-decoration", "text-rendering",
    "transform", "transform-origin", "unicode-bidi", "vector-effect", "visibility", "width", "word-spacing",
    "writing-mode", "x", "y",
  ]

  private static let properties: Set<String> = attributes.union([
    "animation", "animation-delay", "animation-direction", "animation-duration", "animation-fill-mode",
    "animation-iteration-count", "animation-name", "animation-play-state", "animation-timing-function", "color-scheme",
    "font", "font-feature-settings", "font-variant-numeric", "line-height", "marker", "max-height", "max-width",
    "min-height", "min-width", "mix-blend-mode", "text-transform", "transform-box", "transition", "transition-delay",
    "transition-duration", "transition-property", "transition-timing-function", "white-space",
  ])

  private static let atRules: Set<String> = ["@keyframes", "@media", "@supports"]

  /// Checks the value of an attribute or a property.
  static func check(value: String) throws(Drawing.Refusal) {
    // An entity could hide any letter.
    if let refused = value.firstMatch(of: /\\|&(?!(?:lt|gt|quot|apos);)[^;\s]*;?/) {
      throw Drawing.Refusal(message: "holds “\(refused.0)”, which could load something")
    }
    for match in value.lowercased().matches(of: /([a-z_-][a-z0-9_-]*)\s*\(\s*(?=(.?))/) {
      let name = String(match.1)
      guard name == "url" ? match.2 == "#" && match.0 == "url(" : functions.contains(name) else {
        throw Drawing.Refusal(message: "holds “\(name)(”, which could load something")
      }
    }
    // Only in this spelling is the id made the drawing's own.
    guard value.firstMatch(of: /[uU][rR][lL]\(/).map({ $0.0 == "url(" }) ?? true else {
      throw Drawing.Refusal(message: "holds “URL(”, which could load something")
    }
  }

  /// Checks the declarations of an attribute `style`.
  static func check(declarations: String) throws(Drawing.Refusal) {
    try check(sheet: declarations, isSheet: false)
  }

  /// Checks the rules of a `<style>`. They will be nested in a rule for this drawing only.
  static func check(rules: String) throws(Drawing.Refusal) {
    try check(sheet: rules, isSheet: true)
  }

  private static func check(sheet: String, isSheet: Bool) throws(Drawing.Refusal) {
    try check(value: sheet)
    // Quotes that entities hide would end strings elsewhere than they seem to.
    guard !sheet.utf8.contains(UInt8(ascii: "&")) else { throw unbalanced }
    var reader = Reader(rest: sheet[...])
    var depth = 0
    while let (text, end) = try reader.next() {
      switch end {
      case "{":
        guard isSheet else { throw unbalanced }
        try check(prelude: text)
        depth += 1
      case "}":
        try check(declaration: text)
        depth -= 1
        guard depth >= 0 else { throw unbalanced }
      default: try check(declaration: text)
      }
    }
    guard depth == 0 else { throw unbalanced }
  }

  private static let unbalanced = Drawing.Refusal(message: "has styles that would reach beyond it")

  private static func check(declaration: String) throws(Drawing.Refusal) {
    guard !declaration.isEmpty else { return }
    let name = declaration.prefix { $0 != ":" && !$0.isWhitespace }.lowercased()
    guard properties.contains(name) || name.hasPrefix("--"), declaration.contains(":") else {
      throw Drawing.Refusal(message: "has the style “\(name)”")
    }
  }

  /// The text before a brace: a selector, or a rule with `@`.
  private static func check(prelude: String) throws(Drawing.Refusal) {
    if prelude.first == "@" {
      let name = prelude.prefix { $0 == "@" || $0 == "-" || $0.isLetter }.lowercased()
      guard atRules.contains(name) else { throw Drawing.Refusal(message: "has the style “\(name)”") }
      return
    }
    // Nested selectors match elements inside the drawing, unless they begin with a sibling combinator.
    for part in prelude.split(whereSeparator: { $0 == "," || $0 == "(" }) {
      guard let first = part.first(where: { !$0.isWhitespace }), first != "+", first != "~", !part.contains("&") else {
        throw unbalanced
      }
    }
  }

  /// Cuts a style sheet at its braces and semicolons. Comments are left out, strings and text in brackets stay
  /// whole.
  private struct Reader {
    var rest: Substring

    /// The text up to the next brace or semicolon, and that; the last text has no end.
    mutating func next() throws(Drawing.Refusal) -> (text: String, end: Character?)? {
      guard !rest.isEmpty else { return nil }
      var text = ""
      var brackets = 0
      while let character = rest.popFirst() {
        switch character {
        case "{", "}", ";":
          guard brackets == 0 else { throw unbalanced }
          return (text.trimmingBlanks(), character)
        case "(", "[": brackets += 1
        case ")", "]": brackets -= 1
        case "\"", "'":
          guard let end = rest.firstIndex(of: character), !rest[..<end].contains(where: \.isNewline) else {
            throw unbalanced
          }
          rest = rest[rest.index(after: end)...]
          text += "\"\""
          continue
        case "/" where rest.first == "*":
          guard let end = rest.firstRange(of: "*/") else { throw unbalanced }
          rest = rest[end.upperBound...]
          text += " "
          continue
        default: break
        }
        guard brackets >= 0 else { throw unbalanced }
        text.append(character)
      }
      guard brackets == 0 else { throw unbalanced }
      return (text.trimmingBlanks(), nil)
    }
  }
}

extension StringProtocol {
  fileprivate func trimmingBlanks() -> String {
    let start = drop(while: \.isWhitespace)
    return String(start.prefix(upTo: start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex))
  }
}
