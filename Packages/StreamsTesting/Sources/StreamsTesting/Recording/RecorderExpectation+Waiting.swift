@_spi(TestKit) import Schedulers

extension RecorderExpectation {
  /// Returns the outcome when it is decided, or when the limit is reached, and the limit in words.
  func settled(_ limit: Duration?, at place: SourcePlace) throws -> (Outcome, String) {
    if let timeline {
      var search = WaitingWalk(self, limit)
      search.walk = timeline.walk(search.walk) { _ in search.isDone() }
      return (search.result(), search.limits(on: timeline))
    }
    var outcome = evaluate()
    let limit = limit ?? .zero
    guard outcome.isPending else { return (outcome, "") }
    guard !isInTask() else {
      throw fail("waiting would block a task, so it did not wait; use the form with 'await'", wanted, nil, place)
    }
    let bell = Bell(within: limit)
    hear(bell, true)
    defer { hear(bell, false) }
    repeat {
      outcome = evaluate()
      if outcome.isPending { bell.block() }
    } while outcome.isPending && !bell.isOver
    return (outcome.isPending ? evaluate() : outcome, Self.words(limit))
  }

  func settled(_ limit: Duration?) async throws -> (Outcome, String) {
    if let timeline {
      var search = WaitingWalk(self, limit)
      search.walk = await timeline.walk(search.walk) { _ in search.isDone() }
      return (search.result(), search.limits(on: timeline))
    }
    var outcome = evaluate()
    let limit = limit ?? .zero
    guard outcome.isPending else { return (outcome, "") }
    let bell = Bell(within: limit)
    hear(bell, true)
    defer { hear(bell, false) }
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
    return (outcome.isPending ? evaluate() : outcome, Self.words(limit))
  }

  fileprivate static func words(_ limit: Duration) -> String { " within \(shortTime(limit.wholeNanoseconds))" }
}

/// A wait in virtual time: a walk until the outcome is decided.
private struct WaitingWalk<Value> {
  private static var mostInstants: Int { 10_000 }

  var walk: Walk
  private let expectation: RecorderExpectation<Value>
  private let limit: Duration?
  private var outcome = RecorderExpectation<Value>.Outcome.pending
  private var instants = -1

  init(_ expectation: RecorderExpectation<Value>, _ limit: Duration?) {
    self.expectation = expectation
    self.limit = limit
    walk = Walk(limit.map { .by($0.wholeNanoseconds) } ?? .pending(background: true))
  }

  mutating func isDone() -> Bool {
    outcome = expectation.evaluate()
    instants += 1
    return !outcome.isPending || limit == nil && instants >= Self.mostInstants
  }

  mutating func result() -> RecorderExpectation<Value>.Outcome {
    if outcome.isPending { outcome = expectation.evaluate() }
    return outcome
  }

  func limits(on timeline: Timeline) -> String {
    switch walk.end {
    case .standstill: return ", but time stands still"
    case .condition where outcome.isPending:
      let pending = timeline.pending.filter { $0.interval != nil }.prefix(5).map { "\n  \($0)" }.joined()
      return """
         within \(Self.mostInstants) instants. Pass a 'timeout:' to wait longer, or cancel the timers that are still \
        pending:\(pending)
        """
    case _ where limit == nil: return ", but nothing more is pending"
    default: return limit.map { RecorderExpectation<Value>.words($0) } ?? ""
    }
  }
}

extension RecorderExpectation.Outcome {
  fileprivate var isPending: Bool { if case .pending = self { true } else { false } }
}
