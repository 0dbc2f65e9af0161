/// Reads HTML as strictly as a page of ours must be written.
///
/// By bytes, not with regular expressions: a long run of mutated pages would spend nearly all of its time in these.
struct Markup {
  private static let elements: Set<String> = [
    "p", "em", "strong", "code", "pre", "figure", "div", "span", "h1", "h2", "h3", "h4", "h5", "h6", "a", "img", "ul",
    "ol", "li", "input", "blockquote", "aside", "table", "thead", "tbody", "tr", "th", "td", "hr", "br",
    // Those that raw HTML may add.
    "del", "details", "summary", "kbd", "b", "s", "i", "u", "q", "abbr", "bdi", "bdo", "cite", "dd", "dfn", "dl", "dt",
    "figcaption", "ins", "mark", "picture", "rp", "rt", "ruby", "samp", "small", "source", "sub", "sup", "tfoot", "var",
    "wbr",
  ]
  private static let empty: Set<String> = ["img", "input", "hr", "br", "source", "wbr"]
  private static let attributes: Set<String> = [
    "class", "id", "href", "src", "alt", "title", "tabindex", "type", "disabled", "checked", "aria-label", "role",
    "start", "scope", "data-heading", "data-language", "loading",
    "open", "align", "cite", "colspan", "datetime", "dir", "height", "lang", "media", "name", "reversed", "rowspan",
    "valign", "value", "width",
  ]

  /// A violation.
  private struct Problem: Error {
    var text: String
  }

  private let html: [UInt8]
  private var position = 0
  private var open: [String] = []

  private init(_ html: [UInt8]) {
    self.html = html
  }

  /// The first violation in `html`. In unbalanced text, elements need not be closed in order.
  static func problem(in html: [UInt8], isBalanced: Bool) -> String? {
    var reader = Markup(html)
    do throws(Problem) {
      try reader.read(isBalanced: isBalanced)
      return isBalanced && !reader.open.isEmpty ? "open: \(reader.open)" : nil
    } catch {
      return error.text
    }
  }

  private mutating func read(isBalanced: Bool) throws(Problem) {
    while position < html.count {
      switch html[position] {
      case UInt8(ascii: "<"): try readTag(isBalanced: isBalanced)
      case UInt8(ascii: ">"): throw problem("not escaped")
      case UInt8(ascii: "&"): try readEntity()
      default: position += 1
      }
    }
  }

  private mutating func readTag(isBalanced: Bool) throws(Problem) {
    let start = position
    position += 1
    let isClosing = skip("/")
    let name = word { $0.isLetter || $0.isDigit }
    guard !name.isEmpty else { throw problem("not a tag", at: start) }
    guard Self.elements.contains(name) else { throw problem("element \(name)", at: start) }
    while skip(" ") {
      let attribute = word { $0.isLetter || $0 == UInt8(ascii: "-") }
      guard !isClosing, Self.attributes.contains(attribute) else { throw problem("attribute \(attribute)", at: start) }
      if skip("=") { try readValue() }
    }
    guard skip(">") else { throw problem("not a tag", at: start) }
    if !isClosing {
      if !Self.empty.contains(name) { open.append(name) }
    } else if isBalanced, open.popLast() != name {
      throw problem("</\(name)> closes nothing", at: start)
    }
  }

  private mutating func readValue() throws(Problem) {
    let start = position
    guard skip("\"") else { throw problem("value without quotes") }
    while position < html.count {
      switch html[position] {
      case UInt8(ascii: "<"), UInt8(ascii: ">"): throw problem("not escaped in a value", at: start)
      case UInt8(ascii: "&"): try readEntity()
      case UInt8(ascii: "\""):
        position += 1
        return
      default: position += 1
      }
    }
    throw problem("value without an end", at: start)
  }

  private mutating func readEntity() throws(Problem) {
    let start = position
    position += 1
    let name =
      if !skip("#") { word { $0.isDigit || ($0 | 0x20).isLetter } } else if skip("x") || skip("X") {
        word { $0.isDigit || (97...102).contains($0 | 0x20) }
      } else { word { $0.isDigit } }
    guard !name.isEmpty, skip(";") else { throw problem("& is not escaped", at: start) }
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard position < html.count, html[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func word(_ belongs: (UInt8) -> Bool) -> String {
    let start = position
    while position < html.count, belongs(html[position]) { position += 1 }
    return String(decoding: html[start..<position], as: UTF8.self)
  }

  private func problem(_ what: String, at start: Int? = nil) -> Problem {
    let start = start ?? position
    return Problem(text: "\(what): \(String(decoding: html[start...].prefix(60), as: UTF8.self))")
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z") }
  fileprivate var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}
