import Foundation

/// An expectation on a recorded stream. Check it now with `get()`, or wait for it with `wait()`.
public struct RecorderExpectation<Value> {
  enum Outcome {
    case fulfilled(Value)
    case pending
    /// The event can no longer arrive. The error shows this many events and, if `end` is true, the completion.
    case impossible(events: Int = 0, end: Bool = false)
    /// An event that must not arrive has arrived.
    case unwanted(String)
  }

  let wanted: String
  /// Whether it can be met only after the stream's end.
  var needsEnd = false
  let source: any RecorderSource
  /// The value to return if no event may arrive.
  var silence: Value?
  /// Evaluates the expectation, and consumes the events that fulfil it.
  let evaluate: () -> Outcome

  /// Returns the expected value, which must have arrived already.
  ///
  /// - Throws: ``RecordingError`` if it has not arrived. It is also reported as an issue at the caller's line, unless
  ///   the stream failed.
  @discardableResult
  public func get(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> Value {
    try get(at: CallPlace(fileID, filePath, line, column))
  }

  /// Waits for the expected event, at most for `timeout`, which is ``WaitTimeout/duration`` by default.
  ///
  /// On a timeline, it advances virtual time instant by instant, and the time limit is virtual. Otherwise it waits in
  /// real time. On the main thread, the main run loop keeps running. In a task, use the form with `await`: this one
  /// reports an issue there and throws immediately. A negative limit is reported as an issue and counts as zero.
  ///
  /// - Throws: ``RecordingError`` if it does not arrive. It is also reported as an issue, unless the stream failed.
  @discardableResult
  public func wait(
    timeout: Duration? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws -> Value {
    try wait(timeout, at: CallPlace(fileID, filePath, line, column))
  }

  /// Waits for the expected event; see the synchronous form. On a timeline, tasks also run.
  ///
  /// - Throws: ``RecordingError`` if it does not arrive. It is also reported as an issue, unless the stream failed.
  ///   `CancellationError` if the task is cancelled.
  @discardableResult
  public func wait(
    timeout: Duration? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async throws -> Value {
    try await wait(timeout, at: CallPlace(fileID, filePath, line, column))
  }

  /// Does the same with a limit in seconds.
  @discardableResult
  public func wait(
    timeout: TimeInterval, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws -> Value {
    let place = CallPlace(fileID, filePath, line, column)
    return try wait(place.limit(seconds: timeout), at: place)
  }

  /// Does the same with a limit in seconds.
  @discardableResult
  public func wait(
    timeout: TimeInterval, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async throws -> Value {
    let place = CallPlace(fileID, filePath, line, column)
    return try await wait(place.limit(seconds: timeout), at: place)
  }

  /// The opposite expectation: the event does not arrive.
  public var inverted: RecorderExpectation<Void> {
    RecorderExpectation<Void>(wanted: "not \(wanted)", source: source, silence: ()) {
      switch evaluate() {
      case .fulfilled(let value):
        .unwanted("did not expect \(wanted), but got it\(value is Void ? "" : ": \(shown(value))")")
      case .impossible: .fulfilled(())
      case .pending: .pending
      case .unwanted(let complaint): .unwanted(complaint)
      }
    }
  }

  func get(at place: CallPlace) throws -> Value { try value(of: evaluate(), at: place) }

  func wait(_ timeout: Duration?, at place: CallPlace) throws -> Value {
    let limit = limit(timeout, at: place)
    return try value(of: settled(limit, at: place), after: limit, at: place)
  }

  func wait(_ timeout: Duration?, at place: CallPlace) async throws -> Value {
    let limit = limit(timeout, at: place)
    return try value(of: await settled(limit), after: limit, at: place)
  }

  /// Scaled, unless no event may arrive in that time.
  private func limit(_ timeout: Duration?, at place: CallPlace) -> Duration {
    place.limit(timeout, isScaled: source.timeline == nil && silence == nil)
  }

  private func value(of outcome: Outcome, after limit: Duration? = nil, at place: CallPlace) throws -> Value {
    switch outcome {
    case .fulfilled(let value): return value
    case .pending:
      if let silence { return silence }
      let within = limit.map { " within \(shortTime($0.wholeNanoseconds))" } ?? ""
      let never = "\(limit == nil ? "has not" : "never") completed\(within), expected \(wanted)"
      throw source.fail(needsEnd ? never : "expected \(wanted)\(within)", wanted: wanted, blaming: nil, at: place)
    case .impossible(let events, let end):
      throw source.fail("expected \(wanted)", wanted: wanted, blaming: (events, end), at: place)
    case .unwanted(let complaint): throw source.fail(complaint, wanted: wanted, blaming: nil, at: place)
    }
  }
}
