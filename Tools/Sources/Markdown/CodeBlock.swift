/// A fenced or indented block of code, with the place of every line of it in the source.
public struct CodeBlock: Sendable {
  /// One line of code.
  public struct Line: Sendable {
    /// Its line in the source, from 1.
    public let number: Int
    /// The number of bytes of indentation, quote marks and list markers before it on that line.
    public let offset: Int
    /// The code, without the line end. Where a tab is partly indentation, the rest appears as spaces, unless all lines of a
    /// fence have such a tab.
    public let text: String
  }

  /// The block's node in the document's tree.
  public let node: Int32
  /// The info string after the opening fence, trimmed and with escapes resolved. Empty for indented code.
  public let info: String
  /// The line of the opening fence, or of the first line of indented code.
  public let startLine: Int
  /// The column of the opening fence.
  public let startColumn: Int
  /// The line of the closing fence, or the last line of code where there is none.
  public let endLine: Int
  /// The marks of the opening fence; empty for indented code.
  public let marks: String
  /// Whether the closing fence is there. True for indented code.
  public let isClosed: Bool
  /// The lines between the fences.
  public let lines: [Line]

  /// Whether the block has fences.
  public var isFenced: Bool { !marks.isEmpty }

  /// The first word of the info string: the language, as a rule. Empty when there is none.
  public var language: Substring { info.prefix { !$0.isWhitespace } }
}

extension CodeBlock {
  init(_ index: Int32, in tree: Tree, source: Source) {
    let node = tree.nodes[Int(index)]
    let rows = CodeBlock.rows(of: tree.bytes(node.literal))
    let start = Int(node.startLine)
    let marks = CodeBlock.marks(of: node, firstRow: rows.first ?? [], source: source)
    let isFenced = !marks.isEmpty
    let first = isFenced ? start + 1 : start

    self.node = index
    self.info = tree.string(node.info)
    self.startLine = start
    self.startColumn = Int(node.startColumn)
    self.marks = String(decoding: marks, as: UTF8.self)
    self.isClosed = !isFenced || CodeBlock.isClosed(index, by: marks, in: tree, rows: rows.count, source: source)
    self.endLine = isFenced ? first + rows.count - (isClosed ? 0 : 1) : first + rows.count - 1
    let places = rows.enumerated().map { index, row in
      let line = source.line(first + index)
      let offset = CodeBlock.offset(of: row, in: line)
      return (row: row, offset: offset, code: line.dropFirst(offset))
    }
    // In a list, all lines between fences can begin with such a tab, whose rest is no part of the code.
    let isIndented = isFenced && places.allSatisfy { $0.row.isEmpty || $0.code.count < $0.row.count }
    self.lines = places.enumerated().map { index, place in
      let code = isIndented ? place.code : place.row
      return Line(number: first + index, offset: place.offset, text: String(decoding: code, as: UTF8.self))
    }
  }

  /// The lines of a literal, without their ends.
  private static func rows(of literal: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    let lines = Source(name: "", validated: Array(literal))
    return literal.isEmpty ? [] : (1...lines.lineCount).map(lines.line)
  }

  /// Where `row` begins on its line. If a tab is partly indentation, the rest of it is spaces in the row, which begins
  /// after the tab.
  private static func offset(of row: ArraySlice<UInt8>, in line: ArraySlice<UInt8>) -> Int {
    if line.suffix(row.count).elementsEqual(row) { return line.count - row.count }
    let common = zip(row.reversed(), line.reversed()).prefix { $0 == $1 }.count
    return row.dropLast(common).allSatisfy { $0 == UInt8(ascii: " ") } ? line.count - common : 0
  }

  /// Whether the line after the last row is a closing fence, and not one that ends the list or quote around the block.
  private static func isClosed(
    _ index: Int32, by fence: ArraySlice<UInt8>, in tree: Tree, rows: Int, source: Source
  ) -> Bool {
    let node = tree.nodes[Int(index)]
    guard Int(node.endLine - node.startLine) == rows + 1 else { return false }
    let following = Int(index) + 1
    if following < tree.nodes.count, tree.nodes[following].startLine == node.endLine { return false }
    let prefix: Set<UInt8> = [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ">")]
    let closing = source.line(Int(node.endLine)).drop { prefix.contains($0) }
    let marks = closing.prefix { $0 == fence.first }.count
    return marks >= fence.count && closing.dropFirst(marks).allSatisfy { prefix.contains($0) }
  }

  /// The marks of the opening fence. libcmark's public interface does not say which code is fenced, so the source must.
  private static func marks(of node: Node, firstRow: ArraySlice<UInt8>, source: Source) -> ArraySlice<UInt8> {
    let opening = source.line(Int(node.startLine)).dropFirst(Int(node.startColumn) - 1)
    guard opening.first == UInt8(ascii: "`") || opening.first == UInt8(ascii: "~") else { return [] }
    let marks = opening.prefix { $0 == opening.first }
    return marks.count >= 3 && (!node.info.isEmpty || !firstRow.elementsEqual(opening)) ? marks : []
  }
}
