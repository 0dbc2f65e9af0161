import Foundation
import Measuring

extension Chart {
  /// How many times faster ours is, for each row that has a peer, or for those named `names`.
  public static func ratios(_ report: Report, title: String, only names: [String] = []) -> Chart {
    let rows = report.rows.filter { names.isEmpty || names.contains($0.name) }
    let bars = rows.compactMap { row in
      row.timesFaster.map { Bar(name: row.name, value: $0, goal: row.goal.timesFaster) }
    }
    // From half as fast, where anything is slower, to a thousand times faster.
    let lowest = bars.contains { $0.value < 1 } ? 0.5 : 1
    let scale = Scale(range: lowest...1_000, origin: 1, lines: [1, 3, 10, 30, 100, 300, 1_000]) { value in
      number(value, digits: value < 9.95 && value != value.rounded() ? 1 : 0) + "x"
    }
    return Chart(title: title, scale: scale, bars: bars)
  }

  /// How long an operation takes, for each row that has no peer.
  public static func times(_ report: Report, title: String) -> Chart {
    let bars = report.rows.compactMap { row -> Bar? in
      guard row.peer == nil, let ours = row.ours else { return nil }
      return Bar(name: row.name, value: median(ours.nanoseconds), goal: row.mostNanoseconds)
    }
    let lines = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000.0]
    let scale = Scale(range: 1...1_000_000, origin: 1, lines: lines) { value in
      value < 999.5 ? short(value) + " ns" : value < 999_500 ? short(value / 1e3) + " µs" : short(value / 1e6) + " ms"
    }
    return Chart(title: title, scale: scale, bars: bars)
  }
}

private func short(_ value: Double) -> String {
  value == value.rounded() ? number(value, digits: 0) : number(value)
}

extension RowResult {
  /// The goal as a time, where it is one; of several the smallest.
  fileprivate var mostNanoseconds: Double? {
    let kin = kin.flatMap { kin in goal.timesKin.map { $0 * median(kin.nanoseconds) } }
    let overLoop = loop.flatMap { loop in goal.overLoop.map { $0 + median(loop.nanoseconds) } }
    let timesLoop = loop.flatMap { loop in goal.timesLoop.map { $0 * median(loop.nanoseconds) } }
    return [goal.nanoseconds, kin, overLoop, timesLoop].compactMap(\.self).min()
  }
}
