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
    let (width, height) = (px(layout.width), px(layout.height))
    return """
      <svg xmlns="http://www.w3.org/2000/svg" class="marble-diagram" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img">
      <title>\(diagram.spokenTitle.markup)</title>
      <desc>\(diagram.spoken.markup)</desc>
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
      let values = group.filter(\.event.isValue)
      for mark in group where !mark.event.isValue { drawSign(mark, x: x, y: middle, isBehindValue: !values.isEmpty) }
      for (index, mark) in values.enumerated() {
        let offset = (Double(index) - Double(values.count - 1) / 2) * MarbleLayout.stackStep
        drawValue(mark, x: x, y: middle + offset)
      }
    }
  }

  private mutating func drawValue(_ mark: Recorded<String, FailureText>, x: Double, y: Double) {
    let label = mark.label
    let hint = label == mark.fullLabel ? "" : "<title>\(mark.fullLabel.markup)</title>"
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

extension MarblePicture {
  /// The style rules of a picture, which apply to all marble diagrams and nothing else.
  ///
  /// Lines and text have the surrounding text color. Only the marbles have other colors, which follow the color scheme.
  static var style: String {
    let font = "var(--marble-font,ui-monospace,SFMono-Regular,Menlo,Consolas,monospace)"
    let line = "var(--marble-line,#8790a0)"
    let ink = "var(--marble-ink,currentColor)"
    let rules = [
      "{max-width:100%;height:auto;font:13px \(font);text-anchor:middle;fill:\(ink)}",
      " .l{fill:none;stroke:\(line);stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}",
      " .k{fill:none;stroke:\(line);stroke-dasharray:1 5;opacity:.6}",
      " .t{font-size:10.5px;fill:\(line)}",
      " .n{text-anchor:start;font-size:12px;opacity:.75}",
      " .b{fill:var(--marble-box,rgb(128 144 176/.13));stroke:\(line);stroke-width:1.2}",
      " .o{font-size:14px}",
      " .e{fill:none;stroke:\(ink);stroke-width:2.4;stroke-linecap:round}",
      " .c{fill:none;stroke:\(ink);stroke-width:2;stroke-dasharray:3 4}",
      " .x{fill:none;stroke:hsl(4 72% 54%);stroke-width:2.8;stroke-linecap:round}",
      " .v{fill:light-dark(hsl(var(--h) 76% 90%),hsl(var(--h) 58% 25%));stroke:hsl(var(--h) 52% 52%);stroke-width:1.6}",
      " .v text{stroke:none;fill:light-dark(hsl(var(--h) 60% 20%),hsl(var(--h) 70% 90%))}",
    ]
    return rules.map { ".marble-diagram\($0)" }.joined()
      + ":root.marble-diagram{color-scheme:light dark;color:CanvasText}"
      + "[data-theme=light] .marble-diagram{color-scheme:light}[data-theme=dark] .marble-diagram{color-scheme:dark}"
  }
}

/// The positions of everything in a picture, in pixels.
struct MarbleLayout {
  static let margin = 10.0
  static let radius = 15.0
  static let stackStep = 27.0
  static let stepHeight = 34.0
  static let tickHeight = 22.0
  private static let rowHeight = 50.0
  private static let widest = 860.0
  private static let narrowest = 400.0

  /// The middle of each line of the diagram.
  let middles: [Double]
  let width: Double
  let height: Double
  let ticks: [Int64]
  private let left: Double
  private let scale: Double

  init(_ diagram: MarbleDiagram) {
    let streams = diagram.streams
    var y = 4.0
    middles = diagram.lines.map { line in
      let height =
        switch line {
        case .step: Self.stepHeight + 8
        case .stream(let stream):
          Self.rowHeight + Double(max(1, stream.groups.map { $0.count(where: \.event.isValue) }.max() ?? 1) - 1)
            * Self.stackStep
        }
      y += height
      return y - height / 2
    }
    let names = streams.map { Double($0.name.count) * 7 }.max() ?? 0
    let first = streams.flatMap { $0.groups.prefix(1) }.flatMap { $0 }.map { $0.width / 2 }.max() ?? 0
    left = Self.margin + (names > 0 ? names + 14 : 4) + max(10, first)
    let end = max(
      diagram.length.wholeNanoseconds, diagram.frame.wholeNanoseconds,
      streams.flatMap(\.events).map(\.time.nanoseconds).max() ?? 0)
    let wanted = streams.map(\.leastScale).max() ?? 0
    scale = min(max(wanted * Double(end), Self.narrowest), Self.widest) / Double(end)
    let last = streams.compactMap(\.groups.last).flatMap { $0 }.map { $0.width / 2 }.max() ?? 0
    width = (left + scale * Double(end) + last + 34).rounded(.up)
    ticks = Self.ticks(to: end, scale: scale)
    height = y + Self.tickHeight
  }

  /// The horizontal position of a time. Negative times are drawn at zero.
  func x(_ time: Int64) -> Double { left + Double(max(0, time)) * scale }

  /// Returns round times, with room for their labels. The axis has room for several.
  private static func ticks(to end: Int64, scale: Double) -> [Int64] {
    let decades = sequence(first: Int64(1)) { $0 * 10 }
    let steps = decades.lazy.flatMap { [$0, $0 * 2, $0 * 5] }
    let step = steps.first { Double($0) * scale >= 58 } ?? end
    return Array(stride(from: 0, through: end, by: Int64.Stride(step)))
  }
}

extension Recording<String, FailureText> {
  var groups: [[Recorded<String, FailureText>]] {
    Dictionary(grouping: events, by: \.time).sorted { $0.key < $1.key }.map(\.value)
  }

  /// The number of pixels per nanosecond at which neighbours do not touch.
  fileprivate var leastScale: Double {
    let groups = groups
    return zip(groups, groups.dropFirst()).map { a, b in
      let room = ((a.map(\.width).max() ?? 0) + (b.map(\.width).max() ?? 0)) / 2 + 4
      return room / Double(max(1, max(0, b[0].time.nanoseconds) - max(0, a[0].time.nanoseconds)))
    }.max() ?? 0
  }
}

extension Recorded<String, FailureText> {
  /// The label of a value; empty for other events.
  var fullLabel: String { event.value ?? "" }

  var label: String { fullLabel.shortened(16) }

  var width: Double {
    guard event.isValue else { return 12 }
    return label.count <= 2 ? MarbleLayout.radius * 2 : Double(label.count) * 7.9 + 16
  }
}
