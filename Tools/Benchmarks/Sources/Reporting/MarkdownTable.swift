import Measuring

/// The report for a page: a heading and a table for each section.
public struct MarkdownTable {
  private let report: Report

  public init(_ report: Report) { self.report = report }

  public var text: String {
    var sections: [String] = []
    for row in report.rows where !sections.contains(row.section) { sections.append(row.section) }
    return sections.map { section in
      let rows = report.rows.filter { $0.section == section }
      let heading = section.isEmpty ? [] : ["### \(section)", ""]
      return (heading + table(rows)).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  private func table(_ rows: [RowResult]) -> [String] {
    let cells = [Cells.titles] + rows.map { Cells($0).texts }
    let shown = Cells.titles.indices.filter { column in
      column == 0 || cells.dropFirst().contains { !$0[column].isEmpty }
    }
    func line(_ texts: [String]) -> String { "| " + shown.map { escaped(texts[$0]) }.joined(separator: " | ") + " |" }
    let rule = "| " + shown.map { $0 == 0 ? "---" : "---:" }.joined(separator: " | ") + " |"
    return [line(cells[0]), rule] + cells.dropFirst().map(line)
  }

  /// `@` and `_` are plain in tables of ours; a bar would end the cell.
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
