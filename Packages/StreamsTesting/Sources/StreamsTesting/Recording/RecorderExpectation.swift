@_spi(TestKit) import Schedulers

/// An expectation on a recorded stream. Check it now with `get()`, or wait for it with `wait()`.
public struct RecorderExpectation<Value> {
  enum Outcome {
    case fulfilled(Value)
    case pending
    /// The event can no longer arrive. If the stream's failure is the cause, this many events are consumed and, if
    /// `end` is true, the completion.
    case impossible(events: Int = 0, end: Bool = false)
    /// An event that must not arrive has arrived.
    case unwanted(String)

    fileprivate var isPending: Bool { if case .pending = self { true } else { false } }
  }

  let wanted: String
  /// Whether it can be met only after the stream's end.
  var needsEnd: Bool
  /// The value to return if no event may arrive.
  var silence: Value?
  let timeline: Timeline?
  /// Rings a bell for each event from now on, or no longer.
  let hear: (_ bell: Bell, _ isHeard: Bool) -> Void
  /// Reports a complaint, and returns the error to throw. If the stream's own failure is the cause, only the error tells
  /// it, and the events of `blaming` are consumed.
  let fail:
    (_ complaint: String, _ wanted: String, _ blaming: (events: Int, end: Bool)?, _ place: SourcePlace) -> any Error
  /// Consumes all events so far, which are then not reported.
  let discard: () -> Void
  /// Evaluates the expectation, and consumes the events that fulfil it. None after `end` does.
  let evaluate: (_ end: Timeline.Instant?) -> Outcome

  /// Returns the expected value, which must have arrived already.
  ///
  /// - Throws: If it has not arrived, see ``RecordingError``.
  @discardableResult
  public func get(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> Value {
    try value(of: evaluate(nil), at: SourcePlace(fileID, filePath, line, column))
  }

  /// Waits for the expected event, at most for `timeout`: a `Duration`, or a number of seconds.
  ///
  /// On a timeline, it advances virtual time instant by instant, and the limit is virtual. Without a limit, it goes on
  /// until the event arrives or nothing is pending. It stops at the bounds of `run()` except the horizon.
  /// Otherwise it waits in real time, by default for ``WaitTimeout/duration``. On the main thread, the main run loop
  /// keeps running. In a task, use the form with `await`: if the event has not arrived, this one reports an issue there
  /// and throws, instead of waiting in real time. A negative limit is an issue, and throws.
  ///
  /// - Throws: If it does not arrive, see ``RecordingError``.
  @discardableResult
  public func wait(
    timeout: (any WaitLimit)? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) throws -> Value {
    try wait(timeout, at: SourcePlace(fileID, filePath, line, column))
  }

  /// Waits for the expected event. On a timeline, tasks also run, and settle as in `Timeline.advance(by:isolation:)`: for
  /// plain tasks, this is not measured on Apple's systems.
  ///
  /// - Throws: If it does not arrive, see ``RecordingError``. `CancellationError` if the task is cancelled.
  @discardableResult
  public func wait(
    timeout: (any WaitLimit)? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async throws -> Value {
    try await wait(timeout, at: SourcePlace(fileID, filePath, line, column))
  }

  /// The opposite expectation: the event does not arrive.
  public var inverted: RecorderExpectation<Void> {
    RecorderExpectation<Void>(
      wanted: "not \(wanted)", needsEnd: false, silence: (), timeline: timeline, hear: hear, fail: fail,
      discard: discard
    ) { end in
      switch evaluate(end) {
      case .fulfilled(let value):
        .unwanted("did not expect \(wanted), but got it\(value is Void ? "" : ": \(shown(value).shortened(500))")")
      case .impossible: .fulfilled(())
      case .pending: .pending
      case .unwanted(let complaint): .unwanted(complaint)
      }
    }
  }

  func wait(_ timeout: (any WaitLimit)?, at place: SourcePlace) throws -> Value {
    let (outcome, limits) = try decided(limit(timeout, at: place), at: place)
    return try value(of: outcome, limits, at: place)
  }

  func wait(_ timeout: (any WaitLimit)?, at place: SourcePlace) async throws -> Value {
    let (outcome, limits) = try await decided(limit(timeout, at: place))
    if outcome.isPending, Task.isCancelled {
      discard()
      throw CancellationError()
    }
    return try value(of: outcome, limits, at: place)
  }

  /// Returns the time limit: `timeout`, or ``WaitTimeout/duration``, at most about 285 years if it is a `Double`. It is
  /// scaled in real time, unless no event may arrive in that time. Nil for a wait in virtual time without a limit.
  /// If it is negative or not a number, reports an issue and throws.
  private func limit(_ timeout: (any WaitLimit)?, at place: SourcePlace) throws -> Duration? {
    if timeline != nil, timeout == nil || timeout as? Double == .infinity { return nil }
    let limit =
      switch timeout {
      case let seconds as Double where seconds.isNaN: Duration.seconds(-1)
      case let seconds as Double: Duration.seconds(min(max(seconds, -9e9), 9e9))
      case let seconds as Int: Duration.seconds(seconds)
      case let duration: duration as? Duration ?? WaitTimeout.duration
      }
    if limit >= .zero { return timeline == nil && silence == nil ? limit * WaitTimeout.scale : limit }
    throw fail("the timeout must be zero or more, but is \(timeout ?? limit)", wanted, nil, place)
  }

  /// - Parameter limits: How long it was waited for, in words; nil if it was not.
  private func value(of outcome: Outcome, _ limits: String? = nil, at place: SourcePlace) throws -> Value {
    switch outcome {
    case .fulfilled(let value): return value
    case .pending:
      if let silence { return silence }
      let never = needsEnd ? limits == nil ? "has not completed; " : "never completed; " : ""
      throw fail("\(never)expected \(wanted)\(limits ?? timeline?.dueText ?? "")", wanted, nil, place)
    case .impossible(let events, let end): throw fail("expected \(wanted)", wanted, (events, end), place)
    case .unwanted(let complaint): throw fail(complaint, wanted, nil, place)
    }
  }
}

extension RecorderExpectation {
  /// Creates an expectation, which keeps the recorder: without it, the stream would be cancelled.
  init<Output, Failure>(
    _ wanted: String, needsEnd: Bool = false, of recorder: Recorder<Output, Failure>,
    evaluate: @escaping (RecordingSubscriber<Output, Failure>) -> Outcome
  ) {
    let subscriber = recorder.subscriber
    self.init(
      wanted: wanted, needsEnd: needsEnd, timeline: subscriber.timeline, hear: subscriber.hear,
      fail: { subscriber.fail($0, $1, $2, at: $3) }, discard: { subscriber.look { $0.consumeAll() } },
      evaluate: { end in
        let before = subscriber.look { (exchange(&$0.consumed, with: 0..<0), $0.next, $0.hasConsumedEnd) }
        let outcome = withExtendedLifetime(recorder) { evaluate(subscriber) }
        return subscriber.look { events in
          let decisive = events.consumed.last ?? events.all.indices.last
          guard let end, let decisive, events.all[decisive].time > end else { return outcome }
          (events.consumed, events.next, events.hasConsumedEnd) = (0..<0, before.1, before.2)
          return .pending
        }
      })
  }

  /// Returns the outcome when it is decided, or when the limit is reached, and the limit in words.
  func decided(_ limit: Duration?, at place: SourcePlace) throws -> (Outcome, String) {
    var outcome = Outcome.pending
    if isDecided(&outcome) { return (outcome, "") }
    if let timeline {
      let end = limit.map { timeline.now.advanced(by: $0) }
      let walk = timeline.walk(.wait(until: end)) { _ in isDecided(&outcome, by: end) }
      return ended(walk, last(outcome, by: end), limit, end)
    }
    let limit = limit ?? .zero
    guard withUnsafeCurrentTask(body: { $0 == nil }) else {
      throw fail("waiting would block a task, so it did not wait; use the form with 'await'", wanted, nil, place)
    }
    let bell = Bell(within: limit)
    hear(bell, true)
    defer { hear(bell, false) }
    while !isDecided(&outcome), !bell.isOver { bell.block() }
    return (last(outcome), words(limit))
  }

  /// Returns the outcome, like the blocking form. It is pending if the task is cancelled before it is decided.
  func decided(_ limit: Duration?) async -> (Outcome, String) {
    var outcome = Outcome.pending
    if isDecided(&outcome) { return (outcome, "") }
    if let timeline {
      let end = limit.map { timeline.now.advanced(by: $0) }
      let walk = await timeline.walk(.wait(until: end)) { _ in isDecided(&outcome, by: end) || Task.isCancelled }
      return ended(walk, last(outcome, by: end), limit, end)
    }
    let limit = limit ?? .zero
    let bell = Bell(within: limit)
    hear(bell, true)
    defer { hear(bell, false) }
    while !isDecided(&outcome), !bell.isOver, !Task.isCancelled {
      await withTaskCancellationHandler {
        await bell.ringing()
      } onCancel: {
        bell.ring()
      }
    }
    return (last(outcome), words(limit))
  }

  private func isDecided(_ outcome: inout Outcome, by end: Timeline.Instant? = nil) -> Bool {
    outcome = evaluate(end)
    return !outcome.isPending
  }

  /// The event may have arrived since the last look.
  private func last(_ outcome: Outcome, by end: Timeline.Instant? = nil) -> Outcome {
    outcome.isPending ? evaluate(end) : outcome
  }

  /// Returns the outcome after a walk, and its end in words. If it ended early, as an advance around it does then, neither
  /// silence nor an event in its last instant decides it: the failure always tells that end.
  private func ended(_ walk: Walk, _ last: Outcome, _ limit: Duration?, _ end: Timeline.Instant?) -> (Outcome, String) {
    guard case .budget(let text) = walk.end else {
      let words = limit.map { "\(self.words($0)) of virtual time" } ?? ""
      guard let timeline, timeline.pendingCount == 0, timeline.now <= end ?? .end else { return (last, words) }
      let cure = "A source in real time needs 'publisher.record()', and all schedulers of a test one timeline"
      return (last, "\(words), but nothing more is pending.\n  \(cure)")
    }
    let words = ", but the wait \(text)"
    if last.isPending, silence == nil { return (last, words) }
    return (.unwanted("expected \(wanted)\(words)"), words)
  }

  private func words(_ limit: Duration) -> String { " within \(shortTime(limit.wholeNanoseconds))" }
}

extension Timeline {
  /// For the failure of an expectation without a wait: when the next work is due, if any is.
  var dueText: String { nextDue.map { ".\n  The next work is due at \(shortTime($0.nanoseconds))" } ?? "" }
}

extension Walk {
  /// The walk of a wait. It ends at an instant, whatever else advances meanwhile, or where nothing is pending.
  static func wait(until end: Timeline.Instant?, includesLimit: Bool = true) -> Walk {
    .bounded(end.map { .to($0.nanoseconds) } ?? .pending(background: true), includesLimit: includesLimit)
  }
}

/// A failed expectation on a recorded stream, with all values received.
///
/// If the stream's failure is the reason, the expectation throws this error, and reports no issue. Otherwise, it first
/// reports an issue at the line of the call. If the test throws the error, too, there is mostly no second issue:
///
/// | Where the code runs | What is thrown |
/// | --- | --- |
/// | a test of Swift Testing | the error of `#require` |
/// | a test of XCTest on Linux, or a detached task, a queue or a thread there | the error of `XCTUnwrap` |
/// | a test of XCTest on Apple's platforms | this error, which is a second failure if the test throws it |
/// | a program | this error |
///
/// Errors must be Sendable, but `Output` may not be. The error is thrown to the code that records, which also created
/// the stream. Do not send it elsewhere if `Output` is not Sendable.
public struct RecordingError<Output>: Error, CustomStringConvertible, @unchecked Sendable {
  /// The expectation, what arrived instead, and the events so far.
  public let description: String
  /// The values received.
  public let received: [Output]
  /// The stream's failure, if it is the reason.
  public let failure: (any Error)?
}
