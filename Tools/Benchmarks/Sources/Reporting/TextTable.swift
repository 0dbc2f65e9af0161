import Measuring

/// The report for a terminal, column under column. It comes line by line, so that a run can print as it goes.
public struct TextTable {
  private static let widths = [44, 9, 9, 9, 9, 13, 9, 28, 4]

  public static var header: String { line(Cells.titles) }

  public static func line(_ row: RowResult) -> String { line(Cells(row).texts) }

  private static func line(_ texts: [String]) -> String {
    let cells = zip(texts, widths).enumerated().map { index, cell in
      let padding = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
      return index == 0 ? cell.0 + padding : padding + cell.0
    }
    return cells.joined(separator: " ")
  }
}
