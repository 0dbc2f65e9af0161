extension Recording {
  /// Creates a recording of the events of a marble string, with times counted from its start.
  ///
  /// ```swift
  /// let recording = try Recording<Int, Never>(marbles: "-1-(23)-|")
  /// print(recording)
  /// // 1 ms: value 1
  /// // 3 ms: value 2
  /// // 3 ms: value 3
  /// // 5 ms: finished
  /// ```
  ///
  /// `values` are the values of the letters, and `error` is the failure of `#`. `name` is used in messages.
  ///
  /// - Throws: ``MarbleError``, also if a letter has no value, `#` has no error, or a name in `values` cannot occur in
  ///   marbles.
  public init(
    marbles text: String, values: MarbleValues<Output> = .standard, error: Failure? = nil,
    frame: Duration = MarbleFrame.duration, name: String = "stream"
  ) throws(MarbleError) {
    try self.init(Marble(text, frame: frame), values: values, error: error, name: name)
  }

  /// Creates a recording of the events of a parsed marble string.
  ///
  /// - Throws: ``MarbleError`` if a letter has no value, `#` has no error, or a name of a value cannot occur in marbles.
  package init(
    _ marble: Marble, values: MarbleValues<Output> = .standard, error: Failure? = nil, name: String = "stream"
  ) throws(MarbleError) {
    try values.check(for: marble)
    let events = try marble.events.map { (written) throws(MarbleError) in
      try written.map { (name) throws(MarbleError) in
        guard let value = values[name] else { throw marble.error(values.problem(of: name), at: written) }
        return value
      } failure: { (_) throws(MarbleError) in
        guard let error else { throw marble.error("'#' has no error; pass one as 'error:'", at: written) }
        return error
      }
    }
    self.init(events, name: name)
  }
}

extension Marble {
  func error(_ message: String, at event: Recorded<Character, FailureText>) -> MarbleError {
    MarbleError(message, in: text, at: Int(event.order))
  }
}

extension Recording where Output: Equatable {
  /// Writes this recording as a marble string and, below it, the values of letters that differ from their names.
  /// ``init(marbles:values:error:frame:name:)`` reads the string back.
  ///
  /// Times are exact: events between frames are written with times, and with groups that take no time.
  ///
  /// If a publisher breaks the rules, for example with events after the completion, the recording is written as it is,
  /// but parsing the text throws. Marble strings start at zero: what is earlier is written there.
  ///
  /// - Parameters:
  ///   - frame: The length of a frame, in whole nanoseconds.
  ///   - values: Names for values. Other values get generated names.
  public func marbles(frame: Duration = MarbleFrame.duration, values: MarbleValues<Output>? = nil) -> String {
    let (text, values) = written(frame: frame, values: values)
    let legend = values.legend()
    return legend.isEmpty ? text : "\(text)\n\(legend)"
  }

  /// Returns this recording as a marble string, and the values of its letters.
  package func written(
    frame: Duration = MarbleFrame.duration, values: MarbleValues<Output>? = nil
  ) -> (text: String, values: MarbleValues<Output>) {
    var names = MarbleNames(values)
    let aligned = AlignedMarbles([written(with: &names)], frame: max(1, frame.wholeNanoseconds))
    return (aligned.rows[0], names.values)
  }

  /// Returns the events with their names, in order of time.
  func written(with names: inout MarbleNames<Output>) -> [Recorded<Character, FailureText>] {
    let written = events.map { $0.map({ names.name(of: $0) }, failure: { FailureText("\($0)") }) }
    let isSorted = zip(written, written.dropFirst()).allSatisfy { $0.time <= $1.time }
    return isSorted ? written : written.enumerated().sorted { ($0.1.time, $0.0) < ($1.1.time, $1.0) }.map(\.element)
  }
}

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

/// Assigns a one-character name to each value of recordings, the same name to equal values.
struct MarbleNames<Output: Equatable> {
  private var pairs: [(Character, Output)] = []
  private var taken: Set<Character> = []
  private var nextLetter = 0
  private var names: [AnyHashable: Character] = [:]

  /// Starts with known names that can be read. If a name occurs twice, the first one counts.
  init(_ values: MarbleValues<Output>? = nil) {
    for pair in values?.pairs ?? [] where pair.name.isMarbleName && !taken.contains(pair.name) {
      add(pair.name, pair.value)
    }
  }

  /// The values by their names.
  var values: MarbleValues<Output> { MarbleValues(pairs) }

  /// Assigns `name` to `value`, unless the value has a name, or the name is taken.
  mutating func reserve(_ name: Character, for value: Output) {
    if !taken.contains(name), known(value) == nil { add(name, value) }
  }

  mutating func name(of value: Output) -> Character {
    if let known = known(value) { return known }
    let name = freeName(for: value)
    add(name, value)
    return name
  }

  private func known(_ value: Output) -> Character? {
    if let key = value as? AnyHashable { return names[key] }
    return pairs.first { $0.1 == value }?.0
  }

  private mutating func add(_ name: Character, _ value: Output) {
    taken.insert(name)
    pairs.append((name, value))
    if let key = value as? AnyHashable, names[key] == nil { names[key] = name }
  }

  /// Returns the value's own text if it is one ASCII letter or digit, otherwise the next free letter, or `?`
  /// if none is left.
  private mutating func freeName(for value: Output) -> Character {
    let text = "\(value)"
    if text.utf8.count == 1, let own = text.first, own.isLetter || own.isNumber, !taken.contains(own) { return own }
    while let letter = Self.letter(nextLetter) {
      nextLetter += 1
      if !taken.contains(letter) { return letter }
    }
    return "?"
  }

  /// Returns a letter from a to Z, then one of 20,902 Chinese characters, then nil.
  private static func letter(_ index: Int) -> Character? {
    let latin = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8
    if index < latin.count { return Character(Unicode.Scalar(latin[latin.index(latin.startIndex, offsetBy: index)])) }
    let chinese = 0x4E00 + index - latin.count
    return chinese <= 0x9FA5 ? Unicode.Scalar(chinese).map(Character.init) : nil
  }
}
