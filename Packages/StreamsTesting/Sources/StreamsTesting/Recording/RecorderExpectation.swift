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
  let needsEnd: Bool
  /// The value to return if no event may arrive.
  var silence: Value?
  let timeline: Timeline?
  /// Rings a bell for each event from now on, or no longer.
  let hear: (_ bell: Bell, _ isHeard: Bool) -> Void
  /// Returns the error for a complaint. Reports it, unless the stream has failed and `blaming` says which events the error
  /// then shows: they are consumed.
  let fail:
    (_ complaint: String, _ wanted: String, _ blaming: (events: Int, end: Bool)?, _ place: SourcePlace) -> any Error
  /// Evaluates the expectation, and consumes the events that fulfil it.
  let evaluate: () -> Outcome

  /// Returns the expected value, which must have arrived already.
  ///
  /// - Throws: If it has not arrived, see ``RecordingError``.
  @discardableResult
  public func get(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> Value {
    try get(at: SourcePlace(fileID, filePath, line, column))
  }

  /// Waits for the expected event, at most for `timeout`.
  ///
  /// On a timeline, it advances virtual time instant by instant, and the limit is virtual. Without a limit, it goes on
  /// until the event arrives, nothing is pending, or 10,000 instants have passed. Otherwise it waits in real time, by
  /// default for ``WaitTimeout/duration``. On the main thread, the main run loop keeps running. In a task, use the form
  /// with `await`: this one reports an issue there and throws immediately. A negative limit is reported as an issue and
  /// counts as zero.
  ///
  /// - Throws: If it does not arrive, see ``RecordingError``.
  @discardableResult
  public func wait(
    timeout: Duration? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws -> Value {
    try wait(timeout, at: SourcePlace(fileID, filePath, line, column))
  }

  /// Waits for the expected event; see the synchronous form. On a timeline, tasks also run.
  ///
  /// - Throws: If it does not arrive, see ``RecordingError``. `CancellationError` if the task is cancelled.
  @discardableResult
  public func wait(
    timeout: Duration? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async throws -> Value {
    try await wait(timeout, at: SourcePlace(fileID, filePath, line, column))
  }

  /// Does the same with a limit in seconds.
  @discardableResult
  public func wait(
    timeout: TimeInterval, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws -> Value {
    let place = SourcePlace(fileID, filePath, line, column)
    return try wait(place.limit(seconds: timeout), at: place)
  }

  /// Does the same with a limit in seconds.
  @discardableResult
  public func wait(
    timeout: TimeInterval, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async throws -> Value {
    let place = SourcePlace(fileID, filePath, line, column)
    return try await wait(place.limit(seconds: timeout), at: place)
  }

  /// The opposite expectation: the event does not arrive.
  public var inverted: RecorderExpectation<Void> {
    RecorderExpectation<Void>(
      wanted: "not \(wanted)", needsEnd: false, silence: (), timeline: timeline, hear: hear, fail: fail
    ) {
      switch evaluate() {
      case .fulfilled(let value):
        .unwanted("did not expect \(wanted), but got it\(value is Void ? "" : ": \(shown(value))")")
      case .impossible: .fulfilled(())
      case .pending: .pending
      case .unwanted(let complaint): .unwanted(complaint)
      }
    }
  }

  func get(at place: SourcePlace) throws -> Value { try value(of: evaluate(), at: place) }

  func wait(_ timeout: Duration?, at place: SourcePlace) throws -> Value {
    let limit = limit(timeout, at: place)
    let (outcome, limits) = try settled(limit, at: place)
    return try value(of: outcome, limits, at: place)
  }

  func wait(_ timeout: Duration?, at place: SourcePlace) async throws -> Value {
    let limit = limit(timeout, at: place)
    let (outcome, limits) = try await settled(limit)
    return try value(of: outcome, limits, at: place)
  }

  /// Scaled, unless no event may arrive in that time. Nil for a wait in virtual time that has no limit.
  private func limit(_ timeout: Duration?, at place: SourcePlace) -> Duration? {
    if timeline != nil, timeout == nil { return nil }
    return place.limit(timeout, isScaled: timeline == nil && silence == nil)
  }

  /// - Parameter limits: How long it was waited for, in words; nil if it was not.
  private func value(of outcome: Outcome, _ limits: String? = nil, at place: SourcePlace) throws -> Value {
    switch outcome {
    case .fulfilled(let value): return value
    case .pending:
      if let silence { return silence }
      let never = needsEnd ? limits == nil ? "has not completed; " : "never completed; " : ""
      throw fail("\(never)expected \(wanted)\(limits ?? "")", wanted, nil, place)
    case .impossible(let events, let end): throw fail("expected \(wanted)", wanted, (events, end), place)
    case .unwanted(let complaint): throw fail(complaint, wanted, nil, place)
    }
  }
}

extension RecorderExpectation {
  init<Output, Failure>(
    _ wanted: String, needsEnd: Bool = false, of subscriber: RecordingSubscriber<Output, Failure>,
    evaluate: @escaping () -> Outcome
  ) {
    self.init(
      wanted: wanted, needsEnd: needsEnd, timeline: subscriber.timeline, hear: subscriber.hear,
      fail: { subscriber.fail($0, $1, $2, at: $3) }, evaluate: evaluate)
  }
}
