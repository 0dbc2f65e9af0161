/// The sleep of a task.
///
/// Sendable because its state is accessed only under the timeline's lock.
final class Sleeper: @unchecked Sendable {
  private let timeline: Timeline
  private var ticket: PendingQueue.Ticket?
  private var continuation: UnsafeContinuation<Void, any Error>?
  private var isCancelled = false
  private var isReturning = false
  /// Whether the task is a plain one, which the timeline does not run.
  private var isOfPlainTask = false

  init(timeline: Timeline) { self.timeline = timeline }

  func register(
    due: Int64, place: SourcePlace?, wrap: ActionWrap?, _ continuation: UnsafeContinuation<Void, any Error>
  ) {
    // Outside the lock, because user code makes a wrapped action.
    let end = { [self] in self.end() }
    let wake = wrap.map { $0(end) } ?? end
    // The driving thread also runs a `Task.immediate`, up to its first suspension.
    var hasExecutor = false
    if #available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *) {
      hasExecutor = withUnsafeCurrentTask { $0?.unownedTaskExecutor != nil }
    }
    var endWaits: () -> Void = {}
    let outcome: Result<Void, any Error>? = timeline.addWork { state in
      if isCancelled { return .failure(CancellationError()) }
      if due <= state.time { return .success(()) }
      self.continuation = continuation
      isOfPlainTask = !hasExecutor || state.driver != .current
      let task = isOfPlainTask ? nil : state.running.task
      ticket = state.schedule(due: due, Record(kind: .sleep, place: place, task: task), wake)
      endWaits = state.sleepers.takeSatisfied()
      return nil
    }
    if let outcome { continuation.resume(with: outcome) }
    endWaits()
  }

  /// Ends the sleep at the first call, because a wrapped action may run more than once.
  private func end() { timeline.state.withLock { takeContinuation(&$0) }?.resume() }

  /// Returns the task's continuation at the first call.
  private func takeContinuation(_ state: inout TimelineState) -> UnsafeContinuation<Void, any Error>? {
    guard let waiting = continuation else { return nil }
    continuation = nil
    isReturning = true
    state.sleepers.returning += 1
    if isOfPlainTask { state.wakes &+= 1 }
    return waiting
  }

  /// Records that the task has returned to its actor. The runtime resumes it there through the pool.
  func noteReturn() {
    timeline.state.withLock { if isReturning { $0.sleepers.returning -= 1 } }
  }

  func cancel() {
    let (action, continuation) = timeline.state.withLock { state in
      isCancelled = true
      // A wrapped action that was taken may run late, or never.
      return (ticket.flatMap { state.cancel($0) }, takeContinuation(&state))
    }
    continuation?.resume(throwing: CancellationError())
    _ = action
  }
}
