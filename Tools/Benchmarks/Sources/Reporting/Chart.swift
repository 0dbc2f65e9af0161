import Foundation
import Measuring

/// A bar for each row that has a peer: how many times faster ours is, on a logarithmic scale, with a mark at the goal.
/// An SVG that follows the reader's light or dark colours, and says in words what it shows.
public struct Chart {
  private let title: String
  private let rows: [(name: String, ratio: Double, goal: Double?)]

  public init(_ report: Report, title: String) {
    self.title = title
    rows = report.rows.compactMap { row in
      row.timesFaster.map { (row.name, $0, row.goal.timesFaster) }
    }
  }

  private let left = 300.0
  private let width = 460.0
  private let pitch = 20.0
  private let top = 34.0

  /// From half as fast to a thousand times faster.
  private func x(_ ratio: Double) -> Double {
    let share = log10(min(max(ratio, 0.5), 1_000) / 0.5) / log10(1_000 / 0.5)
    return left + share * width
  }

  public var svg: String {
    let height = top + Double(rows.count) * pitch + 10
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 840 \(text(height))" role="img" \
      aria-labelledby="title description">
      """,
      "<title id=\"title\">\(escaped(title))</title>",
      "<desc id=\"description\">\(escaped(description))</desc>",
      Chart.style,
    ]
    for ratio in [1.0, 3, 10, 30, 100, 300, 1_000] {
      let place = text(x(ratio))
      lines.append(
        "<line class=\"grid\" x1=\"\(place)\" x2=\"\(place)\" y1=\"\(text(top))\" y2=\"\(text(height - 6))\"/>")
      lines.append("<text class=\"axis\" x=\"\(place)\" y=\"\(text(top - 8))\">\(number(ratio, digits: 0))x</text>")
    }
    for (index, row) in rows.enumerated() {
      let y = top + Double(index) * pitch
      let (from, to) = (x(1), x(row.ratio))
      lines.append("<text class=\"name\" x=\"\(text(left - 10))\" y=\"\(text(y + 14))\">\(escaped(row.name))</text>")
      lines.append(
        """
        <rect class="bar" x="\(text(min(from, to)))" y="\(text(y + 3))" width="\(text(max(1, abs(to - from))))" \
        height="\(text(pitch - 6))" rx="2"/>
        """)
      lines.append(
        "<text class=\"value\" x=\"\(text(max(from, to) + 6))\" y=\"\(text(y + 14))\">\(times(row.ratio))</text>")
      if let goal = row.goal {
        let place = text(x(goal))
        lines.append(
          "<line class=\"goal\" x1=\"\(place)\" x2=\"\(place)\" y1=\"\(text(y + 1))\" y2=\"\(text(y + pitch - 1))\"/>")
      }
    }
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  private var description: String {
    rows.map { row in "\(row.name): \(times(row.ratio))" + (row.goal.map { ", goal \(times($0))" } ?? "") }
      .joined(separator: "; ")
  }

  private static let style = """
    <style>
    text { font: 12px system-ui, sans-serif; fill: #1f2328 }
    .name { text-anchor: end } .axis { text-anchor: middle; fill: #59636e }
    .grid { stroke: #d1d9e0 } .bar { fill: #2f6fdb } .goal { stroke: #bc4c00; stroke-width: 2 }
    @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .axis { fill: #9198a1 } .grid { stroke: #3d444d } .bar { fill: #4c8dff }
    .goal { stroke: #f0883e }
    }
    </style>
    """
}

private func times(_ value: Double) -> String { number(value, digits: value < 9.95 ? 1 : 0) + "x" }

private func text(_ coordinate: Double) -> String { String(format: "%.1f", coordinate) }

private func escaped(_ text: String) -> String {
  text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
}
