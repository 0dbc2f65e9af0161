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
      if duration <= .zero || (try? anEvent.decided(duration, at: place)) != nil { report(at: place) }
      return
    }
    let end = timeline.now.advanced(by: duration)
    let walk = timeline.walk(.wait(until: end, includesLimit: duration <= .zero)) { _ in false }
    if report(after: walk, before: duration > .zero ? end : nil, at: place), duration > .zero { timeline.advance() }
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
      let end = timeline.now.advanced(by: duration)
      let walk = await timeline.walk(.wait(until: end, includesLimit: duration <= .zero)) { _ in false }
      guard report(after: walk, before: duration > .zero ? end : nil, at: place), duration > .zero else { return }
      return await timeline.advance()
    }
    if duration > .zero, case .pending = await anEvent.decided(duration).0, Task.isCancelled {
      let length = shortTime(duration.wholeNanoseconds)
      return subscriber.reportStop("expected no events for \(length), but the task was cancelled first", at: place)
    }
    report(at: place)
  }

  /// Reports the events before `end`, and returns true; or reports that endless work kept the walk from its limit.
  private func report(after walk: Walk, before end: Timeline.Instant?, at place: SourcePlace) -> Bool {
    if case .budget(let text) = walk.end {
      subscriber.reportStop("expectNoEvents(for:) \(text)", at: place)
      return false
    }
    report(before: end, at: place)
    return true
  }

  /// For a wait in real time.
  private var anEvent: RecorderExpectation<Void> {
    expectation("an event") { $0.rest.isEmpty ? .pending : .fulfilled(()) }
  }

  /// Reports an issue if there are events that have not been consumed, and consumes them. The recorder's end calls it.
  ///
  /// Call it where other code still holds the recorder, and with XCTest, whose test cases never release their
  /// properties, in `tearDown`.
  public func ensureAllEventsConsumed() {
    report("has events that were not consumed", at: subscriber.place)
  }

  /// Consumes the events before `end`, and reports them: without a complaint, even if the recorder is not exhaustive.
  private func report(_ complaint: String? = nil, before end: Timeline.Instant? = nil, at place: SourcePlace) {
    let (all, rest) = subscriber.look { events in
      let all = events.all
      let count = end.flatMap { end in events.rest.first { all[$0].time >= end } } ?? all.count
      defer { events.consume(through: count) }
      return (all, complaint == nil || events.isExhaustive ? events.rest.filter { $0 < count } : [])
    }
    guard !rest.isEmpty else { return }
    let text = "\(name): \(complaint ?? "expected no events, got"):\(list(rest.map { all[$0] }))"
    place.report(
      subscriber.failure(text, showingEvents: false, wanted: "nothing more", difference: "not consumed", instead: rest))
  }
}
