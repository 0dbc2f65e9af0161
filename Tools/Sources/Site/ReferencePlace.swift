import Markdown

/// Finds an address in the source: libcmark only reports where the link around it starts.
enum ReferencePlace {
  static func find(
    _ address: String, line: Int, column: Int, endLine: Int, in source: Source
  ) -> (line: Int, column: Int) {
    let wanted = Array(address.utf8)
    guard !wanted.isEmpty else { return (max(line, 1), max(column, 1)) }
    for number in max(line, 1)...max(line, endLine, 1) {
      let text = Array(source.line(number))
      let start = number == line ? max(column - 1, 0) : 0
      guard text.count >= start + wanted.count else { continue }
      for offset in start...(text.count - wanted.count) where text[offset...].starts(with: wanted) {
        return (number, offset + 1)
      }
    }
    return (max(line, 1), max(column, 1))
  }
}
