/// The marble strings of several streams, with events at one time in one column. Each can be parsed again if all its
/// names are values in ``Marble``: `?`, for example, is not.
struct AlignedMarbles {
  private(set) var rows: [String]
  private(set) var columns: [(time: Int64, column: Int)] = []

  /// More frames than this without an event are written as a time.
  private static let longestDashes: Int64 = 40

  private let frame: Int64
  private var cursor: Int64 = 0
  private var width = 0

  /// - Parameters:
  ///   - streams: The events of each stream, in order of time. Those before zero are written at zero.
  ///   - frame: The length of a frame in nanoseconds.
  ///   - end: The minimum length.
  init(_ streams: [[Recorded<Character, FailureText>]], frame: Int64, until end: Int64 = 0) {
    self.frame = frame
    let streams = streams.map { $0.map { Recorded(time: max($0.time, .beginning), event: $0.event) } }
    rows = streams.map { _ in "" }
    let times = Set(streams.joined().map(\.time.nanoseconds)).sorted()
    var positions = streams.map { $0.startIndex }
    let ends = streams.map { Recording($0).completion == nil ? nil : $0.last?.time.nanoseconds }

    for (index, time) in times.enumerated() {
      let isOver = ends.map { $0.map { time > $0 } ?? false }
      pass(time - cursor, isOver: ends.map { $0.map { cursor > $0 } ?? false })
      let next = index + 1 < times.count ? times[index + 1] : Int64.max
      let costs = next == .max || next - time >= frame
      let cells = streams.indices.map { row -> String in
        let marks = streams[row]
        var symbols = ""
        while positions[row] < marks.count, marks[positions[row]].time.nanoseconds == time {
          symbols.appendMark(marks[positions[row]].event.symbol)
          positions[row] += 1
        }
        return Self.cell(symbols, costs: costs, isOver: isOver[row])
      }
      if zip(rows, cells).contains(where: { $0.needsBlank(before: $1.first) }) { append(rows.map { _ in " " }) }
      columns.append((time, width))
      append(cells)
      cursor = costs ? max(time, time &+ frame) : time
    }
    pass(max(0, end - cursor), isOver: ends.map { $0 != nil })
    for row in rows.indices {
      while rows[row].last == " " { rows[row].removeLast() }
    }
  }

  /// Returns a line with a `^` under the column of each time. O(n) for times in order.
  func pointers(to times: [Int64]) -> String {
    var line = ""
    var width = 0
    var rest = columns[...]
    for time in times {
      while rest.count > 1, rest[rest.startIndex + 1].time <= time { rest.removeFirst() }
      let column = rest.first?.column ?? 0
      guard column >= width else { continue }
      line += String(repeating: " ", count: column - width) + "^"
      width = column + 1
    }
    return line
  }

  private static func cell(_ symbols: String, costs: Bool, isOver: Bool) -> String {
    if symbols.isEmpty { return costs && !isOver ? "-" : "" }
    if !costs { return "[\(symbols)]" }
    return symbols.count == 1 ? symbols : "(\(symbols))"
  }

  private mutating func pass(_ length: Int64, isOver: [Bool]) {
    guard length > 0 else { return }
    let frames = length / frame
    let text: String
    if length % frame == 0, frames <= Self.longestDashes {
      text = String(repeating: "-", count: Int(frames))
    } else {
      text = " \(shortTime(length, separator: "")) "
    }
    append(isOver.map { $0 ? "" : text })
  }

  /// Writes a cell in each row, all with the same width.
  private mutating func append(_ cells: [String]) {
    let widths = cells.map(\.count)
    let widest = widths.max() ?? 0
    for row in rows.indices { rows[row] += cells[row] + String(repeating: " ", count: widest - widths[row]) }
    width += widest
  }
}

extension String {
  /// Appends a symbol, after a space if both would otherwise be read as a time.
  fileprivate mutating func appendMark(_ symbol: Character) {
    if needsBlank(before: symbol) { append(" ") }
    append(symbol)
  }

  /// Whether a possible unit would follow a digit.
  fileprivate func needsBlank(before next: Character?) -> Bool {
    guard let last, last.isNumber, let next else { return false }
    return next.isLetter
  }
}
