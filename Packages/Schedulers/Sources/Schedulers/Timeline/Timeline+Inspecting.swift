extension Timeline {
  /// A pending action, timer or sleep.
  public struct PendingWork: Sendable, CustomStringConvertible {
    /// The instant at which it is due.
    public let due: Instant
    /// The position in scheduling order. At the same instant, the smaller one runs first if the order is `Order.fifo`.
    public let sequence: UInt64
    let record: Record
    /// The time between two runs; nil if it runs once.
    public var interval: Duration? { record.interval.map { .nanoseconds($0) } }
    /// The number of runs so far, if it repeats.
    @_spi(TestKit) public var runs: Int { record.runs }
    /// The name, if there is one.
    public var name: String? { record.name }
    /// The location that scheduled it, if known.
    public var place: SourcePlace? { record.place }
    /// The task that sleeps, if known.
    public var task: TaskOrigin? { record.task }
    /// Whether it is background work, for which `run()` does not wait.
    public var isBackground: Bool { record.kind == .background }
    /// Whether it is a sleeping task.
    public var isSleep: Bool { record.kind == .sleep }
    /// A one-line description for messages.
    public var description: String { record.described(due: due.nanoseconds) }
  }

  /// The number of pending actions, timers and sleeps, including background work. O(1).
  public var pendingCount: Int { state.withLock { $0.queue.count } }

  /// The instant at which the next work is due; nil if nothing is pending. O(1).
  public var nextDue: Instant? { state.withLock { $0.queue.first.map { Instant(nanoseconds: $0.due) } } }

  /// The pending work, by due time, then by sequence. With `Order.fifo`, it will run in this order. O(n log n).
  public var pending: [PendingWork] { state.withLock { $0.pending } }

  /// Reports an issue that lists the pending work, if there is any except background work.
  public func checkNothingPending(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    if let pendingComplaint { report(pendingComplaint, at: place) }
  }

  /// A list of the pending work, if there is any except background work.
  @_spi(TestKit) public var pendingComplaint: String? {
    let left = pending.filter { !$0.isBackground }
    guard !left.isEmpty else { return nil }
    return "\(name) at \(now): \(left.count) still pending:\(describe(left))"
  }

  /// A list of the pending work, for messages.
  var pendingText: String { describe(pending) }

  private func describe(_ pending: [PendingWork]) -> String {
    guard !pending.isEmpty else { return "nothing" }
    return pending.prefix(20).map { "\n  \($0)" }.joined() + (pending.count > 20 ? "\n  ..." : "")
  }
}
