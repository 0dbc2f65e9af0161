import CustomDump

/// Two values line by line with what differs, if they are more than a line long.
func valueDiff(_ expected: some Any, _ actual: some Any) -> String? {
  guard let diff = diff(expected as Any, actual as Any), diff.split(separator: "\n").count > 2 else { return nil }
  return "  expected -, actual +\n" + diff.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
}
