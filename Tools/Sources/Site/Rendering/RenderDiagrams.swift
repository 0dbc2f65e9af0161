import Markdown

extension Renderer {
  /// Draws what the example at `node` has printed, or says that it has not run yet, if `drawn` is nil.
  mutating func diagrams(of node: Node, _ drawn: [String]?, isChecked: Bool) {
    if drawn == nil {
      html.markup(
        "<p class=\"missing\">The diagram of this example is drawn once <code>docs verify</code> has run it.</p>\n")
    }
    for svg in drawn ?? [] {
      let id = "\(style.idPrefix)diagram-\(diagramCount + 1)"
      do throws(Drawing.Refusal) {
        let drawing = try Drawing(svg, id: id)
        write(drawing, id: id, isChecked: isChecked)
        article.otherIDs.append(id)
        diagramCount += 1
      } catch {
        article.problems.append(
          Diagnostic(
            in: document.source, line: Int(node.startLine), column: Int(node.startColumn), length: 3,
            message: "a diagram of this example \(error.message)", hint: "draw it with shapes and text alone"))
      }
    }
  }

  private mutating func write(_ drawing: Drawing, id: String, isChecked: Bool) {
    // The style sheet shrinks it on a narrow screen only so far that its text can be read.
    let style: HTML = drawing.width.map { " style=\"--width:\($0)\"" } ?? ""
    var checked: HTML = ""
    if isChecked {
      checked = """
         <span class="checked" title="This example was compiled and run, and drew exactly this">\
        checked with \(results.compiler)</span>
        """
    }
    html.write(
      """
      <figure class="diagram">
      <div class="drawing" id="\(id)" tabindex="0" role="group" aria-label="Diagram"\(style)>\(drawing.html)</div>
      <figcaption><span class="drawn">Drawn by this example</span>\(checked)</figcaption>
      </figure>

      """)
  }
}
