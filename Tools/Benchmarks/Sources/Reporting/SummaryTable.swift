import Measuring

/// The table of a page: chosen rows of several runs, with the lowest and the highest figure of each.
public struct SummaryTable {
  private let reports: [Report]
  private let names: [String]

  /// - Parameter names: The rows, in the order of the table. A row that no run has is left out.
  public init(_ reports: [Report], rows names: [String]) {
    self.reports = reports
    self.names = names
  }

  public var text: String {
    let header = [
      "| Row | Waterclock, ns | OpenCombine, ns | Times faster | Plain loop, ns | Allocations, ours / theirs |",
      "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    return (header + names.compactMap(line)).joined(separator: "\n")
  }

  private func line(_ name: String) -> String? {
    let rows = reports.compactMap { $0.row(name) }
    guard !rows.isEmpty else { return nil }
    let cells = [
      escaped(name),
      range(rows.compactMap { nanoseconds($0.ours) }),
      range(rows.compactMap { nanoseconds($0.peer) }),
      range(rows.compactMap(\.timesFaster)),
      range(rows.compactMap { nanoseconds($0.loop) }),
      [\RowResult.ours, \.peer].map { side in range(rows.compactMap { $0[keyPath: side]?.allocations }, as: count) }
        .filter { !$0.isEmpty }.joined(separator: " / "),
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }

  private func nanoseconds(_ timing: Timing?) -> Double? { timing.map { median($0.nanoseconds) } }

  /// The lowest and the highest value, or one if they look the same.
  private func range(_ values: [Double], as text: (Double) -> String = { number($0) }) -> String {
    guard let low = values.min(), let high = values.max() else { return "" }
    return text(low) == text(high) ? text(low) : "\(text(low)) to \(text(high))"
  }

  /// `@` is plain in tables of ours; a bar would end the cell.
  private func escaped(_ text: String) -> String {
    text.replacing("|", with: "\\|").replacing("*", with: "\\*").replacing("_", with: "\\_")
  }
}

extension Environment {
  /// Where and when, as a sentence for a page.
  public var sentence: String {
    "Measured on \(date) at commit `\(commit)` with `\(command)`: \(machine); \(system); Swift \(swift), "
      + "\(configuration) build."
  }
}
