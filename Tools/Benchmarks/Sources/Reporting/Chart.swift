import Foundation

/// A bar for each row on a logarithmic scale, with a mark at the goal.
/// An SVG that follows the reader's light or dark colours, and says in words what it shows.
public struct Chart {
  struct Bar {
    let name: String
    let value: Double
    let goal: Double?
  }

  /// What lies along the bars: from which value they start, where lines are drawn, and how a value is written.
  struct Scale {
    let range: ClosedRange<Double>
    let origin: Double
    let lines: [Double]
    let label: (Double) -> String
  }

  let title: String
  let scale: Scale
  let bars: [Bar]

  private let left = 300.0
  private let width = 460.0
  private let pitch = 20.0
  private let top = 34.0

  private func x(_ value: Double) -> Double {
    let (low, high) = (scale.range.lowerBound, scale.range.upperBound)
    return left + log10(min(max(value, low), high) / low) / log10(high / low) * width
  }

  public var svg: String {
    let height = top + Double(bars.count) * pitch + 10
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 840 \(text(height))" role="img" \
      aria-labelledby="title description">
      """,
      "<title id=\"title\">\(escaped(title))</title>",
      "<desc id=\"description\">\(escaped(description))</desc>",
      Chart.style,
    ]
    for value in scale.lines {
      let place = text(x(value))
      lines.append(
        "<line class=\"grid\" x1=\"\(place)\" x2=\"\(place)\" y1=\"\(text(top))\" y2=\"\(text(height - 6))\"/>")
      lines.append("<text class=\"axis\" x=\"\(place)\" y=\"\(text(top - 8))\">\(scale.label(value))</text>")
    }
    for (index, bar) in bars.enumerated() {
      let y = top + Double(index) * pitch
      let (from, to) = (x(scale.origin), x(bar.value))
      lines.append("<text class=\"name\" x=\"\(text(left - 10))\" y=\"\(text(y + 14))\">\(escaped(bar.name))</text>")
      lines.append(
        """
        <rect class="bar" x="\(text(min(from, to)))" y="\(text(y + 3))" width="\(text(max(1, abs(to - from))))" \
        height="\(text(pitch - 6))" rx="2"/>
        """)
      lines.append("<text class=\"value\" x=\"832\" y=\"\(text(y + 14))\">\(scale.label(bar.value))</text>")
      if let goal = bar.goal {
        let place = text(x(goal))
        lines.append(
          "<line class=\"goal\" x1=\"\(place)\" x2=\"\(place)\" y1=\"\(text(y + 1))\" y2=\"\(text(y + pitch - 1))\"/>")
      }
    }
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  private var description: String {
    bars.map { "\($0.name): \(scale.label($0.value))" + ($0.goal.map { ", goal \(scale.label($0))" } ?? "") }
      .joined(separator: "; ")
  }

  private static let style = """
    <style>
    text { font: 12px system-ui, sans-serif; fill: #1f2328 }
    .name, .value { text-anchor: end } .axis { text-anchor: middle; fill: #59636e }
    .grid { stroke: #d1d9e0 } .bar { fill: #2f6fdb } .goal { stroke: #bc4c00; stroke-width: 2 }
    @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .axis { fill: #9198a1 } .grid { stroke: #3d444d } .bar { fill: #4c8dff }
    .goal { stroke: #f0883e }
    }
    </style>
    """
}

private func text(_ coordinate: Double) -> String { String(format: "%.1f", coordinate) }

private func escaped(_ text: String) -> String {
  text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
}
