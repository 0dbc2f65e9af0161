import Measuring

extension Chart {
  /// How many times faster ours is in these runs, for each row of the first that has a peer, or for those named `names`.
  /// The goal of a row is that of the first run that has it. `titles` has shorter names of rows.
  public static func ratios(
    _ reports: [Report], title: String, only names: [String] = [], titles: [String: String] = [:]
  ) -> Chart {
    let shown = names.isEmpty ? reports.first?.rows.map(\.name) ?? [] : names
    let bars = shown.compactMap { name -> Bar? in
      guard let row = reports.lazy.compactMap({ $0.row(name) }).first else { return nil }
      let values = reports.compactMap { $0.row(row.name)?.timesFaster }.sorted()
      guard let low = values.first, let high = values.last else { return nil }
      return Bar(name: titles[row.name] ?? row.name, values: low...high, goal: row.goal.timesFaster)
    }
    // From a tenth as fast, where anything is slower, to a thousand times faster.
    let lines = (bars.contains { $0.values.lowerBound < 1 } ? [0.1, 0.3] : []) + [1, 3, 10, 30, 100, 300, 1_000]
    let scale = Scale(range: lines[0]...1_000, origin: 1, lines: lines) { value in
      number(value, digits: value < 9.95 && value != value.rounded() ? 1 : 0) + "x"
    }
    return Chart(title: title, scale: scale, bars: bars)
  }
}
