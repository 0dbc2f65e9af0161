import Dispatch

/// The type-erased recorder of an expectation.
protocol RecorderSource: AnyObject, Sendable {
  var timeline: Timeline? { get }
  /// Returns the error for a complaint, and reports it, unless the failure of the stream may be the reason.
  func fail(_ complaint: String, wanted: String, mayBlameStream: Bool, at place: CallPlace) -> any Error
  /// Consumes the events that an error shows.
  func consume(events: Int, end: Bool)
  /// Rings `bell` for each event from now on.
  func add(_ bell: Bell)
  func remove(_ bell: Bell)
}

extension RecordingSubscriber: RecorderSource {
  func fail(_ complaint: String, wanted: String, mayBlameStream: Bool, at place: CallPlace) -> any Error {
    let text = timelineText
    let (values, end) = look { ($0.values, $0.end) }
    if mayBlameStream, case .failure(let failure)? = end {
      // Not reported, so the error contains the location.
      return RecordingError(
        description: "\(name): \(complaint), at \(place).\n\(text)", received: values, failure: failure)
    }
    // The issue shows all events, so they are not reported again.
    look { $0.consumeAll() }
    let page = FailurePages.note { recording.page(expected: wanted, at: timeline?.now) }
    return place.reported(
      RecordingError(description: "\(name): \(complaint).\n\(text)\(page)", received: values, failure: nil))
  }

  func consume(events: Int, end: Bool) { look { $0.consume(through: events, end: end) } }
  func add(_ bell: Bell) { lock.withLock { bells.append(bell) } }
  func remove(_ bell: Bell) { lock.withLock { bells.removeAll { $0 === bell } } }
}

/// The instants to which a wait advances its timeline while nothing is decided: now, each at which something is due, and
/// the limit.
private struct AwaitedInstants {
  private let timeline: Timeline
  private let limit: Timeline.Instant
  private var hasBegun = false

  init(on timeline: Timeline, limit: Duration) {
    self.timeline = timeline
    self.limit = timeline.now.advanced(by: limit)
  }

  mutating func next() -> Timeline.Instant? {
    let now = timeline.now
    defer { hasBegun = true }
    guard hasBegun else { return now }
    return now < limit ? Swift.min(timeline.nextDue ?? limit, limit) : nil
  }
}

extension RecorderExpectation {
  /// Returns the outcome when it is decided, or when the time is over.
  func settled(_ limit: Duration, at place: CallPlace) throws -> Outcome {
    var outcome = evaluate()
    if let timeline = source.timeline {
      var instants = AwaitedInstants(on: timeline, limit: limit)
      while outcome.isPending, let instant = instants.next() {
        timeline.advance(to: instant)
        outcome = evaluate()
      }
      return outcome
    }
    guard outcome.isPending else { return outcome }
    guard !isInTask() else {
      throw source.fail(
        "waiting would block a task, so it did not wait; use the form with 'await'", wanted: wanted,
        mayBlameStream: false, at: place)
    }
    let (bell, deadline) = (Bell(), DispatchTime.now() + limit)
    source.add(bell)
    defer { source.remove(bell) }
    repeat {
      outcome = evaluate()
      if outcome.isPending { bell.block(until: deadline) }
    } while outcome.isPending && DispatchTime.now() < deadline
    return outcome.isPending ? evaluate() : outcome
  }

  /// Returns the outcome when it is decided, or when the time is over.
  func settled(_ limit: Duration) async throws -> Outcome {
    var outcome = evaluate()
    if let timeline = source.timeline {
      var instants = AwaitedInstants(on: timeline, limit: limit)
      while outcome.isPending, let instant = instants.next() {
        await timeline.advance(to: instant)
        outcome = evaluate()
      }
      return outcome
    }
    guard outcome.isPending else { return outcome }
    let (bell, deadline) = (Bell(), DispatchTime.now() + limit)
    source.add(bell)
    let timer = bell.ring(at: deadline)
    defer {
      timer.cancel()
      source.remove(bell)
    }
    repeat {
      outcome = evaluate()
      if outcome.isPending {
        await withTaskCancellationHandler {
          await bell.ringing()
        } onCancel: {
          bell.ring()
        }
        try Task.checkCancellation()
      }
    } while outcome.isPending && DispatchTime.now() < deadline
    return outcome.isPending ? evaluate() : outcome
  }
}

extension RecorderExpectation.Outcome {
  fileprivate var isPending: Bool { if case .pending = self { true } else { false } }
}
