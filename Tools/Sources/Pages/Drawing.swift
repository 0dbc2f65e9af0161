/// An SVG picture, prepared for use in a page.
///
/// It comes from an example, so it is held to rules as raw HTML is: only elements that draw, nothing that runs, loads
/// or leads anywhere. Its ids and styles are its own, so that two pictures on a page do not mix.
struct Drawing {
  /// Why a picture cannot be shown.
  struct Refusal: Error, Equatable {
    var message: String
  }

  private(set) var html: [UInt8] = []
  /// The picture in words: its title and its description, with entities as they were written.
  private(set) var description = ""
  /// How wide it is drawn when there is room, in pixels.
  private(set) var width: Int?

  private static let elements: Set<String> = [
    "circle", "clippath", "defs", "desc", "ellipse", "g", "line", "lineargradient", "marker", "mask", "path",
    "pattern", "polygon", "polyline", "radialgradient", "rect", "stop", "style", "svg", "symbol", "text", "textpath",
    "title", "tspan", "use",
  ]
  /// Attributes whose values are ids, or lists of them.
  private static let idAttributes: Set<String> = ["id", "aria-labelledby", "aria-describedby"]

  /// Attributes whose values are only text.
  private static let textAttributes: Set<String> = [
    "class", "lang", "role", "version", "xml:lang", "xml:space", "xmlns", "xmlns:xlink",
  ]

  /// Attributes that draw and are no properties of styles.
  private static let geometry: Set<String> = [
    "clippathunits", "dx", "dy", "fr", "fx", "fy", "gradienttransform", "gradientunits", "lengthadjust", "markerheight",
    "markerunits", "markerwidth", "maskcontentunits", "maskunits", "method", "offset", "orient", "pathlength",
    "patterncontentunits", "patterntransform", "patternunits", "points", "preserveaspectratio", "refx", "refy",
    "rotate",
    "side", "spacing", "spreadmethod", "startoffset", "textlength", "viewbox", "x1", "x2", "y1", "y2",
  ]

  private let prefix: [UInt8]
  private var open: [String] = []
  private var words: (title: [UInt8], desc: [UInt8]) = ([], [])

  /// Checks and adapts `svg`. The element that it is put into has the id `id`.
  init(_ svg: String, id: String) throws(Refusal) {
    let source = Array(svg.utf8)
    prefix = Array("\(id)-".utf8)
    var index = 0
    while index < source.count {
      guard source[index] == UInt8(ascii: "<") else {
        let end = source[index...].firstIndex(of: UInt8(ascii: "<")) ?? source.count
        try text(source[index..<end], id: id)
        index = end
        continue
      }
      guard let (mark, end) = HTMLMark.read(source[index...]) else {
        throw Refusal(message: "holds a “<” that starts no element")
      }
      try write(mark, source: source[index..<end])
      index = end
    }
    guard open.isEmpty else { throw Refusal(message: "does not close <\(open[open.count - 1])>") }
    let parts = [words.title, words.desc].map { bytes in
      String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    description = parts.filter { !$0.isEmpty }.joined(separator: ": ")
  }

  private mutating func write(_ mark: HTMLMark, source: ArraySlice<UInt8>) throws(Refusal) {
    switch mark {
    case .comment: return
    case .other: throw Refusal(message: "holds a declaration")
    case .end(let name):
      guard open.popLast() == name else { throw Refusal(message: "closes <\(name)> where that is not open") }
      html += source
    case .start(let name, let attributes):
      guard Drawing.elements.contains(name) else { throw Refusal(message: "holds <\(name)>, which no page may") }
      let isClosed = source.dropLast().last == UInt8(ascii: "/")
      if !isClosed { open.append(name) }
      try write(attributes, source: source, isRoot: open.count == 1 && name == "svg")
    }
  }

  private mutating func write(
    _ attributes: [HTMLMark.Attribute], source: ArraySlice<UInt8>, isRoot: Bool
  ) throws(Refusal) {
    var start = source.startIndex
    for attribute in attributes {
      guard Drawing.isAllowed(attribute.name) else {
        throw Refusal(message: "holds the attribute “\(attribute.name)”")
      }
      guard let value = attribute.value else { continue }
      html += source[start..<value.startIndex]
      start = value.endIndex
      let name = attribute.name
      if Drawing.idAttributes.contains(name) {
        for (index, part) in value.split(separator: UInt8(ascii: " ")).enumerated() {
          if index > 0 { html.append(UInt8(ascii: " ")) }
          html += prefix + part
        }
      } else if name == "href" || name == "xlink:href" {
        guard value.first == UInt8(ascii: "#") else { throw Refusal(message: "holds a link") }
        html += [UInt8(ascii: "#")] + prefix + value.dropFirst()
      } else if Drawing.textAttributes.contains(name) || name.hasPrefix("aria-") {
        html += value
      } else {
        let text = String(decoding: value, as: UTF8.self)
        if name == "style" {
          try DrawingStyle.check(declarations: text)
        } else {
          try DrawingStyle.check(value: text)
        }
        html += withOwnReferences(text)
      }
    }
    var rest = source[start...]
    if isRoot {
      let end = rest.lastIndex(of: UInt8(ascii: ">")) ?? rest.endIndex
      html += rest[..<end]
      rest = rest[end...]
      addMissing(attributes)
    }
    html += rest
  }

  /// The attributes that a picture needs: a role for screen readers, and a size.
  private mutating func addMissing(_ attributes: [HTMLMark.Attribute]) {
    let names = Set(attributes.map(\.name))
    if !names.contains("role") { html += " role=\"img\"".utf8 }
    width = attributes.first { $0.name == "width" }?.value
      .flatMap { Double(String(decoding: $0, as: UTF8.self)) }.flatMap { Int(exactly: $0.rounded(.up)) }
    guard !names.contains("width"), let box = attributes.first(where: { $0.name == "viewbox" })?.value else { return }
    let numbers = String(decoding: box, as: UTF8.self).split { $0 == " " || $0 == "," }.compactMap { Double($0) }
    guard numbers.count == 4 else { return }
    width = Int(exactly: numbers[2].rounded(.up))
    html += " width=\"\(numbers[2])\" height=\"\(numbers[3])\"".utf8
  }

  private static func isAllowed(_ attribute: String) -> Bool {
    idAttributes.contains(attribute) || textAttributes.contains(attribute) || geometry.contains(attribute)
      || DrawingStyle.attributes.contains(attribute) || attribute.hasPrefix("aria-")
      || ["href", "xlink:href", "style"].contains(attribute)
  }

  /// A value or style whose references to ids follow them to their new names.
  private func withOwnReferences(_ text: String) -> String.UTF8View {
    text.replacing("url(#", with: "url(#" + String(decoding: prefix, as: UTF8.self)).utf8
  }

  private mutating func text(_ text: ArraySlice<UInt8>, id: String) throws(Refusal) {
    switch open.last {
    case "title" where open.count == 2: words.title += text
    case "desc" where open.count == 2: words.desc += text
    case "style":
      let style = String(decoding: text, as: UTF8.self)
      try DrawingStyle.check(rules: style)
      // Nested, the rules reach nothing outside of the picture.
      html += "#\(id) {".utf8
      html += withOwnReferences(style)
      html += "}".utf8
      return
    default: break
    }
    html += text
  }
}
