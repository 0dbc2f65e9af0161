/// Times in marble strings: a number and a unit, parsed exactly.
enum MarbleTime {
  enum Outcome {
    case time(Duration)
    /// A time that is not a whole number of nanoseconds, or too long.
    case tooFine
    /// Not a time.
    case none
  }

  /// A unit is `factor` times ten to the power of `digits` nanoseconds.
  private static let units: [String: (factor: Int64, digits: Int)] = [
    "ns": (1, 0), "us": (1, 3), "µs": (1, 3), "μs": (1, 3), "ms": (1, 6), "s": (1, 9), "m": (6, 10),
  ]

  static func read(_ word: ArraySlice<Character>) -> Outcome {
    let number = word.prefix { $0.isASCII && !$0.isLetter }
    let parts = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, parts.allSatisfy({ !$0.isEmpty && !$0.contains(".") }),
      let unit = units[String(word[number.endIndex...])]
    else { return .none }
    var decimals = parts.dropFirst().first ?? []
    while decimals.last == "0" { decimals.removeLast() }
    let zeros = repeatElement(Character("0"), count: max(0, unit.digits - decimals.count))
    guard decimals.count <= unit.digits, let count = Int64(String(whole + decimals + zeros)) else { return .tooFine }
    let (total, overflow) = count.multipliedReportingOverflow(by: unit.factor)
    return overflow ? .tooFine : .time(.nanoseconds(total))
  }
}
