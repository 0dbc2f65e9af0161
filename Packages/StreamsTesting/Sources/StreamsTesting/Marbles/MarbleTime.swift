/// Times in marble strings: a number and a unit, parsed exactly.
enum MarbleTime {
  enum Outcome {
    case time(Duration)
    /// A time that is not a whole number of nanoseconds, or too long.
    case tooFine
    case none
  }

  /// Reads a word, given with the ASCII numbers of its characters.
  static func read(_ word: ArraySlice<Character>, _ numbers: ArraySlice<UInt8>) -> Outcome {
    // Most words are values.
    guard numbers.count > 1, let first = numbers.first, isDigit(first) else { return .none }
    let whole = numbers.prefix(while: isDigit)
    var (rest, decimals) = (numbers[whole.endIndex...], numbers.prefix(0))
    if rest.first == UInt8(ascii: ".") {
      decimals = rest.dropFirst().prefix(while: isDigit)
      guard !decimals.isEmpty else { return .none }
      rest = rest[decimals.endIndex...]
    }
    guard var unit = units[String(word[rest.startIndex...])] else { return .none }
    while decimals.last == UInt8(ascii: "0") { decimals.removeLast() }
    for _ in decimals {
      guard unit.isMultiple(of: 10) else { return .tooFine }
      unit /= 10
    }
    guard let count = Int64(String(decoding: whole + decimals, as: UTF8.self)) else { return .tooFine }
    let (total, overflow) = count.multipliedReportingOverflow(by: unit)
    return overflow ? .tooFine : .time(.nanoseconds(total))
  }

  private static func isDigit(_ number: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= number }

  /// The units in nanoseconds. Two characters look like a micro sign.
  private static let units: [String: Int64] = [
    "m": 60_000_000_000, "s": 1_000_000_000, "ms": 1_000_000, "us": 1_000, "µs": 1_000, "μs": 1_000, "ns": 1,
  ]
}
