/// The output of a program, with the pictures separated from the text.
///
/// A picture is everything from a line that starts with `<svg` to the `</svg>` that closes it.
struct PrintedDiagrams: Equatable {
  /// The text without the pictures and without the ends of the lines that they stood on.
  private(set) var text = ""
  /// The pictures, in the order in which they were printed.
  private(set) var diagrams: [String] = []

  init(_ output: String) {
    var rest = output[...]
    while let start = PrintedDiagrams.start(in: rest), let end = PrintedDiagrams.end(of: rest[start...]) {
      text += rest[..<start].trimmingTrailingBlanks()
      diagrams.append(String(rest[start..<end]))
      rest = rest[end...].drop { $0 == " " || $0 == "\t" }
      if rest.first?.isNewline ?? false { rest.removeFirst() }
    }
    text += rest
  }

  /// Where a line starts with a picture.
  private static func start(in text: Substring) -> Substring.Index? {
    text.firstMatch(of: /^[ \t]*(<svg[\s>])/.anchorsMatchLineEndings())?.1.startIndex
  }

  /// The end of the picture that `text` starts with; pictures in it are part of it.
  private static func end(of text: Substring) -> Substring.Index? {
    var depth = 0
    var search = text
    while let close = search.firstRange(of: "</svg>") {
      depth += search[..<close.lowerBound].ranges(of: "<svg").count - 1
      if depth <= 0 { return close.upperBound }
      search = search[close.upperBound...]
    }
    return nil
  }
}

extension Example {
  /// Whether pictures in the example's output are drawn. Where the document shows their text, it is compared instead.
  var isDrawing: Bool {
    !(expected?.lines.contains { $0.text.contains("<svg") } ?? false)
  }
}
