/// A diagram as text.
struct MarbleText {
  let text: String

  init(_ diagram: MarbleDiagram) {
    var names = MarbleNames<String>(nil, by: ==)
    let marks = diagram.streams.map { stream in
      stream.marks.map { AlignedMarbles.Mark(time: $0.time, symbol: $0.character(&names)) }
    }
    let aligned = AlignedMarbles(
      marks, frame: max(1, diagram.frame.wholeNanoseconds), until: diagram.length.wholeNanoseconds)
    let indent = (diagram.streams.map(\.name.columns).max() ?? 0) + 1
    var rows = aligned.rows.makeIterator()
    var lines: [String] = []
    for line in diagram.lines {
      switch line {
      case .stream(let stream):
        let blanks = String(repeating: " ", count: indent - stream.name.columns)
        lines.append(stream.name + blanks + (rows.next() ?? ""))
      case .step(let caption): lines.append(String(repeating: " ", count: indent) + caption)
      }
    }
    let legend = MarbleValues(names.legend.map { ($0.name, $0.value) }).pairs
      .filter { $0.value != String($0.name) }.map { "\($0.name) = \($0.value)" }
    if !legend.isEmpty { lines.append(legend.joined(separator: ", ")) }
    text = lines.joined(separator: "\n")
  }
}

extension MarbleDiagram.Mark {
  fileprivate func character(_ names: inout MarbleNames<String>) -> Character {
    switch symbol {
    case .value(let label): names.name(of: label)
    case .finished: "|"
    case .failure: "#"
    case .subscription: "^"
    case .cancellation: "!"
    }
  }
}
