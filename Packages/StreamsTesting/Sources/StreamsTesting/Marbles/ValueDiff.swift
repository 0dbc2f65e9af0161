import CustomDump

/// A line-by-line diff of two values; nil if both are one line long.
func valueDiff(_ expected: some Any, _ actual: some Any) -> String? {
  guard let diff = diff(expected as Any, actual as Any), diff.split(separator: "\n").count > 2 else { return nil }
  return "  expected -, actual +\n" + diff.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
}
