import Measuring

/// The table of a page: chosen rows of several runs, with the lowest and the highest figure of each.
public struct SummaryTable {
  private let reports: [Report]
  private let names: [String]
  private let loop: String
  private let kin: String?

  /// - Parameters:
  ///   - names: The rows, in the order of the table. A row that no run has is left out.
  ///   - loop: What the loops of these rows are.
  ///   - kin: The library whose rows of the same names have a column.
  public init(_ reports: [Report], rows names: [String], loop: String = "Plain loop", kin: String? = nil) {
    self.reports = reports
    self.names = names
    self.loop = loop
    self.kin = kin
  }

  public var text: String {
    let titles =
      ["Row", "Waterclock, ns", "OpenCombine, ns", "Times faster"] + (kin.map { ["\($0), ns"] } ?? [])
      + ["\(loop), ns", "Allocations, ours / theirs"]
    let rule = ["---"] + titles.dropFirst().map { _ in "---:" }
    return ([line(titles), line(rule)] + names.compactMap(row)).joined(separator: "\n")
  }

  private func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

  private func row(_ name: String) -> String? {
    let rows = reports.compactMap { $0.row(name) }
    guard let goal = rows.first?.goal else { return nil }
    func both(_ value: KeyPath<Timing, Double?>, as text: (Double) -> String) -> String {
      [\RowResult.ours, \.peer].map { side in range(rows.compactMap { $0[keyPath: side]?[keyPath: value] }, as: text) }
        .filter { !$0.isEmpty }.joined(separator: " / ")
    }
    func times(_ side: KeyPath<RowResult, Timing?>) -> String {
      range(rows.compactMap { nanoseconds($0[keyPath: side]) })
    }
    let bytes = goal.bytes == nil ? "" : "; \(both(\.heldBytes) { number($0, digits: 0) }) bytes"
    return line(
      [escaped(name), times(\.ours), times(\.peer), range(rows.compactMap(\.timesFaster))]
        + (kin == nil ? [] : [goal.kin == kin ? times(\.kin) : ""])
        + [times(\.loop), both(\.allocations, as: count) + bytes])
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

extension Report {
  /// How many of the rows called `names` missed their goals, and which, as a sentence for a page.
  public func misses(of names: Set<String>) -> String {
    let judged = rows.filter { names.contains($0.name) && $0.isMet != nil }
    let missed = judged.filter { $0.isMet == false }.map(\.name)
    return "Of \(judged.count) rows with a goal, \(missed.count) missed it"
      + (missed.isEmpty ? "." : ": \(missed.joined(separator: "; ")).")
  }
}
