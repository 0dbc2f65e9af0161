/// The rows of a paragraph that is a table, cut into cells but not yet parsed.
struct TableSource {
  struct Cell {
    let text: [UInt8]
    let line: Int
    /// The column of the first byte of the text.
    let column: Int
  }

  /// A table of more cells is left as text.
  static let mostCells = 1 << 18

  let paragraph: Int32
  let headerLine: Int
  let alignments: [Node.Alignment]
  /// The header first. Every row has as many cells as there are columns.
  private(set) var rows: [[Cell]] = []

  /// Nil when the paragraph holds no table.
  init?(paragraph: Int32, in tree: Tree, source: Source) {
    let node = tree.nodes[Int(paragraph)]
    let quotes = tree.ancestors(of: paragraph).count { tree.nodes[Int($0)].kind == .blockQuote }
    func content(_ line: Int) -> ArraySlice<UInt8> {
      let prefix =
        line == Int(node.startLine)
        ? Int(node.startColumn) - 1 : source.prefixLength(ofLine: line, quotes: quotes)
      return source.line(line).dropFirst(prefix)
    }
    func cells(_ line: Int) -> [Cell] {
      TableSource.cells(of: content(line), line: line, lineStart: source.line(line).startIndex)
    }

    for line in (Int(node.startLine) + 1)...Int(node.endLine) {
      guard let alignments = TableSource.alignments(content(line)) else { continue }
      let header = cells(line - 1)
      guard header.count == alignments.count else { continue }
      self.paragraph = paragraph
      self.headerLine = line - 1
      self.alignments = alignments
      self.rows = [header]
      // A header of many columns over many short rows would take memory in proportion to both.
      guard alignments.count * (Int(node.endLine) - line + 1) <= TableSource.mostCells else { return nil }
      for rowLine in (line + 1)..<max(Int(node.endLine) + 1, line + 1) {
        var row = Array(cells(rowLine).prefix(alignments.count))
        while row.count < alignments.count { row.append(Cell(text: [], line: rowLine, column: 1)) }
        rows.append(row)
      }
      return
    }
    return nil
  }

  /// The columns that a delimiter row such as `| :-- | --: |` declares, or nil when `line` is none.
  static func alignments(_ line: ArraySlice<UInt8>) -> [Node.Alignment]? {
    guard line.contains(UInt8(ascii: "-")), line.contains(where: { $0 == UInt8(ascii: "|") || $0 == UInt8(ascii: ":") })
    else { return nil }
    var alignments: [Node.Alignment] = []
    for cell in cells(of: line, line: 0, lineStart: line.startIndex) {
      let left = cell.text.first == UInt8(ascii: ":")
      let right = cell.text.count > 1 && cell.text.last == UInt8(ascii: ":")
      let dashes = cell.text.dropFirst(left ? 1 : 0).dropLast(right ? 1 : 0)
      guard !dashes.isEmpty, dashes.allSatisfy({ $0 == UInt8(ascii: "-") }) else { return nil }
      alignments.append(left ? (right ? .center : .left) : right ? .right : .none)
    }
    return alignments.isEmpty ? nil : alignments
  }

  /// Cuts a row at its pipes. A pipe after a backslash belongs to the cell, and loses the backslash, also in code.
  private static func cells(of line: ArraySlice<UInt8>, line number: Int, lineStart: Int) -> [Cell] {
    let (pipe, backslash) = (UInt8(ascii: "|"), UInt8(ascii: "\\"))
    var row = line.trimmingBlanks
    if row.first == pipe { row.removeFirst() }
    var cells: [Cell] = []
    while !row.isEmpty {
      let end = row.indices.first { row[$0] == pipe && ($0 == row.startIndex || row[$0 - 1] != backslash) }
      let text = row[..<(end ?? row.endIndex)].trimmingBlanks
      cells.append(
        Cell(
          text: text.contains(backslash) ? Array(text).replacing([backslash, pipe], with: [pipe]) : Array(text),
          line: number, column: text.startIndex - lineStart + 1))
      row = row[(end ?? row.endIndex)...].dropFirst()
    }
    return cells
  }
}

extension ArraySlice<UInt8> {
  fileprivate var trimmingBlanks: Self {
    let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    let end = lastIndex { !isBlank($0) }.map { $0 + 1 } ?? startIndex
    return self[..<end].drop(while: isBlank)
  }
}
