/// A parsed marble string: its symbols and their times.
///
/// | Written | Meaning | Takes |
/// | --- | --- | --- |
/// | `-` | nothing happens | one frame |
/// | `a`, `7`, `★`, any letter, digit or visible character outside ASCII | a value | one frame |
/// | `\|` | the end | one frame |
/// | `#` | the end with a failure | one frame |
/// | `^` | the subscription | one frame |
/// | `!` | the cancellation | one frame |
/// | `(ab\|)` | several events at one instant | one frame |
/// | `[ab]` | several events at one instant | no time |
/// | `10ms`, `1.5s` | nothing happens for that time; units `ns`, `us`, `ms`, `s`, `m` | that time |
/// | a space | nothing | no time |
///
/// A time is a number and a unit. It must not touch values. Characters that look like marks, such as `–`, are errors.
public struct Marble: Sendable, Equatable {
  /// The string.
  package let text: String
  /// The length of a frame.
  package let frame: Duration
  /// The events, oldest first, with values as their names, and times counted from the start of the string. The `order`
  /// of an event is the position of its character in the string, counted from 0.
  package let events: [Recorded<Character, FailureText>]
  /// The duration of the whole string.
  public let duration: Duration

  /// Reads a marble string. O(n).
  ///
  /// - Parameters:
  ///   - text: The string.
  ///   - frame: The length of a frame, above zero, in whole nanoseconds.
  /// - Throws: ``MarbleError``, which describes the problem and its column.
  public init(_ text: String, frame: Duration = MarbleFrame.duration) throws(MarbleError) {
    guard frame > .zero else {
      throw MarbleError("a frame must be longer than zero, but is \(frame)", in: text, at: 0)
    }
    // Rounded as in a written recording.
    let frame = Duration.nanoseconds(max(1, frame.wholeNanoseconds))
    var reader = MarbleReader(text, frame: frame)
    try reader.read()
    self.text = text
    self.frame = frame
    events = reader.events
    duration = reader.time
  }

  // The times of the subscription, or else of the start, and of the cancellation, in nanoseconds.
  var start: Int64 { Recording(events).subscriptionTime?.nanoseconds ?? 0 }
  var cancellation: Int64? { events.first { $0.event == .cancellation }?.time.nanoseconds }
}

extension StreamEvent<Character, FailureText> {
  /// The character in a marble string.
  package var symbol: Character {
    switch self {
    case .value(let name): name
    case .completion(.finished): "|"
    case .completion(.failure): "#"
    case .subscription: "^"
    case .cancellation: "!"
    }
  }
}

/// The default length of a frame in marble strings. Set it for a test with the trait `.marbleFrame`, or for a closure
/// with `MarbleFrame.$duration.withValue(.seconds(1)) { }`. A call can pass its own length.
public enum MarbleFrame {
  /// The length of a frame; a millisecond by default.
  @TaskLocal public static var duration: Duration = .milliseconds(1)
}

private struct MarbleReader {
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
      if let meant = Character.lookalikes[symbol] { throw error("'\(symbol)' only looks like '\(meant)'; write that") }
      if let code = symbol.invisibleCode { throw error("\(code) is invisible; write a space or nothing") }
      throw error("'\(symbol)' means nothing here; values are letters, digits and characters outside ASCII")
    }
  }

  private mutating func readWord() throws(MarbleError) {
    var end = offset + 1
    while end < characters.count, isInWord(end) { end += 1 }
    if let duration = try duration(of: offset..<end) {
      try refuseInGroup("time cannot pass inside a group")
      time += duration
      offset = end
      return
    }
    let word = characters[offset..<end]
    if let dot = word.firstIndex(of: ".") { throw error("'.' is only allowed in a time such as 1.5s", at: dot) }
    for name in word { try add(.value(name)) }
  }

  /// Returns the length of a time, which is a number and a unit; nil if the word is none.
  private func duration(of word: Range<Int>) throws(MarbleError) -> Duration? {
    // Most words are values.
    guard word.count > 1, Self.isDigit(numbers[word.lowerBound]) else { return nil }
    let whole = numbers[word].prefix(while: Self.isDigit)
    var (rest, decimals) = (numbers[whole.endIndex..<word.upperBound], numbers.prefix(0))
    if rest.first == UInt8(ascii: ".") {
      decimals = rest.dropFirst().prefix(while: Self.isDigit)
      guard !decimals.isEmpty else { return nil }
      rest = rest[decimals.endIndex...]
    }
    guard var unit = Self.units[String(characters[rest.indices])] else { return nil }
    while decimals.last == UInt8(ascii: "0") { decimals.removeLast() }
    var count = Int64(String(decoding: whole + decimals, as: UTF8.self))
    for _ in decimals {
      if !unit.isMultiple(of: 10) { count = nil }
      unit /= 10
    }
    guard let (total, overflow) = count?.multipliedReportingOverflow(by: unit), !overflow else {
      throw error("times are whole nanoseconds; this one is finer, or too long", length: word.count)
    }
    return .nanoseconds(total)
  }

  private static func isDigit(_ number: UInt8) -> Bool { Character.digits ~= number }

  /// The units in nanoseconds. Two characters look like a micro sign.
  private static let units: [String: Int64] = [
    "m": 60_000_000_000, "s": 1_000_000_000, "ms": 1_000_000, "us": 1_000, "µs": 1_000, "μs": 1_000, "ns": 1,
  ]

  /// Whether the character at `index` can be a value, or part of a time.
  private func isInWord(_ index: Int) -> Bool {
    switch numbers[index] {
    case 0: characters[index].isMarbleName
    case Character.digits, UInt8(ascii: "."): true
    case let number: Character.letters ~= number | 0x20
    }
  }

  private mutating func add(_ event: StreamEvent<Character, FailureText>) throws(MarbleError) {
    if let end, event != .cancellation { throw error("nothing can come after the end at column \(end + 1)") }
    if time > Timeline.Instant.end.offset { throw error("this is later than the end of virtual time, 292 years") }
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

extension Character {
  static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
  fileprivate static let letters = UInt8(ascii: "a")...UInt8(ascii: "z")

  /// Whether it can be the name of a value.
  var isMarbleName: Bool {
    if let ascii = asciiValue { return Self.digits ~= ascii || Self.letters ~= ascii | 0x20 }
    // A combining mark joins the character before it.
    return invisibleCode == nil && Self.lookalikes[self] == nil && "-\(self)".count == 2
  }

  /// For example `U+00A0`, for a space or an invisible character outside ASCII; nil for others.
  fileprivate var invisibleCode: String? {
    let scalar = unicodeScalars[unicodeScalars.startIndex]
    let isFormat = unicodeScalars.count == 1 && [.format, .control].contains(scalar.properties.generalCategory)
    guard !isASCII, isWhitespace || isFormat else { return nil }
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Characters that editors and keyboards insert instead of marbles.
  fileprivate static let lookalikes: [Character: Character] = [
    "\u{2010}": "-", "\u{2011}": "-", "\u{2013}": "-", "\u{2014}": "-", "\u{2212}": "-", "\u{FF0D}": "-",
    "\u{FF5C}": "|", "\u{2502}": "|", "\u{FF03}": "#", "\u{FF08}": "(", "\u{FF09}": ")",
  ]
}

/// A problem in a marble string, and its position.
public struct MarbleError: Error, Equatable, CustomStringConvertible, Sendable {
  /// The problem, and what to do.
  package let message: String
  /// The string.
  package let text: String
  /// The position of the problem, in characters, counted from 0.
  package let offset: Int
  /// The number of characters concerned.
  package let length: Int

  init(_ message: String, in text: String, at offset: Int, length: Int = 1) {
    self.message = message
    self.text = text
    self.offset = offset
    self.length = max(1, length)
  }

  /// The message, the string in one line, and a caret under the place.
  public var description: String {
    let line = String(text.map { $0.isWhitespace ? " " : $0 })
    let pointer = String(repeating: " ", count: offset) + "^" + String(repeating: "~", count: length - 1)
    return "Marbles, column \(offset + 1): \(message)\n  \(line)\n  \(pointer)"
  }
}

/// A failure read from a marble string. Only its text is known.
public struct FailureText: Error, Hashable, CustomStringConvertible {
  /// The failure's description.
  public let description: String

  /// Creates a failure with this text.
  package init(_ description: String) { self.description = description }

  /// The failure of `#` in a marble string without a given error.
  static let any = FailureText("any error")
}
