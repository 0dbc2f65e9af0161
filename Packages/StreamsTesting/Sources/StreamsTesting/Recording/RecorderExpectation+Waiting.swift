import Foundation

/// The recorder behind an expectation, without its types.
///
/// Sendable because the functions use only what the recorder guards by its lock.
struct RecorderSource: @unchecked Sendable {
  let timeline: Timeline?
  /// The error for a complaint, and whether a failure of the stream is to blame if it failed. Reports it unless so.
  let fail: (String, Bool, CallPlace) -> any Error
  let changes: () -> Int
  let block: (Int, Date) -> Void
  let wake: () -> Void
}

extension RecorderExpectation {
  /// What has become of it when it is decided or the time is over.
  func settled(_ seconds: Double, at place: CallPlace) throws -> Outcome {
    var outcome = evaluate()
    if let timeline = source.timeline {
      let end = timeline.now.advanced(by: .seconds(seconds))
      while case .pending = outcome, let due = timeline.nextDue, due <= end {
        timeline.step()
        outcome = evaluate()
      }
      if case .pending = outcome { timeline.advance(to: end) }
      return outcome
    }
    guard case .pending = outcome else { return outcome }
    guard !isInTask() else {
      throw source.fail("would block a task, so it was not waited for; use the form with 'await'", false, place)
    }
    let deadline = Date(timeIntervalSinceNow: seconds)
    while case .pending = outcome, Date() < deadline {
      let count = source.changes()
      outcome = evaluate()
      if case .pending = outcome { source.block(count, deadline) }
    }
    if case .pending = outcome { outcome = evaluate() }
    return outcome
  }

  /// What has become of it when it is decided or the time is over.
  nonisolated(nonsending)
    func settled(_ seconds: Double) async throws -> Outcome
  {
    var outcome = evaluate()
    if let timeline = source.timeline {
      let end = timeline.now.advanced(by: .seconds(seconds))
      if case .pending = outcome { await timeline.advance(by: .zero) }
      outcome = outcome.isPending ? evaluate() : outcome
      while outcome.isPending, timeline.now < end {
        await timeline.advance(to: Swift.min(timeline.nextDue ?? end, end))
        outcome = evaluate()
      }
      return outcome
    }
    let deadline = Date(timeIntervalSinceNow: seconds)
    while outcome.isPending, Date() < deadline {
      let (source, count) = (source, source.changes())
      outcome = evaluate()
      guard outcome.isPending else { break }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          Thread.detachNewThread {
            source.block(count, deadline)
            continuation.resume()
          }
        }
      } onCancel: {
        source.wake()
      }
      try Task.checkCancellation()
      outcome = evaluate()
    }
    return outcome
  }
}

extension RecorderExpectation.Outcome {
  fileprivate var isPending: Bool { if case .pending = self { true } else { false } }
}
