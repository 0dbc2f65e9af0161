import Measuring

extension Chart {
  /// How many times faster ours is in these runs, for each row that has a peer, or for those named `names`. The goals are
  /// those of the first run.
  public static func ratios(_ reports: [Report], title: String, only names: [String] = []) -> Chart {
    let rows = (reports.first?.rows ?? []).filter { names.isEmpty || names.contains($0.name) }
    let bars = rows.compactMap { row -> Bar? in
      let values = reports.compactMap { $0.row(row.name)?.timesFaster }.sorted()
      guard let low = values.first, let high = values.last else { return nil }
      return Bar(name: row.name, values: low...high, goal: row.goal.timesFaster)
    }
    // From half as fast, where anything is slower, to a thousand times faster.
    let lowest = bars.contains { $0.values.lowerBound < 1 } ? 0.5 : 1
    let scale = Scale(range: lowest...1_000, origin: 1, lines: [1, 3, 10, 30, 100, 300, 1_000]) { value in
      number(value, digits: value < 9.95 && value != value.rounded() ? 1 : 0) + "x"
    }
    return Chart(title: title, scale: scale, bars: bars)
  }
}
