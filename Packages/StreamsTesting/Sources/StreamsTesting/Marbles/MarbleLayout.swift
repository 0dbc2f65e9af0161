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
          Self.rowHeight + Double(max(1, stream.groups.map { $0.count(where: \.isValue) }.max() ?? 1) - 1)
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

  func x(_ time: Int64) -> Double { left + Double(time) * scale }

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
    var groups: [[Recorded<String, FailureText>]] = []
    for event in events {
      if let last = groups.indices.last, groups[last][0].time == event.time {
        groups[last].append(event)
      } else {
        groups.append([event])
      }
    }
    return groups
  }

  /// The number of pixels per nanosecond at which neighbours do not touch.
  fileprivate var leastScale: Double {
    let groups = groups
    return zip(groups, groups.dropFirst()).map { a, b in
      let room = ((a.map(\.width).max() ?? 0) + (b.map(\.width).max() ?? 0)) / 2 + 4
      return room / Double(max(1, b[0].time.nanoseconds - a[0].time.nanoseconds))
    }.max() ?? 0
  }
}

extension Recorded<String, FailureText> {
  private static var longestLabel: Int { 16 }

  var isValue: Bool { event.value != nil }

  /// The label of a value; empty for other events.
  var fullLabel: String { event.value ?? "" }

  var label: (text: String, isWhole: Bool) {
    let label = fullLabel
    let isWhole = label.count <= Self.longestLabel
    return (isWhole ? label : "\(label.prefix(Self.longestLabel - 1))…", isWhole)
  }

  var width: Double {
    guard isValue else { return 12 }
    let count = label.text.count
    return count <= 2 ? MarbleLayout.radius * 2 : Double(count) * 7.9 + 16
  }
}
