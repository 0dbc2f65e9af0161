extension VirtualTime {
  /// The same with a failure type, for a publisher that can fail: `hot("-1-|", failure: (any Error).self)`.
  ///
  /// - Parameters:
  ///   - marbles: The events and their times, see ``Marble``.
  ///   - values: The values of the letters.
  ///   - failure: The failure type.
  ///   - error: What `#` stands for. If the string contains `#` and no error is given, an issue is reported.
  ///   - frame: The length of a frame.
  ///   - name: The name in messages.
  ///   - whenNoDemand: How to handle a value without demand.
  ///   - fileID: The caller's file; leave it out.
  ///   - filePath: The caller's path; leave it out.
  ///   - line: The caller's line; leave it out.
  ///   - column: The caller's column; leave it out.
  @inlinable public func hot<Output, Failure: Error>(
    _ marbles: String, values: MarbleValues<Output> = MarbleValues<String>.letters, failure: Failure.Type,
    error: Failure? = nil, frame: Duration = MarbleFrame.duration, name: String = "input",
    whenNoDemand: DemandPolicy = .drop, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> TestPublisher<Output, Failure> {
    hot(
      marbles, values: values, error: error, frame: frame, name: name, whenNoDemand: whenNoDemand, fileID: fileID,
      filePath: filePath, line: line, column: column)
  }

  /// The same with a failure type, for a publisher that can fail: `cold("-1-|", failure: (any Error).self)`.
  ///
  /// - Parameters:
  ///   - marbles: The events and their times, see ``Marble``.
  ///   - values: The values of the letters.
  ///   - failure: The failure type.
  ///   - error: What `#` stands for. If the string contains `#` and no error is given, an issue is reported.
  ///   - frame: The length of a frame.
  ///   - name: The name in messages.
  ///   - whenNoDemand: How to handle a value without demand.
  ///   - fileID: The caller's file; leave it out.
  ///   - filePath: The caller's path; leave it out.
  ///   - line: The caller's line; leave it out.
  ///   - column: The caller's column; leave it out.
  @inlinable public func cold<Output, Failure: Error>(
    _ marbles: String, values: MarbleValues<Output> = MarbleValues<String>.letters, failure: Failure.Type,
    error: Failure? = nil, frame: Duration = MarbleFrame.duration, name: String = "input",
    whenNoDemand: DemandPolicy = .hold, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> TestPublisher<Output, Failure> {
    cold(
      marbles, values: values, error: error, frame: frame, name: name, whenNoDemand: whenNoDemand, fileID: fileID,
      filePath: filePath, line: line, column: column)
  }
}
