/// Times in marble strings: a number and a unit, kept exactly.
enum MarbleTime {
  enum Outcome {
    case time(Duration)
    /// It is a time, but not one of whole nanoseconds that fit.
    case tooFine
    /// It is no time.
    case none
  }

  private static let units: [String: Int64] = [
    "ns": 1, "us": 1_000, "µs": 1_000, "ms": 1_000_000, "s": 1_000_000_000, "m": 60_000_000_000,
  ]

  static func read(_ word: ArraySlice<Character>) -> Outcome {
    let number = word.prefix { isDigit($0) || $0 == "." }
    guard let unit = units[String(word.dropFirst(number.count))] else { return .none }
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }), let whole = parts.first else { return .none }
    guard let count = Int64(String(whole)) else { return .tooFine }
    var (total, overflow) = count.multipliedReportingOverflow(by: unit)
    guard !overflow else { return .tooFine }
    var size = unit
    for digit in parts.count == 2 ? parts[1] : [] {
      let value = Int64(digit.wholeNumberValue ?? 0)
      guard size % 10 == 0 || value == 0 else { return .tooFine }
      size /= 10
      (total, overflow) = total.addingReportingOverflow(value * size)
      guard !overflow else { return .tooFine }
    }
    return .time(.nanoseconds(total))
  }

  private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
}
