/// A diagram as text.
struct MarbleText {
  let text: String

  init(_ diagram: MarbleDiagram) {
    var names = MarbleNames<String>()
    let written = diagram.streams.map { Recording($0.events).written(with: &names) }
    let aligned = AlignedMarbles(
      written, frame: max(1, diagram.frame.wholeNanoseconds), until: diagram.length.wholeNanoseconds)
    let indent = (diagram.streams.map(\.name.count).max() ?? 0) + 1
    var rows = aligned.rows.makeIterator()
    var lines: [String] = []
    for line in diagram.lines {
      switch line {
      case .stream(let stream):
        let blanks = String(repeating: " ", count: indent - stream.name.count)
        lines.append(stream.name + blanks + (rows.next() ?? ""))
      case .step(let caption): lines.append(String(repeating: " ", count: indent) + caption)
      }
    }
    let legend = MarbleValues(names.legend.map { ($0.name, $0.value) }).legend { $0 }
    if !legend.isEmpty { lines.append(legend) }
    text = lines.joined(separator: "\n")
  }
}
