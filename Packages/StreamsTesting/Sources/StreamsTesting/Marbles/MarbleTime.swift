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
    guard let unit = unit(String(word[rest.startIndex...])) else { return .none }
    while decimals.last == UInt8(ascii: "0") { decimals.removeLast() }
    let zeros = repeatElement(UInt8(ascii: "0"), count: max(0, unit.digits - decimals.count))
    let digits = String(decoding: whole + decimals + zeros, as: UTF8.self)
    guard decimals.count <= unit.digits, let count = Int64(digits) else { return .tooFine }
    let (total, overflow) = count.multipliedReportingOverflow(by: unit.factor)
    return overflow ? .tooFine : .time(.nanoseconds(total))
  }

  private static func isDigit(_ number: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= number }

  /// Returns the unit of a name: `factor` times ten to the power of `digits` nanoseconds.
  private static func unit(_ name: String) -> (factor: Int64, digits: Int)? {
    switch name {
    case "s": (1, 9)
    case "ms": (1, 6)
    case "us", "µs", "μs": (1, 3)
    case "ns": (1, 0)
    case "m": (6, 10)
    default: nil
    }
  }
}
