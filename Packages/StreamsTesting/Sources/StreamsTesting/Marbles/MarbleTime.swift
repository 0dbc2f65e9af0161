/// Times in marble strings: a number and a unit, kept exactly.
enum MarbleTime {
  enum Outcome {
    case time(Duration)
    /// It is a time, but not one of whole nanoseconds that fit.
    case tooFine
    /// It is no time.
    case none
  }

  static func read(_ word: ArraySlice<MarbleCharacter>) -> Outcome {
    guard word.first?.isDigit == true else { return .none }
    let number = word.prefix { $0.isDigit || $0.isDot }
    guard let unit = nanoseconds(of: word[number.endIndex...]) else { return .none }
    let whole = number.prefix { $0.isDigit }
    let digits = number.dropFirst(whole.count + 1)
    guard whole.count == number.count || !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return .none }
    var (total, overflow) = (Int64(0), false)
    for digit in whole where !overflow {
      (total, overflow) = total.multipliedReportingOverflow(by: 10)
      if !overflow { (total, overflow) = total.addingReportingOverflow(digit.digit) }
    }
    if !overflow { (total, overflow) = total.multipliedReportingOverflow(by: unit) }
    guard !overflow else { return .tooFine }
    var size = unit
    for digit in digits {
      guard size % 10 == 0 || digit.digit == 0 else { return .tooFine }
      size /= 10
      (total, overflow) = total.addingReportingOverflow(digit.digit * size)
      guard !overflow else { return .tooFine }
    }
    return .time(.nanoseconds(total))
  }

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

extension MarbleCharacter {
  fileprivate var isDot: Bool { ascii == UInt8(ascii: ".") }

  /// What it stands for, if it is a digit.
  fileprivate var digit: Int64 { Int64(ascii) - Int64(UInt8(ascii: "0")) }
}
