/// Times in marble strings: a number and a unit, parsed exactly.
enum MarbleTime {
  enum Outcome {
    case time(Duration)
    /// A time that is not a whole number of nanoseconds, or too long.
    case tooFine
    /// Not a time.
    case none
  }

  static func read(_ word: ArraySlice<MarbleCharacter>) -> Outcome {
    let whole = word.prefix { $0.isDigit }
    var (rest, decimals) = (word[whole.endIndex...], word.prefix(0))
    if rest.first?.ascii == UInt8(ascii: ".") {
      decimals = rest.dropFirst().prefix { $0.isDigit }
      guard !decimals.isEmpty else { return .none }
      rest = rest[decimals.endIndex...]
    }
    guard !whole.isEmpty, let unit = nanoseconds(of: rest) else { return .none }
    while decimals.last?.ascii == UInt8(ascii: "0") { decimals.removeLast() }
    var size = unit
    for _ in decimals {
      guard size % 10 == 0 else { return .tooFine }
      size /= 10
    }
    guard let units = number(whole), let parts = decimals.isEmpty ? 0 : number(decimals) else { return .tooFine }
    let (length, overflow) = units.multipliedReportingOverflow(by: unit)
    let (total, isTooLong) = length.addingReportingOverflow(parts * size)
    return overflow || isTooLong ? .tooFine : .time(.nanoseconds(total))
  }

  /// Returns the number, or nil if it is too large.
  private static func number(_ digits: ArraySlice<MarbleCharacter>) -> Int64? { Int64(String(digits.map(\.character))) }

  private static func nanoseconds(of unit: ArraySlice<MarbleCharacter>) -> Int64? {
    guard let first = unit.first, let last = unit.last else { return nil }
    switch (unit.count, first.character, last.character) {
    case (1, "s", _): return 1_000_000_000
    case (1, "m", _): return 60_000_000_000
    case (2, "m", "s"): return 1_000_000
    case (2, "u", "s"), (2, "µ", "s"), (2, "μ", "s"): return 1_000
    case (2, "n", "s"): return 1
    default: return nil
    }
  }
}
