/// The type-erased recorder of an expectation.
protocol RecorderSource: AnyObject, Sendable {
  var timeline: Timeline? { get }
  /// Returns the error for a complaint. Reports it, unless the stream has failed and `blaming` says which events the error
  /// then shows: they are consumed.
  func fail(_ complaint: String, wanted: String, blaming: (events: Int, end: Bool)?, at place: CallPlace) -> any Error
  /// Rings `bell` for each event from now on.
  func add(_ bell: Bell)
  func remove(_ bell: Bell)
}

extension RecordingSubscriber: RecorderSource {
  func fail(_ complaint: String, wanted: String, blaming: (events: Int, end: Bool)?, at place: CallPlace) -> any Error {
    let text = timelineText
    let (values, end) = look { ($0.values, $0.end) }
    if let blaming, case .failure(let failure)? = end {
      look { $0.consume(through: blaming.events, end: blaming.end) }
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

  func add(_ bell: Bell) { lock.withLock { bells.append(bell) } }
  func remove(_ bell: Bell) { lock.withLock { bells.removeAll { $0 === bell } } }
}

extension Timeline {
  /// The instants to which a wait advances this timeline while nothing is decided: now, each at which something is due,
  /// and the limit.
  fileprivate func instants(within limit: Duration) -> some IteratorProtocol<Instant> {
    let end = now.advanced(by: limit)
    return sequence(first: now) { _ in self.now < end ? min(self.nextDue ?? end, end) : nil }
  }
}

extension RecorderExpectation {
  /// Returns the outcome when it is decided, or when the time is over.
  func settled(_ limit: Duration, at place: CallPlace) throws -> Outcome {
    var outcome = evaluate()
    if let timeline = source.timeline {
      var instants = timeline.instants(within: limit)
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
        blaming: nil, at: place)
    }
    let bell = Bell(within: limit)
    source.add(bell)
    defer { source.remove(bell) }
    repeat {
      outcome = evaluate()
      if outcome.isPending { bell.block() }
    } while outcome.isPending && !bell.isOver
    return outcome.isPending ? evaluate() : outcome
  }

  func settled(_ limit: Duration) async throws -> Outcome {
    var outcome = evaluate()
    if let timeline = source.timeline {
      var instants = timeline.instants(within: limit)
      while outcome.isPending, let instant = instants.next() {
        await timeline.advance(to: instant)
        outcome = evaluate()
      }
      return outcome
    }
    guard outcome.isPending else { return outcome }
    let bell = Bell(within: limit)
    source.add(bell)
    defer { source.remove(bell) }
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
    } while outcome.isPending && !bell.isOver
    return outcome.isPending ? evaluate() : outcome
  }
}

extension RecorderExpectation.Outcome {
  fileprivate var isPending: Bool { if case .pending = self { true } else { false } }
}
