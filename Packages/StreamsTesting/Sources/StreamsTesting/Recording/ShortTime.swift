/// A length of time in the largest unit that shows it exactly, for example `20 ms`, `1.5 s`.
///
/// The result can be read back: see `MarbleTime`.
func shortTime(_ nanoseconds: Int64, separator: String = " ") -> String {
  let sign = nanoseconds < 0 ? "-" : ""
  let length = nanoseconds.magnitude
  let units: [(UInt64, String)] = [(1_000_000_000, "s"), (1_000_000, "ms"), (1_000, "us")]
  for (size, unit) in units where length >= size || length == 0 {
    let (whole, rest) = length.quotientAndRemainder(dividingBy: size)
    if rest == 0 { return "\(sign)\(whole)\(length == 0 ? "\(separator)ms" : separator + unit)" }
    if rest % (size / 100) == 0 || (size == 1_000_000_000 && rest % 1_000_000 == 0 && whole > 9) {
      return "\(sign)\(whole).\(decimals(rest, of: size))\(separator)\(unit)"
    }
  }
  return "\(sign)\(length)\(separator)ns"
}

private func decimals(_ rest: UInt64, of size: UInt64) -> String {
  var text = String(rest)
  text = String(repeating: "0", count: String(size).count - 1 - text.count) + text
  while text.last == "0" { text.removeLast() }
  return text
}
