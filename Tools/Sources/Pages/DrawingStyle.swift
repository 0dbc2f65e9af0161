/// What styles and attributes of a drawing may say: only what draws, and nothing that loads or leaves its place.
enum DrawingStyle {
  /// Functions that compute a value. `url` is one only with an id of the drawing itself.
  private static let functions: Set<String> = [
    "abs", "calc", "clamp", "color", "color-mix", "cubic-bezier", "hsl", "hsla", "hwb", "lab", "lch", "light-dark",
    "linear", "matrix", "max", "min", "not", "oklab", "oklch", "rgb", "rgba", "rotate", "round", "scale", "scalex",
    "scaley", "skewx", "skewy", "steps", "translate", "translatex", "translatey", "var", "is", "where", "nth-child",
    "nth-of-type", "prefers-color-scheme", "and", "or", "media",
  ]

  /// Starts of the names of properties.
  private static let properties = [
    "--", "alignment-baseline", "animation", "baseline-shift", "clip", "color", "cursor", "cx", "cy", "direction",
    "display", "dominant-baseline", "fill", "flood", "font", "height", "letter-spacing", "lighting-color",
    "line-height", "marker", "mask", "max-height", "max-width", "min-height", "min-width", "mix-blend-mode", "opacity",
    "overflow", "paint-order", "pointer-events", "r", "rx", "ry",
    "shape-rendering", "stop", "stroke", "text", "transform", "transition", "unicode-bidi", "vector-effect",
    "visibility", "white-space", "width", "word-spacing", "writing-mode", "x", "y",
  ]

  /// The first function or escape in `text` that a drawing may not use.
  static func refused(in text: String) -> String? {
    if text.contains("\\") { return "\\" }
    // An entity could hide any letter.
    if let entity = text.firstMatch(of: /&(?!(?:amp|lt|gt|quot|apos);)[^;\s]*;?/) { return String(entity.0) }
    for match in text.lowercased().matches(of: /([a-z_-][a-z0-9_-]*)\s*\(\s*(?=(.?))/) {
      let name = String(match.1)
      guard name == "url" ? match.2 == "#" && match.0 == "url(" : functions.contains(name) else { return name + "(" }
    }
    if text.firstMatch(of: /[uU][rR][lL]\(#/) != nil, !text.contains("url(#") { return "URL(" }
    return nil
  }

  /// The first rule or property in `style`, with braces, that a drawing may not use.
  static func refusedRule(in style: String) -> String? {
    let text = style.lowercased().replacing(/\/\*.*?\*\//.dotMatchesNewlines(), with: " ")
    for match in text.matches(of: /@([a-z-]+)/) where !["media", "keyframes", "supports"].contains(match.1) {
      return String(match.0)
    }
    for match in text.matches(of: /[{;]\s*([a-z-][a-z0-9-]*)\s*:[^:{}]*(?=[;}])/) {
      let name = String(match.1)
      let isKnown = properties.contains {
        name == $0 || ($0.count > 2 && name.hasPrefix($0 + "-")) || ($0 == "--" && name.hasPrefix($0))
      }
      if !isKnown { return name }
    }
    return nil
  }
}
