extension Tree {
  /// Turns paragraphs that are GFM tables into tables: a header row, a delimiter row with as many cells, then rows.
  ///
  /// The cells' text is parsed by libcmark in one more small document, each as a heading of one line, so that
  /// everything inline means in a cell what it means elsewhere.
  mutating func findTables(in source: Source) {
    var found: [TableSource] = []
    for index in nodes.indices where nodes[index].kind == .paragraph && nodes[index].endLine > nodes[index].startLine {
      guard let table = TableSource(paragraph: Int32(index), in: self, source: source) else { continue }
      if nodes[index].startLine == table.headerLine || cut(Int32(index), before: Int32(table.headerLine)) {
        found.append(table)
      }
    }
    guard !found.isEmpty else { return }
    let cells = parseCells(of: found, definitions: source.linkDefinitions)
    var next = cells.makeIterator()
    for table in found { insert(table, cells: &next) }
  }

  /// Ends a paragraph before `line`, where the table under it starts. False when an element crosses that line.
  private mutating func cut(_ paragraph: Int32, before line: Int32) -> Bool {
    let kept = children(of: paragraph).prefix { nodes[Int($0)].startLine < line }
    guard kept.allSatisfy({ nodes[Int($0)].endLine < line || nodes[Int($0)].kind == .softBreak }) else { return false }
    var list = Array(kept)
    if let last = list.last, [.softBreak, .lineBreak].contains(nodes[Int(last)].kind) { list.removeLast() }
    setChildren(of: paragraph, to: list)
    return true
  }

  /// The headings that hold the cells' content, in order.
  private mutating func parseCells(of tables: [TableSource], definitions: [UInt8]) -> [Int32] {
    var text: [UInt8] = []
    var places: [(line: Int, column: Int)] = []
    for cell in tables.flatMap(\.rows).joined() {
      text += "###### ".utf8
      text += cell.text
      text += " #\n".utf8
      places.append((cell.line, cell.column))
    }
    if text.contains(UInt8(ascii: "[")) { text += [UInt8(ascii: "\n")] + definitions }
    let document = Parser.parse(Source(name: "", text: String(decoding: text, as: UTF8.self)), into: &self)
    for index in nodes.indices[Int(document)...] {
      let row = Int(nodes[index].startLine) - 1
      guard row >= 0, row < places.count else { continue }
      nodes[index].startLine = Int32(places[row].line)
      nodes[index].endLine = nodes[index].startLine
      nodes[index].startColumn += Int32(places[row].column) - 8
      nodes[index].endColumn += Int32(places[row].column) - 8
    }
    return Array(children(of: document).prefix(places.count))
  }

  private mutating func insert(_ source: TableSource, cells: inout IndexingIterator<[Int32]>) {
    var table = source.paragraph
    if nodes[Int(table)].firstChild >= 0, nodes[Int(table)].startLine < source.headerLine {
      table = insert(nodes[Int(table)], after: table)
      nodes[Int(source.paragraph)].endLine = Int32(source.headerLine - 1)
    }
    nodes[Int(table)].kind = .table
    nodes[Int(table)].startLine = Int32(source.headerLine)
    setChildren(of: table, to: [])
    for (number, row) in source.rows.enumerated() {
      var node = nodes[Int(table)]
      node.kind = .tableRow
      node.isHeader = number == 0
      node.startLine = Int32(row.first?.line ?? source.headerLine)
      node.endLine = node.startLine
      (node.firstChild, node.lastChild) = (-1, -1)
      let rowIndex = append(node)
      adopt(rowIndex, by: table)
      for column in source.alignments.indices {
        guard let cell = cells.next() else { return }
        nodes[Int(cell)].kind = .tableCell
        nodes[Int(cell)].alignment = source.alignments[column]
        nodes[Int(cell)].isHeader = number == 0
        adopt(cell, by: rowIndex)
      }
    }
  }
}

extension Source {
  /// The lines that may be link reference definitions, for text that is parsed apart from its document.
  fileprivate var linkDefinitions: [UInt8] {
    var definitions: [UInt8] = []
    for number in firstLine...lineCount {
      let line = line(number).drop { [UInt8(ascii: " "), UInt8(ascii: ">")].contains($0) }
      guard line.first == UInt8(ascii: "["), let close = line.firstIndex(of: UInt8(ascii: "]")),
        close + 1 < line.endIndex, line[close + 1] == UInt8(ascii: ":")
      else { continue }
      definitions += line + [UInt8(ascii: "\n")]
    }
    return definitions
  }
}
