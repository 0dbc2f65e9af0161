struct MarblePicture {
  private static let palette = [212, 150, 32, 330, 265, 186, 4, 95]

  private let diagram: MarbleDiagram
  private let layout: MarbleLayout
  /// The hue of each label.
  private var hues: [String: Int] = [:]
  private var body = ""

  init(_ diagram: MarbleDiagram) {
    self.diagram = diagram
    layout = MarbleLayout(diagram)
    drawTicks()
    for (line, middle) in zip(diagram.lines, layout.middles) {
      switch line {
      case .stream(let stream): draw(stream, at: middle)
      case .step(let caption): draw(caption, at: middle)
      }
    }
  }

  var svg: String {
    let id = "marbles-" + diagram.fingerprint
    let (width, height) = (px(layout.width), px(layout.height))
    return """
      <svg xmlns="http://www.w3.org/2000/svg" id="\(id)" class="marble-diagram" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img" aria-labelledby="\(id)-t \(id)-d">
      <title id="\(id)-t">\(diagram.spokenTitle.markup)</title>
      <desc id="\(id)-d">\(diagram.spoken.markup)</desc>
      <style>\(Self.style)</style>
      \(body)</svg>
      """
  }

  private mutating func add(_ element: String) { body += element + "\n" }

  private mutating func drawTicks() {
    let bottom = layout.height - MarbleLayout.tickHeight
    let lines = layout.ticks.map { "M\(px(layout.x($0))) 4V\(px(bottom))" }.joined()
    guard !lines.isEmpty else { return }
    add("<path class=\"k\" d=\"\(lines)\"/>")
    let labels = layout.ticks.map { tick in
      "<text x=\"\(px(layout.x(tick)))\" y=\"\(px(bottom + 13))\">\(shortTime(tick))</text>"
    }
    add("<g class=\"t\">\(labels.joined())</g>")
  }

  private mutating func draw(_ caption: String, at middle: Double) {
    let height = MarbleLayout.stepHeight
    add(
      """
      <rect class="b" x="1" y="\(px(middle - height / 2))" width="\(px(layout.width - 2))" height="\(px(height))" \
      rx="9"/><text class="o" x="\(px(layout.width / 2))" y="\(px(middle + 4.5))">\(caption.markup)</text>
      """)
  }

  private mutating func draw(_ stream: Recording<String, FailureText>, at middle: Double) {
    let (y, right) = (px(middle), layout.width - 8)
    if !stream.name.isEmpty {
      add("<text class=\"n\" x=\"\(px(MarbleLayout.margin))\" y=\"\(px(middle + 4))\">\(stream.name.markup)</text>")
    }
    add("<path class=\"l\" d=\"M\(px(layout.x(0) - 8)) \(y)H\(px(right))m-8 -5l8 5l-8 5\"/>")
    for group in stream.groups {
      let x = layout.x(group[0].time.nanoseconds)
      let values = group.filter(\.isValue)
      for mark in group where !mark.isValue { drawSign(mark, x: x, y: middle, isBehindValue: !values.isEmpty) }
      for (index, mark) in values.enumerated() {
        let offset = (Double(index) - Double(values.count - 1) / 2) * MarbleLayout.stackStep
        drawValue(mark, x: x, y: middle + offset)
      }
    }
  }

  private mutating func drawValue(_ mark: Recorded<String, FailureText>, x: Double, y: Double) {
    let (label, isWhole) = mark.label
    let hint = isWhole ? "" : "<title>\(mark.fullLabel.markup)</title>"
    let (half, radius) = (mark.width / 2, MarbleLayout.radius)
    let shape =
      half > radius
      ? "<rect x=\"\(px(x - half))\" y=\"\(px(y - radius))\" width=\"\(px(half * 2))\" height=\"\(px(radius * 2))\" rx=\"\(px(radius))\"/>"
      : "<circle cx=\"\(px(x))\" cy=\"\(px(y))\" r=\"\(px(radius))\"/>"
    let hue = hues[mark.fullLabel] ?? Self.palette[hues.count % Self.palette.count]
    hues[mark.fullLabel] = hue
    add(
      "<g class=\"v\" style=\"--h:\(hue)\">\(hint)\(shape)<text x=\"\(px(x))\" y=\"\(px(y + 4.5))\">\(label.markup)</text></g>"
    )
  }

  private mutating func drawSign(_ mark: Recorded<String, FailureText>, x: Double, y: Double, isBehindValue: Bool) {
    let reach = isBehindValue ? MarbleLayout.radius + 9 : MarbleLayout.radius + 2
    switch mark.event {
    case .value: break
    case .completion(.finished): add("<path class=\"e\" d=\"M\(px(x)) \(px(y - reach))V\(px(y + reach))\"/>")
    case .completion(.failure(let error)):
      let arm = isBehindValue ? MarbleLayout.radius + 2 : 9
      let cross = [
        "M\(px(x - arm)) \(px(y - arm))L\(px(x + arm)) \(px(y + arm))",
        "M\(px(x - arm)) \(px(y + arm))L\(px(x + arm)) \(px(y - arm))",
      ].joined()
      add("<path class=\"x\" d=\"\(cross)\"><title>\(error.description.markup)</title></path>")
    case .subscription: add("<path class=\"e\" d=\"M\(px(x - 5)) \(px(y + 14))l5 -9l5 9\"/>")
    case .cancellation: add("<path class=\"c\" d=\"M\(px(x)) \(px(y - reach))V\(px(y + reach))\"/>")
    }
  }
}

/// Returns a length in pixels, rounded to a tenth.
func px(_ length: Double) -> String {
  let tenths = Int((length * 10).rounded())
  return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
}
