import CustomDump

/// Returns a list for messages of at most `limit` lines, each shortened and indented.
func list(_ items: [some Any], limit: Int = 20, indent: String = "  ") -> String {
  items.prefix(limit).map { "\n\(indent)" + "\($0)".shortened(1_000) }.joined()
    + (items.count > limit ? "\n\(indent)and \(items.count - limit) more" : "")
}

/// A line-by-line diff of two values; nil if both are one line long. In large values, lines with the same number are
/// compared, because another diff takes quadratic time.
func valueDiff(_ expected: Any, _ actual: Any) -> String? {
  let dumps = [expected, actual].map { String(customDumping: $0).split(separator: "\n") }
  let count = max(dumps[0].count, dumps[1].count)
  if count < 2 { return nil }
  let lines: [String] =
    if count > 200 {
      (0..<count).flatMap { number -> [String] in
        let pair = dumps.map { $0.dropFirst(number).first }
        return pair[0] == pair[1] ? [] : zip("-+", pair).compactMap { sign, line in line.map { "\(sign) \($0)" } }
      }
    } else {
      diff(expected, actual)?.split(separator: "\n").map(String.init) ?? []
    }
  return lines.isEmpty ? nil : "  expected -, actual +" + list(lines, limit: 40, indent: "    ")
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
  // Behind a one, the rest has its leading zeros.
  var decimals = rest > 0 ? ".\("\(unit.size + rest)".dropFirst())" : ""
  while decimals.last == "0" { decimals.removeLast() }
  return "\(nanoseconds < 0 ? "-" : "")\(whole)\(decimals)\(separator)\(unit.name)"
}

extension Duration {
  /// The duration in nanoseconds, rounded and clamped like the times of a timeline.
  var wholeNanoseconds: Int64 { Timeline.Instant.beginning.advanced(by: self).nanoseconds }
}
