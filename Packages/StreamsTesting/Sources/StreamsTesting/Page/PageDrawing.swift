struct PageDrawing {
  static let laneHeight = 46.0
  static let axisHeight = 34.0
  let svg: String
  let height: Double

  init(_ page: TimelinePage, hasNames: Bool = false) {
    let layout = PageLayout(page.lanes)
    height = Self.laneHeight * Double(page.lanes.count) + Self.axisHeight
    var text =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"timeline-page\" width=\"\(px(layout.width))\" "
      + "height=\"\(px(height))\" viewBox=\"0 0 \(px(layout.width)) \(px(height))\" role=\"img\" "
      + "aria-label=\"\(page.title.visible.xml)\">\n<style>\(Self.style)</style>\n"
    let axis = height - 12
    for gap in layout.gaps {
      text += "<g class=\"gap\"><path d=\"M\(px(gap.x)) 0v\(px(height - Self.axisHeight))\"/>"
      text += "<text x=\"\(px(gap.x))\" y=\"\(px(axis))\">⋯ \(shortTime(gap.length)) ⋯</text></g>\n"
    }
    var last = -1000.0
    for instant in layout.instants {
      guard let x = layout.starts[instant], x - last > 44, !layout.gaps.contains(where: { abs($0.x - x) < 60 }) else {
        continue
      }
      last = x
      text +=
        "<text class=\"t\" x=\"\(px(x + PageLayout.step / 2))\" y=\"\(px(axis))\">\(shortTime(instant))</text>\n"
    }
    for (row, lane) in page.lanes.enumerated() {
      let y = Self.laneHeight * (Double(row) + 0.5)
      if hasNames { text += "<text class=\"name\" x=\"2\" y=\"\(px(y - 14))\">\(lane.name.visible.xml)</text>" }
      text += "<g class=\"lane\"><path class=\"l\" d=\"M0 \(px(y))H\(px(layout.width))\"/>\n"
      var place = (time: Int64.min, index: 0)
      for event in lane.events {
        place = place.time == event.time ? (event.time, place.index + 1) : (event.time, 0)
        let x = (layout.starts[event.time] ?? 0) + PageLayout.step * (Double(place.index) + 0.5)
        text += Self.mark(event, x, y)
      }
      text += "</g>\n"
    }
    svg = text + "</svg>"
  }

  private static let style = [
    "{display:block;font:12px ui-monospace,monospace;text-anchor:middle;fill:light-dark(#1c2430,#e6e9ef)}",
    " path{fill:none;stroke:light-dark(#1c2430,#e6e9ef);stroke-width:1.8}", " .l{stroke:#8790a0;stroke-width:1}",
    " circle{fill:none;stroke:#8790a0;stroke-width:1.8}", " .t{font-size:11px;fill:#8790a0}",
    " .name{font-size:11px;text-anchor:start}",
    " .request text{font-size:11px;fill:light-dark(#0b62d6,#7db4ff)}", " .gap text{font-size:11px;fill:#8790a0}",
    " .gap path{stroke:#8790a0;stroke-dasharray:2 5}",
    " .value circle{fill:light-dark(#dce9fb,#223a5c);stroke:#5c8fd6}", " .failure path{stroke:#d33a2f}",
    " .ran rect{fill:light-dark(#dff3e4,#1f4a2c);stroke:#4b9b63;stroke-width:1.8}",
    " .e.differs :not(text){stroke:#d33a2f}",
  ].map { ".timeline-page\($0)" }.joined()

  private static func mark(_ event: TimelinePage.Event, _ x: Double, _ y: Double) -> String {
    let classes = "\(event.kind.rawValue)\(event.isDifference ? " differs" : "")"
    let start = "<g class=\"e \(classes)\" transform=\"translate(\(px(x)) \(px(y)))\">"
    let label = "<text y=\"4\">\(event.label.visible.shortened(8).xml)</text>"
    let shape =
      switch event.kind {
      case .value: "<circle r=\"12\"/>\(label)"
      case .finished: "<path d=\"M0-12v24\"/>"
      case .failure: "<path d=\"M-8-8l16 16m0-16l-16 16\"/>"
      case .subscription: "<path d=\"M-6 4l6-8l6 8\"/>"
      case .cancellation: "<path d=\"M0-12v5m0 4v6m0 4v5\"/>"
      case .scheduled: "<circle r=\"4\"/>"
      case .ran where event.label.isEmpty: "<rect x=\"-6\" y=\"-6\" width=\"12\" height=\"12\"/>"
      case .ran: "<rect x=\"-11\" y=\"-11\" width=\"22\" height=\"22\"/>\(label)"
      case .request: "<text y=\"20\">\(event.label.visible.shortened(8).xml)</text>"
      case .dropped: "<path d=\"M-4-4l8 8m0-8l-8 8\"/>"
      }
    return start + shape + "</g>\n"
  }
}

extension String {
  fileprivate func shortened(_ count: Int) -> String { self.count > count ? prefix(count - 1) + "…" : self }
}
