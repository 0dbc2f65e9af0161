/// Returns an exact length of time in the largest unit that it contains, for example `20 ms` or `1.5 s`.
///
/// `MarbleTime` can read it back if there is no space.
func shortTime(_ nanoseconds: Int64, separator: String = " ") -> String {
  let length = nanoseconds.magnitude
  let units: [(size: UInt64, name: String)] = [(1_000_000_000, "s"), (1_000_000, "ms"), (1_000, "us"), (1, "ns")]
  guard let unit = units.first(where: { length >= $0.size }) else { return "0\(separator)ms" }
  let (whole, rest) = length.quotientAndRemainder(dividingBy: unit.size)
  return "\(nanoseconds < 0 ? "-" : "")\(whole)\(decimals(rest, of: unit.size))\(separator)\(unit.name)"
}

private func decimals(_ rest: UInt64, of size: UInt64) -> String {
  guard rest > 0 else { return "" }
  var digits = String(rest)
  digits = String(repeating: "0", count: String(size).count - 1 - digits.count) + digits
  while digits.last == "0" { digits.removeLast() }
  return ".\(digits)"
}
