extension Timeline {
  /// Something that waits for its time.
  public struct PendingWork: Sendable, CustomStringConvertible {
    /// When it is due.
    public let due: Instant
    /// Its place in the order of everything ever scheduled: smaller runs first at the same instant.
    public let sequence: UInt64
    /// The time between its runs; nil if it runs once.
    public let interval: Duration?
    /// Its name, if it was given one.
    public let name: String?
    /// Where it was scheduled, if known.
    public let place: SourcePlace?
    /// Whether it is work for which a run does not wait.
    public let isBackground: Bool
    /// Whether it is a task that sleeps.
    public let isSleep: Bool
    /// A line for messages.
    public let description: String

    init(_ key: PendingQueue.Key, _ record: Record) {
      due = Instant(nanoseconds: key.due)
      sequence = UInt64(key.sequence)
      interval = record.interval.map { .nanoseconds($0) }
      name = record.name
      place = record.place
      isBackground = record.kind == .background
      isSleep = record.kind == .sleep
      description = record.described(due: key.due)
    }
  }

  /// How many actions, timers and sleeps are pending, background work included. O(1).
  public var pendingCount: Int { state.withLock { $0.queue.count } }

  /// The instant at which the next work is due; nil if nothing is pending. O(1).
  public var nextDue: Instant? { state.withLock { $0.queue.first.map { Instant(nanoseconds: $0.due) } } }

  /// Everything that is pending, in the order in which it will run. O(n log n).
  public var pending: [PendingWork] { state.withLock { $0.pending } }

  /// Reports an issue that lists the pending work, if there is any besides background work.
  public func checkNothingPending(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let left = pending.filter { !$0.isBackground }
    guard !left.isEmpty else { return }
    let list = left.prefix(10).map { "\n  \($0)" }.joined() + (left.count > 10 ? "\n  ..." : "")
    reportFailure(
      "\(name) at \(now): \(left.count) still pending:\(list)", fileID: fileID, filePath: filePath, line: line,
      column: column)
  }
}

extension Timeline {
  /// A few lines for messages.
  var pendingText: String { describe(pending) }

  func describe(_ pending: [PendingWork]) -> String {
    guard !pending.isEmpty else { return "nothing" }
    return pending.prefix(20).map { "\n  \($0)" }.joined() + (pending.count > 20 ? "\n  ..." : "")
  }
}
