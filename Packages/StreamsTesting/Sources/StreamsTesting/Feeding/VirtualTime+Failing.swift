extension VirtualTime {
  /// Creates a hot publisher that can fail, whether or not its string has a `#`: `hot("-1-|", failure: (any Error).self)`.
  ///
  /// `failure` is its failure type, and `error` the failure of `#`. If the string has a `#` and there is no error, an
  /// issue is reported. For the other parameters, see
  /// ``hot(_:values:error:frame:name:whenNoDemand:fileID:filePath:line:column:)``.
  @inlinable public func hot<Output, Failure: Error>(
    _ marbles: String, values: MarbleValues<Output> = MarbleValues<String>.standard, failure: Failure.Type,
    error: Failure? = nil, frame: Duration = MarbleFrame.duration, name: String = "input",
    whenNoDemand: DemandPolicy = .drop, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> TestPublisher<Output, Failure> {
    hot(
      marbles, values: values, error: error, frame: frame, name: name, whenNoDemand: whenNoDemand, fileID: fileID,
      filePath: filePath, line: line, column: column)
  }

  /// Creates a cold publisher that can fail. See
  /// ``hot(_:values:failure:error:frame:name:whenNoDemand:fileID:filePath:line:column:)``.
  @inlinable public func cold<Output, Failure: Error>(
    _ marbles: String, values: MarbleValues<Output> = MarbleValues<String>.standard, failure: Failure.Type,
    error: Failure? = nil, frame: Duration = MarbleFrame.duration, name: String = "input",
    whenNoDemand: DemandPolicy = .hold, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> TestPublisher<Output, Failure> {
    cold(
      marbles, values: values, error: error, frame: frame, name: name, whenNoDemand: whenNoDemand, fileID: fileID,
      filePath: filePath, line: line, column: column)
  }
}
