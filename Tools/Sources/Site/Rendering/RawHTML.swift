import Markdown

/// The HTML that a page may hold: elements that mark up text, with attributes that describe it. Comments and styling are
/// left out. Any other element is an error and is shown as text, so that no page can run a script or break the page around
/// it. Pictures may come from the web, and linked files are copied as they are, an `.svg` with its scripts.
enum RawHTML {
  static let elements: Set<String> = [
    "a", "abbr", "b", "bdi", "bdo", "blockquote", "br", "caption", "cite", "code", "dd", "del", "details", "dfn", "div",
    "dl", "dt", "em", "figcaption", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "ins", "kbd", "li",
    "mark", "ol", "p", "picture", "pre", "q", "rp", "rt", "ruby", "s", "samp", "small", "source", "span", "strike",
    "strong", "sub", "summary", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "time", "tr", "tt", "u", "ul",
    "var", "wbr",
  ]

  /// Elements that have no end tag.
  static let voidElements: Set<String> = ["br", "hr", "img", "source", "wbr"]

  /// Elements of which only the text stays: they style it, or did once.
  static let transparentElements: Set<String> = ["big", "center", "font", "nobr"]

  /// Others are left out: they style an element, tell a program of it, or say how a link opens, which is the reader's choice.
  static let attributes: Set<String> = [
    "align", "alt", "cite", "colspan", "datetime", "dir", "height", "href", "id", "lang", "media", "name", "open",
    "reversed", "rowspan", "src", "srcset", "start", "title", "valign", "value", "width",
  ]

  /// So many problems of a page are reported; more would not help, and a hostile page has thousands.
  static let mostProblems = 25

  /// A tag as it is written, and its place.
  struct Tag {
    let text: ArraySlice<UInt8>
    let node: Node
    let line: Int
    let column: Int
  }

  /// Whether the value is what links lead to: an id, or the name of an anchor.
  static func isID(_ attribute: HTMLMark.Attribute, of element: String) -> Bool {
    attribute.name == "id" || attribute.name == "name" && element == "a"
  }
}

extension Renderer {
  mutating func rawHTML(_ node: Node) {
    let text = tree.bytes(node.literal)
    var (start, index) = (text.startIndex, text.startIndex)
    var line = (number: Int(node.startLine) - 1, end: text.startIndex)
    while let next = text[index...].firstIndex(of: UInt8(ascii: "<")) {
      index = next + 1
      guard let (mark, end) = HTMLMark.read(text[next...]) else { continue }
      while next >= line.end {
        line = (line.number + 1, (text[line.end...].firstIndex(of: UInt8(ascii: "\n")) ?? text.endIndex) + 1)
      }
      rawText(text[start..<next])
      let column = column(of: text[next..<(line.end - 1)], in: node, line: line.number)
      write(mark, RawHTML.Tag(text: text[next..<end], node: node, line: line.number, column: column))
      start = end
      // A comment on lines of its own leaves no empty line behind.
      if case .comment = mark, node.kind == .htmlBlock, text[start...].first == UInt8(ascii: "\n") { start += 1 }
      index = start
    }
    rawText(text[start...])
  }

  /// The column of a tag; `text` is it and the rest of its line in the node.
  private func column(of text: ArraySlice<UInt8>, in node: Node, line: Int) -> Int {
    let line = document.source.line(line)
    // A block's line is all of its line in the source but for quote marks and the like before it.
    let length = text.last == UInt8(ascii: "\r") ? text.count - 1 : text.count
    guard node.kind == .htmlInline else { return max(line.count - length, 0) + 1 }
    // libcmark reports a place before it where the paragraph starts with definitions of links.
    let rest = line.dropFirst(Int(node.startColumn) - 1)
    return (rest.firstRange(of: text.prefix(length))?.lowerBound ?? rest.startIndex) - line.startIndex + 1
  }

  /// Text between tags.
  private mutating func rawText(_ text: ArraySlice<UInt8>) {
    html.textWithEntities(text)
    addSearchText(HTML.decoded(text)[...])
  }

  private mutating func write(_ mark: HTMLMark, _ tag: RawHTML.Tag) {
    switch mark {
    case .comment: return
    case .other: refuse(tag, "this kind of HTML is not allowed in a page")
    case .start(let name, _) where RawHTML.transparentElements.contains(name),
      .end(let name) where RawHTML.transparentElements.contains(name):
      return
    case .start(let name, let attributes):
      guard RawHTML.elements.contains(name) else {
        let start = String(decoding: tag.text.prefix(40), as: UTF8.self)
        return refuse(tag, "“\(start)” is read as HTML, and “\(name)” is not allowed in a page")
      }
      if !RawHTML.voidElements.contains(name) { openHTML.append((name, tag)) }
      html.write("<\(name)")
      for attribute in attributes { write(attribute, of: name, tag) }
      html.markup(">")
      let ids = attributes.filter { RawHTML.isID($0, of: name) }.map {
        String(decoding: $0.value ?? [], as: UTF8.self).lowercased()
      }
      for id in Set(ids).sorted() {
        if HeadingIDs.ofFrame.contains(id) || htmlIDs[id] != nil { report(id: id, tag) }
        htmlIDs[id] = tag
      }
    case .end(let name):
      guard let last = openHTML.last, last.name == name, last.tag.node.parent == tag.node.parent else {
        return refuse(tag, "this closes no “\(name)” that was opened in the same place")
      }
      openHTML.removeLast()
      html.write("</\(name)>")
    }
  }

  private mutating func write(_ attribute: HTMLMark.Attribute, of element: String, _ tag: RawHTML.Tag) {
    let name = attribute.name
    // The name of a picture would hide a method of the document that has it.
    guard RawHTML.attributes.contains(name), (element, name) != ("img", "name") else {
      if name.hasPrefix("on") { problem(tag, "the attribute “\(name)” is not allowed in a page") }
      return
    }
    let value = String(decoding: attribute.value ?? [], as: UTF8.self)
    switch name {
    case "href", "src":
      guard let address = resolve(value, isImage: name == "src", tag) else { return }
      // It is not to be read once more: an entity in it could spell another kind of link.
      html.write(" \(name)=\"\(address)\"")
    case "srcset":
      // Addresses, each with a width or a density after it.
      var candidates: [String] = []
      for candidate in value.split(separator: ",") {
        let words = candidate.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let first = words.first, let address = resolve(first, isImage: true, tag) else { return }
        candidates.append(([address] + words.dropFirst()).joined(separator: " "))
      }
      html.write(" \(name)=\"\(candidates.joined(separator: ", "))\"")
    case _ where RawHTML.isID(attribute, of: element): html.attribute(name, Array(value.lowercased().utf8)[...])
    default: html.attribute(name, attribute.value)
    }
  }

  private mutating func resolve(_ value: String, isImage: Bool, _ tag: RawHTML.Tag) -> String? {
    resolver.resolve(
      WrittenLink(
        address: value.replacing("&amp;", with: "&"), isImage: isImage, line: tag.line, column: tag.column,
        endLine: Int(tag.node.endLine)))
  }

  // MARK: Problems

  private mutating func refuse(_ tag: RawHTML.Tag, _ message: String) {
    problem(tag, message)
    html.text(tag.text)
  }

  private mutating func report(id: String, _ tag: RawHTML.Tag) {
    problem(tag, "the id “\(id)” is given twice on this page", hint: "give this element another id")
  }

  private mutating func problem(
    _ tag: RawHTML.Tag, _ message: String, hint: String = "put code between backticks, or write < as &lt;"
  ) {
    htmlProblems += 1
    guard htmlProblems <= RawHTML.mostProblems else { return }
    let rest = document.source.line(tag.line).count - tag.column + 1
    article.problems.append(
      Diagnostic(
        in: document.source, line: tag.line, column: tag.column, length: max(min(tag.text.count, rest), 1),
        message: message, hint: hint))
  }

  /// Reports what only the end of the page shows: elements that are never closed, which would contain the rest of the
  /// page, and ids that headings have too. An element directly above a heading, or in it, may have its id.
  mutating func finishRawHTML() {
    for (name, tag) in openHTML.prefix(RawHTML.mostProblems) {
      article.problems.append(
        Diagnostic(
          in: document.source, line: tag.line, column: tag.column, length: name.utf8.count + 1,
          message: "this “\(name)” never ends", hint: "add </\(name)>"))
    }
    for heading in article.headings {
      guard let tag = htmlIDs[heading.id], !(heading.line - 2...heading.line).contains(tag.line) else { continue }
      report(id: heading.id, tag)
    }
    article.otherIDs += htmlIDs.keys
  }
}
