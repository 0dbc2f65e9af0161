import Streams

extension Timeline {
  /// Identifies scheduled work, and can cancel it.
  ///
  /// Releasing a token cancels nothing.
  public struct Token: Cancellable, Sendable {
    let timeline: Timeline
    let ticket: PendingQueue.Ticket

    /// Removes the work and releases its closure. Has no effect if the work has run, or is running for the last time.
    /// O(1) on average, O(n) with a ``Timeline/log``.
    public func cancel() { _ = timeline.state.withLock { $0.cancel(ticket) } }

    /// Whether the work is still pending.
    public var isPending: Bool { timeline.state.withLock { $0.queue.isPending(ticket) } }
  }

  /// Runs `action` once, `delay` from now.
  ///
  /// It runs when the timeline is advanced, not before, even if `delay` is zero or negative.
  ///
  /// - Parameters:
  ///   - delay: The delay, rounded to whole nanoseconds.
  ///   - name: The name in messages and in the log.
  ///   - background: Whether it is background work, for which `run()` does not wait.
  ///   - action: The action, which runs on the advancing thread.
  /// - Returns: A token that cancels it.
  @discardableResult
  public func schedule(
    in delay: Duration = .zero, name: String? = nil, background: Bool = false, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column, _ action: @escaping () -> Void
  ) -> Token {
    let delay = delay.wholeNanoseconds
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    if name == nil, !background { return insert { $0.schedule(due: $0.due(after: delay), at: place, action) } }
    let record = Record(kind: background ? .background : .action, name: name, place: place)
    return insert { $0.schedule(due: $0.due(after: delay), record, action) }
  }

  /// Runs `action` once, at `instant`, or at the next advance if `instant` has passed.
  ///
  /// - Returns: A token that cancels it.
  @discardableResult
  public func schedule(
    at instant: Instant, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ action: @escaping () -> Void
  ) -> Token {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return insert { $0.schedule(due: instant.nanoseconds, at: place, action) }
  }

  /// Runs `action` at `first` and then every `interval`, without drift, until the token is cancelled.
  ///
  /// At every instant, it keeps its original position in scheduling order. An interval that is not above zero is
  /// reported as an issue, unless the action is cancelled in its first run.
  ///
  /// - Parameters:
  ///   - first: The instant of the first run.
  ///   - interval: The time between two runs, above zero.
  ///   - name: The name in messages and in the log.
  ///   - background: Whether it is background work, for which `run()` does not wait.
  ///   - action: The action, which runs on the advancing thread.
  /// - Returns: A token that cancels it.
  public func schedule(
    at first: Instant, every interval: Duration, name: String? = nil, background: Bool = false,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ action: @escaping () -> Void
  ) -> Token {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let record = Record(
      kind: background ? .background : .action, interval: interval.wholeNanoseconds, name: name, place: place)
    return insert { $0.schedule(due: first.nanoseconds, record, action) }
  }
}

extension Timeline {
  @inline(__always) @discardableResult func insert(_ schedule: (inout TimelineState) -> PendingQueue.Ticket) -> Token {
    Token(timeline: self, ticket: addWork(schedule))
  }

  /// Adds an action, a sleep or a job. The first work of a timeline also registers it with the current timeline, to find
  /// mistakes of tests with two.
  @inline(__always) func addWork<R>(_ add: (inout TimelineState) -> R) -> R {
    var isFirst = false
    let result = state.withLock { state in
      isFirst = state.awaitsFirstWork
      return add(&state)
    }
    if isFirst { registerWithCurrent() }
    return result
  }
}
