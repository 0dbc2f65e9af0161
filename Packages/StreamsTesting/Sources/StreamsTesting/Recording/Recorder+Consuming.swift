@_spi(TestKit) import Schedulers

extension Recorder {
  /// Cancels the stream, and consumes all events so far.
  public func cancelAndIgnoreRemainingEvents() {
    cancel()
    subscriber.look { events in
      events.isExhaustive = false
      events.consumeAll()
    }
  }

  /// Reports an issue if there are events that have not been consumed, even if the recorder is not exhaustive, and
  /// consumes them. Events at the last instant of a `duration` above zero do not count.
  ///
  /// First, `duration` passes: in virtual time on a timeline, otherwise in real time, until an event arrives or the
  /// time is over. On the main thread, the main run loop keeps running. In a task, use the form with `await`: this one
  /// reports an issue there and does not wait.
  public func expectNoEvents(
    for duration: Duration = .zero, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let place = SourcePlace(fileID, filePath, line, column)
    guard let timeline = subscriber.timeline else {
      if duration <= .zero || (try? anEvent.decided(duration, at: place)) != nil { reportEvents(at: place) }
      return
    }
    let walk = timeline.walk(.wait(duration, on: timeline, includesLimit: duration <= .zero)) { _ in false }
    guard isOver(walk, at: place) else { return }
    reportEvents(at: place)
    if duration > .zero { timeline.advance() }
  }

  /// Reports an issue if there are events that have not been consumed. First, `duration` passes, while tasks run, and
  /// settle as in `Timeline.advance(by:isolation:)`: for plain tasks, this is not measured on Apple's systems. In real
  /// time, an issue is reported if the task is cancelled before the time is over.
  public func expectNoEvents(
    for duration: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let place = SourcePlace(fileID, filePath, line, column)
    if let timeline = subscriber.timeline {
      let walk = await timeline.walk(.wait(duration, on: timeline, includesLimit: duration <= .zero)) { _ in false }
      guard isOver(walk, at: place) else { return }
      reportEvents(at: place)
      if duration > .zero { await timeline.advance() }
      return
    }
    if duration > .zero, case .pending = await anEvent.decided(duration).0, Task.isCancelled {
      let length = shortTime(duration.wholeNanoseconds)
      return subscriber.reportStop("expected no events for \(length), but the task was cancelled first", at: place)
    }
    reportEvents(at: place)
  }

  /// Whether a walk has reached its limit. If work is endless, that is reported.
  private func isOver(_ walk: Walk, at place: SourcePlace) -> Bool {
    guard case .budget(let text) = walk.end else { return true }
    subscriber.reportStop("expectNoEvents(for:) \(text)", at: place)
    return false
  }

  /// For a wait in real time.
  private var anEvent: RecorderExpectation<Void> {
    expectation("an event") { $0.rest.isEmpty ? .pending : .fulfilled(()) }
  }

  private func reportEvents(at place: SourcePlace) { report("expected no events, got", always: true, at: place) }

  /// Reports an issue if there are events that have not been consumed, and consumes them. Also called when the recorder
  /// is deinitialised.
  ///
  /// Call it where other code still holds the recorder, and with XCTest, whose test cases never release their
  /// properties, in `tearDown`.
  public func ensureAllEventsConsumed() {
    report("has events that were not consumed", at: subscriber.place)
  }

  private func report(_ complaint: String, always: Bool = false, at place: SourcePlace) {
    let (all, rest) = subscriber.look { events in
      defer { events.consumeAll() }
      return (events.all, always || events.isExhaustive ? Array(events.rest) : [])
    }
    guard !rest.isEmpty else { return }
    place.report(
      subscriber.failure(
        "\(name): \(complaint):\(list(rest.map { all[$0] }))", showingEvents: false, wanted: "nothing more",
        difference: "not consumed", instead: rest))
  }
}
