import Testing

/// Like `#expect(value == expected)`, which takes the compiler several times as long. Shows both values as a debugger does.
func expectEqual<Value: Equatable>(
  _ value: Value, _ expected: Value, _ comment: @autoclosure () -> String? = nil, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  if value == expected { return }
  Issue.record(
    "is \(String(reflecting: value)), and should be \(String(reflecting: expected))\(comment().map { ": \($0)" } ?? "")",
    sourceLocation: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}
