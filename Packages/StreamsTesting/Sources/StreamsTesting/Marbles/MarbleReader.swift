struct MarbleReader {
  private(set) var events: [Recorded<Character, FailureText>] = []
  private(set) var time: Duration = .zero

  private let text: String
  private let characters: [Character]
  /// The ASCII numbers of the characters, which are faster to compare; 0 for others.
  private let numbers: [UInt8]
  private let frame: Duration
  private var offset = 0
  private var end: Int?
  private var group: (opening: Int, isFree: Bool, count: Int)?

  init(_ text: String, frame: Duration) {
    self.text = text
    self.frame = frame
    let bytes = Array(text.utf8)
    if bytes.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "\r") }) {
      (characters, numbers) = (bytes.map { Character(Unicode.Scalar($0)) }, bytes)
    } else {
      characters = Array(text)
      numbers = characters.map { $0.utf8.count == 1 ? $0.utf8.first ?? 0 : 0 }
    }
    events.reserveCapacity(characters.count)
  }

  mutating func read() throws(MarbleError) {
    while offset < characters.count { try readNext() }
    if let group { throw error("this group is not closed", at: group.opening) }
  }

  private mutating func readNext() throws(MarbleError) {
    switch numbers[offset] {
    case UInt8(ascii: "-"):
      try refuseInGroup("time cannot pass inside a group")
      time += frame
      offset += 1
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): offset += 1
    case UInt8(ascii: "|"): try add(.finished)
    case UInt8(ascii: "#"): try add(.failure(.any))
    case UInt8(ascii: "^"): try add(.subscription)
    case UInt8(ascii: "!"): try add(.cancellation)
    case UInt8(ascii: "("): try openGroup(isFree: false)
    case UInt8(ascii: "["): try openGroup(isFree: true)
    case UInt8(ascii: ")"): try closeGroup(isFree: false)
    case UInt8(ascii: "]"): try closeGroup(isFree: true)
    case _ where isInWord(offset): try readWord()
    default:
      let symbol = characters[offset]
      // A Windows line ending is one character.
      if symbol == "\r\n" { return offset += 1 }
      if let meant = Self.lookalikes[symbol] { throw error("'\(symbol)' only looks like '\(meant)'; write that") }
      throw error("'\(symbol)' means nothing here; values are letters and digits")
    }
  }

  private mutating func readWord() throws(MarbleError) {
    var end = offset + 1
    while end < characters.count, isInWord(end) { end += 1 }
    let word = characters[offset..<end]
    switch MarbleTime.read(word, numbers[offset..<end]) {
    case .time(let duration):
      try refuseInGroup("time cannot pass inside a group")
      time += duration
      offset = end
    case .tooFine:
      throw error("times are whole nanoseconds; this one is finer, or too long", length: word.count)
    case .none:
      if let dot = word.firstIndex(of: ".") { throw error("'.' is only allowed in a time such as 1.5s", at: dot) }
      for name in word { try add(.value(name)) }
    }
  }

  /// Whether the character at `index` can be a value, or part of a time.
  private func isInWord(_ index: Int) -> Bool {
    switch numbers[index] {
    case 0: !characters[index].isASCII && !characters[index].isWhitespace && Self.lookalikes[characters[index]] == nil
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."): true
    case let number: UInt8(ascii: "a")...UInt8(ascii: "z") ~= number | 0x20
    }
  }

  /// Characters that editors and keyboards insert instead of marbles.
  private static let lookalikes: [Character: Character] = [
    "\u{2010}": "-", "\u{2011}": "-", "\u{2013}": "-", "\u{2014}": "-", "\u{2212}": "-", "\u{FF0D}": "-",
    "\u{FF5C}": "|", "\u{2502}": "|", "\u{FF03}": "#", "\u{FF08}": "(", "\u{FF09}": ")",
  ]

  private mutating func add(_ event: StreamEvent<Character, FailureText>) throws(MarbleError) {
    if let end, event != .cancellation { throw error("nothing can come after the end at column \(end + 1)") }
    if event.isLifecycle, let first = events.first(where: { $0.event == event }) {
      throw error("'\(characters[offset])' is allowed once, and is already at column \(first.order + 1)")
    }
    if case .completion = event { end = offset }
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
