import Foundation

/// A bar for each row on a logarithmic scale, with a mark at the goal. If several runs measured a row, the bar ends at the
/// value nearest the origin, and a pale part reaches to the farthest.
///
/// An SVG without a width. It fills its column, with labels of a constant size. It has the site's light and dark colours,
/// and a description in words.
public struct Chart {
  struct Bar {
    let name: String
    let values: ClosedRange<Double>
    let goal: Double?
  }

  /// The axis along the bars: its first value, its grid lines, and the format of a value.
  struct Scale {
    let range: ClosedRange<Double>
    let origin: Double
    let lines: [Double]
    let label: (Double) -> String
  }

  public let title: String
  let scale: Scale
  let bars: [Bar]

  private let pitch = 31.0
  private let top = 46.0

  /// A value's distance from the left, in percent. Margins on both sides keep strokes from being cut off.
  private func x(_ value: Double) -> Double {
    let (low, high) = (scale.range.lowerBound, scale.range.upperBound)
    return 0.3 + log10(min(max(value, low), high) / low) / log10(high / low) * 99.4
  }

  public var svg: String {
    let height = top + Double(bars.count) * pitch + 4
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" height="\(text(height))" role="img" \
      aria-labelledby="title description">
      """,
      "<title id=\"title\">\(escaped(title))</title>",
      "<desc id=\"description\">\(escaped(description))</desc>",
      Chart.style,
      "<text class=\"axis first\" x=\"0\" y=\"14\">\(escaped(title)), log scale</text>",
    ]
    for value in scale.lines {
      let anchor = value == scale.range.lowerBound ? " first" : value == scale.range.upperBound ? " last" : ""
      lines.append(line("grid", at: value, from: top - 4, to: height))
      // A phone has room for the labels of the powers of ten.
      guard log10(value) == log10(value).rounded() else { continue }
      lines.append(
        "<text class=\"axis\(anchor)\" x=\"\(text(x(value)))%\" y=\"\(text(top - 11))\">\(scale.label(value))</text>")
    }
    for (index, bar) in bars.enumerated() {
      let y = top + Double(index) * pitch
      let (low, high) = (x(bar.values.lowerBound), x(bar.values.upperBound))
      let from = x(scale.origin)
      let to = min(max(from, low), high)
      lines.append("<text x=\"0\" y=\"\(text(y + 14))\">\(escaped(bar.name))</text>")
      lines.append("<text class=\"value\" x=\"100%\" y=\"\(text(y + 14))\">\(label(bar))</text>")
      lines.append(
        """
        <rect class="bar" x="\(text(min(from, to)))%" y="\(text(y + 19))" width="\(text(max(0.3, abs(to - from))))%" \
        height="7" rx="2"/>
        """)
      if high > low {
        lines.append(
          """
          <rect class="range" x="\(text(low))%" y="\(text(y + 19))" width="\(text(high - low))%" height="7" rx="2"/>
          """)
      }
      if let goal = bar.goal { lines.append(line("goal", at: goal, from: y + 17, to: y + 28)) }
    }
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  private func label(_ bar: Bar) -> String {
    let (low, high) = (scale.label(bar.values.lowerBound), scale.label(bar.values.upperBound))
    return low == high ? low : "\(low) to \(high)"
  }

  /// A line across the bars.
  private func line(_ kind: String, at value: Double, from y1: Double, to y2: Double) -> String {
    let place = text(x(value))
    return "<line class=\"\(kind)\" x1=\"\(place)%\" x2=\"\(place)%\" y1=\"\(text(y1))\" y2=\"\(text(y2))\"/>"
  }

  private var description: String {
    bars.map { "\($0.name): \(label($0))" + ($0.goal.map { ", goal \(scale.label($0))" } ?? "") }
      .joined(separator: "; ")
  }

  private static let style = """
    <style>
    text { font: 14px system-ui, sans-serif; fill: #1c2729; paint-order: stroke; stroke: #fff; stroke-width: 3px }
    .value { text-anchor: end; font-weight: 600 }
    .axis { text-anchor: middle; font-size: 12px; fill: #536367 } .first { text-anchor: start } .last { text-anchor: end }
    .grid { stroke: #dde5e6 } .bar, .range { fill: #0b6e75 } .range { opacity: 0.35 } .goal { stroke: #1c2729; stroke-width: 2 }
    @media (prefers-color-scheme: dark) {
    text { fill: #dbe4e6; stroke: #11171b } .axis { fill: #97a7ac } .grid { stroke: #2a353c } .bar, .range { fill: #55c4cb }
    .goal { stroke: #fff }
    }
    </style>
    """
}

private func text(_ coordinate: Double) -> String { String(format: "%.1f", coordinate) }

private func escaped(_ text: String) -> String {
  text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
}
