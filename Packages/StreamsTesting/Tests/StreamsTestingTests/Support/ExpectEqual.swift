import Testing

/// Like `#expect(value == expected)`, of which thousands take the compiler more than half of the time for these tests.
func expectEqual<Value: Equatable>(
  _ value: Value, _ expected: Value, _ comment: @autoclosure () -> String? = nil, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  if value == expected { return }
  Issue.record(
    "is \(value), and should be \(expected)\(comment().map { ": \($0)" } ?? "")",
    sourceLocation: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}
