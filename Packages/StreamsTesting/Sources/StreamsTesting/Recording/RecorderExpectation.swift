/// An expectation on a recorded stream. Check it now with `get()`, or wait for it with `wait()`.
public struct RecorderExpectation<Value> {
  enum Outcome {
    case fulfilled(Value)
    /// It has not come yet.
    case pending
    /// It cannot come any more.
    case impossible(Consumption.Shown)
  }

  /// What is expected, for messages.
  let wanted: String
  let source: any RecorderSource
  /// Looks; what fulfils it is consumed.
  let evaluate: () -> Outcome

  /// Returns the expected value, which must have arrived already.
  ///
  /// - Throws: ``RecordingError`` if it has not. An issue is also reported, at the caller's line, unless the reason is
  ///   that the stream failed.
  @discardableResult
  public func get(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> Value {
    try get(at: CallPlace(fileID: fileID, file: filePath, line: line, column: column))
  }

  /// Waits for the expected event.
  ///
  /// On a timeline, it advances virtual time instant by instant, and the time limit is virtual. Otherwise it waits in
  /// real time. On the main thread, the main run loop keeps running. In a task, use the form with `await`: this one
  /// reports an issue there and throws immediately.
  ///
  /// - Parameter timeout: The time limit; ``WaitTimeout/duration`` by default. A negative limit is reported as an issue
  ///   and counts as zero.
  /// - Parameter fileID: The caller's file; leave it out.
  /// - Parameter filePath: The caller's path; leave it out.
  /// - Parameter line: The caller's line; leave it out.
  /// - Parameter column: The caller's column; leave it out.
  /// - Throws: ``RecordingError`` if it does not arrive. It is also reported as an issue, unless the stream failed.
  @discardableResult
  public func wait(
    timeout: Duration? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws -> Value {
    try wait(timeout, at: CallPlace(fileID: fileID, file: filePath, line: line, column: column))
  }

  /// Waits for the expected event.
  ///
  /// On a timeline, it advances virtual time instant by instant, with tasks, and the time limit is virtual.
  ///
  /// - Parameter timeout: The time limit; ``WaitTimeout/duration`` by default. A negative limit is reported as an issue
  ///   and counts as zero.
  /// - Parameter fileID: The caller's file; leave it out.
  /// - Parameter filePath: The caller's path; leave it out.
  /// - Parameter line: The caller's line; leave it out.
  /// - Parameter column: The caller's column; leave it out.
  /// - Throws: ``RecordingError`` if it does not arrive. It is also reported as an issue, unless the stream failed.
  @discardableResult
  public func wait(
    timeout: Duration? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async throws -> Value {
    try await wait(timeout, at: CallPlace(fileID: fileID, file: filePath, line: line, column: column))
  }

  /// The opposite expectation: the event does not arrive.
  public var inverted: InvertedExpectation<Value> { InvertedExpectation(base: self) }

  func get(at place: CallPlace) throws -> Value { try value(of: evaluate(), at: place) }

  func wait(_ timeout: Duration?, at place: CallPlace) throws -> Value {
    let limit = place.limit(timeout, on: source.timeline)
    return try value(of: settled(limit, at: place), after: limit, at: place)
  }

  func wait(_ timeout: Duration?, at place: CallPlace) async throws -> Value {
    let limit = place.limit(timeout, on: source.timeline)
    return try value(of: await settled(limit), after: limit, at: place)
  }

  private func value(of outcome: Outcome, after limit: Duration? = nil, at place: CallPlace) throws -> Value {
    let limit = limit.map { " within \(shortTime($0.wholeNanoseconds))" } ?? ""
    switch outcome {
    case .fulfilled(let value): return value
    case .pending: throw source.fail("expected \(wanted)\(limit)", wanted: wanted, mayBlameStream: false, at: place)
    case .impossible(let shown):
      source.consume(shown)
      throw source.fail("expected \(wanted)", wanted: wanted, mayBlameStream: true, at: place)
    }
  }
}

/// The expectation that an event does not arrive.
public struct InvertedExpectation<Value> {
  let base: RecorderExpectation<Value>

  /// Reports an issue at the caller's line if the unwanted event has arrived.
  ///
  /// - Throws: ``RecordingError`` in that case.
  public func get(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws {
    try check(base.evaluate(), at: CallPlace(fileID: fileID, file: filePath, line: line, column: column))
  }

  /// Waits, and reports an issue at the caller's line if the unwanted event arrives.
  ///
  /// - Parameter timeout: The time limit, in virtual time on a timeline; ``WaitTimeout/duration`` by default.
  /// - Parameter fileID: The caller's file; leave it out.
  /// - Parameter filePath: The caller's path; leave it out.
  /// - Parameter line: The caller's line; leave it out.
  /// - Parameter column: The caller's column; leave it out.
  /// - Throws: ``RecordingError`` in that case.
  public func wait(
    timeout: Duration? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws {
    let place = CallPlace(fileID: fileID, file: filePath, line: line, column: column)
    try check(base.settled(timeout ?? WaitTimeout.duration, at: place), at: place)
  }

  /// Waits, and reports an issue at the caller's line if the unwanted event arrives.
  ///
  /// - Parameter timeout: The time limit, in virtual time on a timeline; ``WaitTimeout/duration`` by default.
  /// - Parameter fileID: The caller's file; leave it out.
  /// - Parameter filePath: The caller's path; leave it out.
  /// - Parameter line: The caller's line; leave it out.
  /// - Parameter column: The caller's column; leave it out.
  /// - Throws: ``RecordingError`` in that case.
  public func wait(
    timeout: Duration? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async throws {
    let place = CallPlace(fileID: fileID, file: filePath, line: line, column: column)
    try check(await base.settled(timeout ?? WaitTimeout.duration), at: place)
  }

  private func check(_ outcome: RecorderExpectation<Value>.Outcome, at place: CallPlace) throws {
    guard case .fulfilled(let value) = outcome else { return }
    let what = value is Void ? "" : ": \(shown(value))"
    throw base.source.fail(
      "did not expect \(base.wanted), but got it\(what)", wanted: "not \(base.wanted)", mayBlameStream: false,
      at: place)
  }
}
