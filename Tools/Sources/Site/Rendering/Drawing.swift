/// An SVG picture, prepared for use in a page.
///
/// It is written again from what was read: elements of a short list, attributes that run nothing, and all text escaped.
/// Its ids are made the drawing's own and its styles are nested, so that two pictures on a page do not mix.
struct Drawing {
  /// Why a picture cannot be shown.
  struct Refusal: Error, Equatable {
    var message: String
  }

  private(set) var html = HTML()
  /// How wide it is drawn when there is room, in pixels.
  private(set) var width: Int?

  /// The elements that draw, as HTML spells them.
  private static let elements: Set<String> = [
    "circle", "clippath", "defs", "desc", "ellipse", "g", "line", "lineargradient", "marker", "mask", "path",
    "pattern", "polygon", "polyline", "radialgradient", "rect", "stop", "style", "svg", "symbol", "text", "textpath",
    "title", "tspan", "use",
  ]
  /// Elements whose content browsers read as HTML or as styles: they may hold text alone.
  private static let textElements: Set<String> = ["desc", "style", "title"]
  /// Attributes whose values are ids, or lists of them.
  private static let idAttributes: Set<String> = ["id", "aria-labelledby", "aria-describedby"]

  /// The entities that hide no part of an address.
  private static let plainEntities = ["amp;", "lt;", "gt;", "quot;", "apos;"]

  private let id: String
  private var open: [String] = []

  /// Checks and adapts `svg`. The element that it is put into has the id `id`.
  init(_ svg: String, id: String) throws(Refusal) {
    self.id = id
    let source = Array(svg.utf8)
    var index = 0
    while index < source.count {
      guard source[index] == UInt8(ascii: "<") else {
        let end = source[index...].firstIndex(of: UInt8(ascii: "<")) ?? source.count
        try text(source[index..<end])
        index = end
        continue
      }
      guard let (mark, end) = HTMLMark.read(source[index...]) else {
        throw Refusal(message: "holds a “<” that starts no element")
      }
      try write(mark, isClosed: source[..<end].dropLast().last == UInt8(ascii: "/"))
      index = end
    }
    guard open.isEmpty else { throw Refusal(message: "does not close <\(open[open.count - 1])>") }
  }

  private mutating func write(_ mark: HTMLMark, isClosed: Bool) throws(Refusal) {
    switch mark {
    case .comment: return
    case .other: throw Refusal(message: "holds a declaration")
    case .end(let name):
      guard open.popLast() == name else { throw Refusal(message: "closes <\(name)> where that is not open") }
      html.write("</\(name)>")
    case .start(let name, let attributes):
      guard Self.elements.contains(name) else { throw Refusal(message: "holds <\(name)>, which no page may") }
      if let last = open.last, Self.textElements.contains(last) {
        throw Refusal(message: "holds <\(name)> in a <\(last)>, which is only text")
      }
      html.write("<\(name)")
      for attribute in attributes { try write(attribute) }
      if open.isEmpty, name == "svg" { addMissing(attributes) }
      html.markup(isClosed ? "/>" : ">")
      if !isClosed { open.append(name) }
    }
  }

  private mutating func write(_ attribute: HTMLMark.Attribute) throws(Refusal) {
    let name = attribute.name
    guard !name.hasPrefix("on"), name != "xml:base" else { throw Refusal(message: "holds the attribute “\(name)”") }
    guard let bytes = attribute.value else { return }
    var value = String(decoding: bytes, as: UTF8.self)
    let reachesOut = name == "style" ? Self.reachesOut(style: value) : Self.namesResource(value)
    guard !reachesOut || name.hasPrefix("aria-") else {
      throw Refusal(message: "holds “\(name)” that reaches beyond it")
    }
    if Self.idAttributes.contains(name) {
      value = value.split(separator: " ").map { "\(id)-\($0)" }.joined(separator: " ")
    } else if name == "href" || name == "xlink:href" {
      guard value.first == "#" else { throw Refusal(message: "holds a link") }
      value = "#\(id)-\(value.dropFirst())"
    } else {
      value = withOwnReferences(value)
    }
    html.attribute(name, Array(value.utf8)[...])
  }

  /// The attributes that a picture needs: a role for screen readers, and a size.
  private mutating func addMissing(_ attributes: [HTMLMark.Attribute]) {
    let names = Set(attributes.map(\.name))
    if !names.contains("role") { html.markup(" role=\"img\"") }
    width = attributes.first { $0.name == "width" }?.value
      .flatMap { Double(String(decoding: $0, as: UTF8.self)) }.flatMap { Int(exactly: $0.rounded(.up)) }
    guard !names.contains("width"), let box = attributes.first(where: { $0.name == "viewbox" })?.value else { return }
    let numbers = String(decoding: box, as: UTF8.self).split { $0 == " " || $0 == "," }.compactMap { Double($0) }
    guard numbers.count == 4 else { return }
    width = Int(exactly: numbers[2].rounded(.up))
    html.write(" width=\"\("\(numbers[2])")\" height=\"\("\(numbers[3])")\"")
  }

  /// A value or style whose references to ids follow these to their new names.
  private func withOwnReferences(_ text: String) -> String {
    text.utf8.contains(UInt8(ascii: "(")) ? text.replacing("url(#", with: "url(#\(id)-") : text
  }

  private mutating func text(_ text: ArraySlice<UInt8>) throws(Refusal) {
    guard open.last == "style" else { return html.textWithEntities(text) }
    let style = String(decoding: text, as: UTF8.self)
    guard Self.isRules(style) else { throw Refusal(message: "has styles that are not whole rules") }
    guard !Self.reachesOut(style: style) else { throw Refusal(message: "has styles that reach beyond it") }
    // Nested, the rules reach nothing outside of the picture.
    html.write("#\(id) {")
    html.textWithEntities(Array(withOwnReferences(style).utf8)[...])
    html.markup("}")
  }

  /// Whether `style` is rules alone, with matching braces. A declaration outside of a rule would be that of the element
  /// around the picture.
  private static func isRules(_ style: String) -> Bool {
    var (depth, last) = (0, "}" as Unicode.Scalar)
    for scalar in style.unicodeScalars where depth >= 0 {
      if depth == 0, scalar == ";" { return false }
      depth += scalar == "{" ? 1 : scalar == "}" ? -1 : 0
      if !scalar.properties.isWhitespace { last = scalar }
    }
    return depth == 0 && last == "}"
  }

  // Without regular expressions: a drawing has a thousand values, and compiling one takes longer than all else.

  /// Whether a value has the address of a file, also one that an escape hides.
  private static func namesResource(_ value: String) -> Bool {
    guard value.utf8.contains(where: { "\\(&".utf8.contains($0) }) else { return false }
    let value = value.lowercased()
    let entities = value.split(separator: "&", omittingEmptySubsequences: false).dropFirst()
    return value.contains("\\") || entities.contains { rest in !plainEntities.contains { rest.hasPrefix($0) } }
      || value.ranges(of: "url(").contains { value[$0.upperBound...].first != "#" }
  }

  /// Whether a style names a file or an element outside, takes an element out of the picture, or could hide that by quotes,
  /// escapes and comments.
  private static func reachesOut(style: String) -> Bool {
    var last = ";" as Unicode.Scalar
    for scalar in style.unicodeScalars where !scalar.properties.isWhitespace {
      switch scalar {
      case "\"", "'", "&", "@": return true
      case "*" where last == "/": return true
      case "+", "~": if "{};,".unicodeScalars.contains(last) { return true }
      default: break
      }
      last = scalar
    }
    return namesResource(style) || style.lowercased().contains("position")
  }
}
