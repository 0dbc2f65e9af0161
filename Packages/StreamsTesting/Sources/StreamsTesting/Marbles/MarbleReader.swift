/// Reads a marble string from left to right.
struct MarbleReader {
  private(set) var events: [Recorded<Character, FailureText>] = []
  private(set) var time: Duration = .zero

  private let text: String
  private let characters: [Character]
  private let frame: Duration
  private var offset = 0
  private var end: Int?
  private var group: (opening: Int, isFree: Bool, count: Int)?

  init(_ text: String, frame: Duration) {
    self.text = text
    self.frame = frame
    characters = Array(text)
    events.reserveCapacity(characters.count)
  }

  mutating func read() throws(MarbleError) {
    while offset < characters.count { try readNext() }
    if let group { throw error("this group is not closed", at: group.opening) }
  }

  private mutating func readNext() throws(MarbleError) {
    switch characters[offset] {
    case "-":
      try refuseInGroup("time cannot pass inside a group")
      time += frame
      offset += 1
    // A Windows line ending is one character.
    case " ", "\t", "\n", "\r\n", "\r": offset += 1
    case "|": try add(.finished)
    case "#": try add(.failure(.any))
    case "^": try add(.subscription)
    case "!": try add(.cancellation)
    case "(": try openGroup(isFree: false)
    case "[": try openGroup(isFree: true)
    case ")": try closeGroup(isFree: false)
    case "]": try closeGroup(isFree: true)
    default: try readWord()
    }
  }

  /// Reads a time, or values without separators.
  private mutating func readWord() throws(MarbleError) {
    let symbol = characters[offset]
    if let meant = Self.lookalikes[symbol] { throw error("'\(symbol)' only looks like '\(meant)'; write that") }
    let word = characters[offset...].prefix(while: Self.isInWord)
    guard !word.isEmpty else { throw error("'\(symbol)' means nothing here; values are letters and digits") }
    switch MarbleTime.read(word) {
    case .time(let duration):
      try refuseInGroup("time cannot pass inside a group")
      time += duration
      offset = word.endIndex
    case .tooFine:
      throw error("times are whole nanoseconds; this one is finer, or too long", length: word.count)
    case .none:
      if let dot = word.firstIndex(of: ".") { throw error("'.' is only allowed in a time such as 1.5s", at: dot) }
      for name in word { try add(.value(name)) }
    }
  }

  /// Whether it can be a value, or part of a time.
  private static func isInWord(_ symbol: Character) -> Bool {
    if symbol.isASCII { return symbol.isLetter || symbol.isNumber || symbol == "." }
    return !symbol.isWhitespace && lookalikes[symbol] == nil
  }

  /// Characters that editors and keyboards insert instead of marbles.
  private static let lookalikes: [Character: Character] = [
    "\u{2010}": "-", "\u{2011}": "-", "\u{2013}": "-", "\u{2014}": "-", "\u{2212}": "-", "\u{FF0D}": "-",
    "\u{FF5C}": "|", "\u{2502}": "|", "\u{FF03}": "#", "\u{FF08}": "(", "\u{FF09}": ")",
  ]

  private mutating func add(_ event: StreamEvent<Character, FailureText>) throws(MarbleError) {
    switch event {
    case .value, .completion, .subscription:
      if let end { throw error("nothing can come after the end at column \(end + 1)") }
    case .cancellation: break
    }
    switch event {
    case .subscription, .cancellation:
      if let first = events.first(where: { $0.event == event }) {
        throw error("'\(characters[offset])' is allowed once, and is already at column \(first.order + 1)")
      }
    case .completion: end = offset
    case .value: break
    }
    events.append(Recorded(time: .beginning.advanced(by: time), order: UInt64(offset), event: event))
    offset += 1
    if group == nil { time += frame } else { group?.count += 1 }
  }

  private mutating func openGroup(isFree: Bool) throws(MarbleError) {
    try refuseInGroup("groups cannot be nested")
    group = (offset, isFree, 0)
    offset += 1
  }

  private mutating func closeGroup(isFree: Bool) throws(MarbleError) {
    guard let group, group.isFree == isFree else { throw error("'\(characters[offset])' closes no group") }
    guard group.count > 0 else { throw error("this group is empty", at: group.opening, length: 2) }
    if !isFree { time += frame }
    self.group = nil
    offset += 1
  }

  private func refuseInGroup(_ message: String) throws(MarbleError) {
    if group != nil { throw error(message) }
  }

  private func error(_ message: String, at place: Int? = nil, length: Int = 1) -> MarbleError {
    MarbleError(message, in: text, at: place ?? offset, length: length)
  }
}
