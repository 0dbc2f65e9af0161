import Markdown

/// What HTML a page may hold: comments, which are left out, and elements that only mark up text, with attributes that
/// only describe it. Anything else is an error and is shown as text, so that no page can run a script, load something,
/// or break the page around it.
enum RawHTML {
  static let elements: Set<String> = [
    "a", "abbr", "b", "bdi", "bdo", "blockquote", "br", "caption", "cite", "code", "dd", "del", "details", "dfn", "div",
    "dl", "dt", "em", "figcaption", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "ins", "kbd", "li",
    "mark", "ol", "p", "picture", "pre", "q", "rp", "rt", "ruby", "s", "samp", "small", "source", "span", "strike",
    "strong", "sub", "summary", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "time", "tr", "tt", "u", "ul",
    "var", "wbr",
  ]

  /// So many problems of a page are reported; more would not help, and a hostile page has thousands.
  static let mostProblems = 25

  /// Elements that have no end tag.
  static let voidElements: Set<String> = ["br", "hr", "img", "source", "wbr"]

  static let attributes: Set<String> = [
    "align", "alt", "cite", "colspan", "datetime", "dir", "height", "href", "id", "lang", "media", "name", "open",
    "reversed", "rowspan", "src", "srcset", "start", "title", "valign", "value", "width",
  ]

  /// Whether the value is what links lead to: an id, or the name of an anchor.
  static func isID(_ attribute: HTMLMark.Attribute, of element: String) -> Bool {
    attribute.name == "id" || attribute.name == "name" && element == "a"
  }

  /// Elements of which only the text stays: they style it, or did once.
  static let transparentElements: Set<String> = ["big", "center", "font", "nobr"]

  /// Attributes that are left out. They style an element, tell a program of it, or say how a link opens, which is the
  /// reader's choice.
  static func isLeftOut(_ attribute: String) -> Bool {
    leftOutAttributes.contains(attribute) || attribute.hasPrefix("data-") || attribute.hasPrefix("aria-")
  }

  private static let leftOutAttributes: Set<String> = [
    "bgcolor", "border", "cellpadding", "cellspacing", "class", "clear", "color", "decoding", "face", "frame", "hspace",
    "itemprop", "loading", "nowrap", "rel", "role", "rules", "scope", "size", "sizes", "style", "summary", "tabindex",
    "target", "type", "vspace",
  ]

  /// An element whose end tag is still to come.
  struct Open {
    let name: String
    /// The node around it, which must also be around its end.
    let container: Int32
    let line: Int
    let column: Int
  }
}

extension Renderer {
  mutating func rawHTML(_ node: Node) {
    let text = tree.bytes(node.literal)
    var start = text.startIndex
    var index = start
    while index < text.endIndex {
      guard text[index] == UInt8(ascii: "<") else {
        index += 1
        continue
      }
      guard let (mark, end) = HTMLMark.read(text[index...]) else {
        index += 1
        continue
      }
      rawText(text[start..<index])
      write(mark, source: text[index..<end], in: node)
      start = end
      // A comment on lines of its own leaves no empty line behind.
      if case .comment = mark, node.kind == .htmlBlock, start < text.endIndex, text[start] == UInt8(ascii: "\n") {
        start += 1
      }
      index = start
    }
    rawText(text[start...])
  }

  /// Text between tags.
  private mutating func rawText(_ text: ArraySlice<UInt8>) {
    html.textWithEntities(text)
    addSearchText(HTML.decoded(text)[...])
  }

  private mutating func write(_ mark: HTMLMark, source: ArraySlice<UInt8>, in node: Node) {
    switch mark {
    case .comment: return
    case .other: refuse(source, in: node, "this kind of HTML is not allowed in a page")
    case .start(let name, _) where RawHTML.transparentElements.contains(name),
      .end(let name) where RawHTML.transparentElements.contains(name):
      return
    case .start(let name, let attributes):
      guard RawHTML.elements.contains(name) else {
        return refuse(
          source, in: node,
          "“\(String(decoding: source.prefix(40), as: UTF8.self))” is read as HTML, and “\(name)” is not allowed in a page"
        )
      }
      if !RawHTML.voidElements.contains(name) {
        let place = place(of: source, in: node)
        openHTML.append(
          RawHTML.Open(name: name, container: node.parent, line: place.line, column: place.column))
      }
      html.write("<\(name)")
      for attribute in attributes { write(attribute, of: name, source: source, in: node) }
      addIDs(of: name, attributes, source: source, in: node)
      html.markup(">")
    case .end(let name):
      guard let last = openHTML.last, last.name == name, last.container == node.parent else {
        return refuse(source, in: node, "this closes no “\(name)” that was opened in the same place")
      }
      openHTML.removeLast()
      html.write("</\(name)>")
    }
  }

  private mutating func write(
    _ attribute: HTMLMark.Attribute, of element: String, source: ArraySlice<UInt8>, in node: Node
  ) {
    guard !RawHTML.isLeftOut(attribute.name) else { return }
    guard RawHTML.attributes.contains(attribute.name) else {
      return problem(source, in: node, "the attribute “\(attribute.name)” is not allowed in a page")
    }
    var value = String(decoding: attribute.value ?? [], as: UTF8.self)
    switch attribute.name {
    case "href", "src":
      guard let address = resolve(value, isImage: attribute.name == "src", source: source, in: node) else { return }
      value = address
    case "srcset":
      // Addresses, each with a width or a density after it.
      var candidates: [String] = []
      for candidate in value.split(separator: ",") {
        let words = candidate.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let first = words.first, let address = resolve(first, isImage: true, source: source, in: node) else {
          return
        }
        candidates.append(([address] + words.dropFirst()).joined(separator: " "))
      }
      value = candidates.joined(separator: ", ")
    case _ where RawHTML.isID(attribute, of: element): value = value.lowercased()
    default: break
    }
    html.write(" \(attribute.name)")
    guard attribute.value != nil else { return }
    html.markup("=\"")
    // An address is not to be read once more: an entity in it could spell another kind of link.
    if ["href", "src", "srcset"].contains(attribute.name) {
      html.text(value)
    } else {
      html.textWithEntities(Array(value.utf8)[...])
    }
    html.markup("\"")
  }

  private mutating func resolve(
    _ value: String, isImage: Bool, source: ArraySlice<UInt8>, in node: Node
  ) -> String? {
    let place = place(of: source, in: node)
    return resolver.resolve(
      Reference(
        address: value.replacing("&amp;", with: "&"), isImage: isImage, line: place.line, column: place.column,
        endLine: Int(node.endLine)))
  }

  /// An element that is never closed would contain the rest of the page.
  mutating func reportOpenHTML() {
    for open in openHTML.prefix(RawHTML.mostProblems) {
      page.problems.append(
        Diagnostic(
          in: document.source, line: open.line, column: open.column, length: open.name.utf8.count + 1,
          message: "this “\(open.name)” never ends", hint: "add </\(open.name)>"))
    }
  }

  private mutating func refuse(_ source: ArraySlice<UInt8>, in node: Node, _ message: String) {
    problem(source, in: node, message)
    html.text(source)
  }

  private mutating func problem(
    _ source: ArraySlice<UInt8>, in node: Node, _ message: String,
    hint: String = "put code between backticks, or write < as &lt;"
  ) {
    htmlProblems += 1
    guard htmlProblems <= RawHTML.mostProblems else { return }
    let place = place(of: source, in: node)
    let line = document.source.line(place.line)
    page.problems.append(
      Diagnostic(
        in: document.source, line: place.line, column: place.column,
        length: max(min(source.count, line.count - place.column + 1), 1), message: message,
        hint: hint))
  }

  /// Reports ids that another element of the page or of the frame around it has.
  private mutating func addIDs(
    of element: String, _ attributes: [HTMLMark.Attribute], source: ArraySlice<UInt8>, in node: Node
  ) {
    let given = attributes.filter { RawHTML.isID($0, of: element) }.map {
      String(decoding: $0.value ?? [], as: UTF8.self).lowercased()
    }
    for id in Set(given).sorted() {
      if HeadingIDs.ofFrame.contains(id) || htmlIDs[id] != nil { reportID(id, source, in: node) }
      htmlIDs[id] = (source, node, place(of: source, in: node).line)
    }
  }

  /// Reports ids of elements that headings have too. An element directly above a heading, or in it, may have its id.
  mutating func reportIDsOfHeadings() {
    for heading in page.headings {
      guard let found = htmlIDs[heading.id], !(heading.line - 2...heading.line).contains(found.line) else { continue }
      reportID(heading.id, found.source, in: found.node)
    }
  }

  private mutating func reportID(_ id: String, _ source: ArraySlice<UInt8>, in node: Node) {
    problem(source, in: node, "the id “\(id)” is given twice on this page", hint: "give this element another id")
  }

  /// The place of a part of an HTML node in the source.
  private mutating func place(of part: ArraySlice<UInt8>, in node: Node) -> (line: Int, column: Int) {
    let start = Int(node.literal.start)
    let before = tree.text[start..<part.startIndex]
    // Counted from the last place on: a page may hold thousands of tags in a row.
    if htmlPlace.start != start || htmlPlace.end > part.startIndex { htmlPlace = (start, start, 0) }
    htmlPlace.lines += tree.text[htmlPlace.end..<part.startIndex].count { $0 == UInt8(ascii: "\n") }
    htmlPlace.end = part.startIndex
    let line = Int(node.startLine) + htmlPlace.lines
    let firstLine = part.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    let text = document.source.line(line)
    let from = line == Int(node.startLine) ? Int(node.startColumn) - 1 + before.count : 0
    let candidates = text.dropFirst(max(from, 0))
    let offset = candidates.indices.first { candidates[$0...].starts(with: firstLine) }
    return (line, (offset ?? text.startIndex + max(from, 0)) - text.startIndex + 1)
  }
}
