import Markdown

extension Renderer {
  /// Draws the pictures that the example whose code ends with `node` has printed.
  mutating func diagrams(of node: Node) {
    guard let drawn = found.diagrams[Int(node.endLine)] else {
      if isDiagram(node) {
        html.markup("<p class=\"missing\">The diagram of this example is drawn once <code>docs verify</code> ")
        html.markup("has run it.</p>\n")
      }
      return
    }
    for svg in drawn {
      let id = "\(style.idPrefix)diagram-\(page.diagrams.count + 1)"
      do throws(Drawing.Refusal) {
        let drawing = try Drawing(svg, id: id)
        write(drawing, id: id, isChecked: found.verified.contains(Int(node.endLine)))
        page.otherIDs.append(id)
        page.diagrams.append(Page.Diagram(line: Int(node.endLine), text: drawing.description))
        addSearchText(HTML.decoded(Array(drawing.description.utf8)[...])[...])
      } catch {
        page.problems.append(
          Diagnostic(
            in: document.source, line: Int(node.startLine), column: Int(node.startColumn), length: 3,
            message: "a diagram of this example \(error.message)", hint: "draw it with shapes and text alone"))
      }
    }
  }

  private mutating func write(_ drawing: Drawing, id: String, isChecked: Bool) {
    html.markup("<figure class=\"diagram\">\n<div class=\"drawing\" id=\"")
    html.write("\(id)\" tabindex=\"0\" role=\"group\" aria-label=\"Diagram\"")
    // The style sheet shrinks it on a narrow screen only so far that its text can be read.
    if let width = drawing.width {
      html.write(" style=\"--width:\(width)\"")
    }
    html.markup(">")
    html.append(drawing.html.bytes)
    html.markup("</div>\n<figcaption><span class=\"drawn\">Drawn by this example</span>")
    if isChecked, let compiler = examples.compiler {
      html.markup(" <span class=\"checked\" title=\"This example was compiled and run, and drew exactly this\">")
      html.write("checked with \(compiler)</span>")
    }
    html.markup("</figcaption>\n</figure>\n")
  }

  /// Whether the fence says that its example draws.
  private func isDiagram(_ node: Node) -> Bool {
    tree.string(node.detail).split { $0 == " " || $0 == "\t" || $0 == "," }.dropFirst().contains("diagram")
  }
}

extension Page {
  /// The Markdown of `source` with its diagrams in words, each after the code that drew it.
  public func described(_ source: Source) -> [UInt8] {
    guard !diagrams.isEmpty else { return source.bytes }
    var bytes: [UInt8] = []
    var start = 0
    for diagram in diagrams where !diagram.text.isEmpty {
      let end = diagram.line < source.lineCount ? source.lineStarts[diagram.line] : source.bytes.count
      bytes += source.bytes[start..<end]
      start = end
      if bytes.last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
      let prefix = source.line(diagram.line).prefix { " \t>".utf8.contains($0) }
      bytes += Array(prefix) + [UInt8(ascii: "\n")] + Array(prefix) + Array("Diagram: \(diagram.text)\n".utf8)
    }
    return bytes + source.bytes[start...]
  }
}
