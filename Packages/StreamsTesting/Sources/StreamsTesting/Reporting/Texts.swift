import CustomDump

/// Returns a list for messages of at most twenty lines, each indented.
func list(_ items: [some Any]) -> String {
  items.prefix(20).map { "\n  \($0)" }.joined() + (items.count > 20 ? "\n  and \(items.count - 20) more" : "")
}

/// A line-by-line diff of two values; nil if both are one line long.
func valueDiff(_ expected: some Any, _ actual: some Any) -> String? {
  guard let diff = diff(expected as Any, actual as Any), diff.split(separator: "\n").count > 2 else { return nil }
  return "  expected -, actual +\n" + diff.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
}

/// Returns a value for messages: text in quotation marks, optionals unwrapped.
func shown(_ value: Any) -> String {
  if let text = value as? String { return "\"\(text)\"" }
  let mirror = Mirror(reflecting: value)
  return mirror.displayStyle == .optional ? mirror.children.first.map { shown($0.value) } ?? "nil" : "\(value)"
}

/// Returns an exact length of time in the largest unit that it contains, for example `20 ms` or `1.5 s`.
///
/// Without the space, it is also a time in marbles.
func shortTime(_ nanoseconds: Int64, separator: String = " ") -> String {
  let length = nanoseconds.magnitude
  let units: [(size: UInt64, name: String)] = [(1_000_000_000, "s"), (1_000_000, "ms"), (1_000, "us"), (1, "ns")]
  guard let unit = units.first(where: { length >= $0.size }) else { return "0\(separator)ms" }
  let (whole, rest) = length.quotientAndRemainder(dividingBy: unit.size)
  return "\(nanoseconds < 0 ? "-" : "")\(whole)\(decimals(rest, of: unit.size))\(separator)\(unit.name)"
}

private func decimals(_ rest: UInt64, of size: UInt64) -> String {
  // A one, and the decimals with their leading zeros.
  var digits = String(size + rest)
  while digits.last == "0" { digits.removeLast() }
  return digits.count > 1 ? ".\(digits.dropFirst())" : ""
}

extension Duration {
  /// The duration in nanoseconds, rounded and clamped like the times of a timeline.
  var wholeNanoseconds: Int64 { Timeline.Instant.beginning.advanced(by: self).nanoseconds }
}
