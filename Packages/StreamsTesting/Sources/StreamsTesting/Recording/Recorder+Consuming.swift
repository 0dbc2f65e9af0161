extension Recorder {
  /// Passes over values without looking at them.
  ///
  /// - Parameter count: How many; an issue is reported if so many have not come.
  /// - Parameter fileID: The caller's file; leave it out.
  /// - Parameter filePath: The caller's path; leave it out.
  /// - Parameter line: The caller's line; leave it out.
  /// - Parameter column: The caller's column; leave it out.
  public func skip(
    _ count: Int = 1, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let place = CallPlace(fileID: fileID, file: filePath, line: line, column: column)
    _ = try? next(count).get(at: place)
  }

  /// The value that came last. All before it counts as consumed too.
  ///
  /// - Throws: ``RecordingError`` if there is none that has not been consumed; reported too.
  public func mostRecent(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> Output {
    let place = CallPlace(fileID: fileID, file: filePath, line: line, column: column)
    return try expectation("a value that has not been consumed") { events, consumption in
      guard let index = events.all.lastIndex(where: { $0.value != nil }), index >= consumption.next,
        let value = events.all[index].value
      else { return .pending }
      consumption.consume(through: index + 1)
      return .fulfilled(value)
    }.get(at: place)
  }

  /// Cancels, and takes everything that has come for consumed.
  public func cancelAndIgnoreRest() {
    subscriber.look { events, consumption in
      consumption.isExhaustive = false
      consumption.consume(through: events.count)
    }
    cancel()
  }

  /// Reports an issue if there are events that have not been consumed, whether or not the recorder is exhaustive.
  ///
  /// On a timeline its time is moved on first. Otherwise it waits in real time until something comes or the time is over:
  /// on the main thread the main run loop goes on meanwhile; from a task use the form with `await`, as this one reports
  /// an issue there and does not wait.
  ///
  /// - Parameter duration: How long to let time go on first.
  /// - Parameter fileID: The caller's file; leave it out.
  /// - Parameter filePath: The caller's path; leave it out.
  /// - Parameter line: The caller's line; leave it out.
  /// - Parameter column: The caller's column; leave it out.
  public func expectNoEvents(
    for duration: Duration = .zero, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let place = CallPlace(fileID: fileID, file: filePath, line: line, column: column)
    if let timeline = subscriber.timeline {
      timeline.advance(by: duration)
    } else if duration > .zero {
      _ = try? quiet.settled(place.limit(duration / .seconds(1)), at: place)
    }
    report("nothing was expected", always: true, at: place)
  }

  /// Reports an issue if there are events that have not been consumed, whether or not the recorder is exhaustive.
  ///
  /// - Parameter duration: How long to let time go on first: on a timeline its time, and tasks follow, otherwise real
  ///   time, until something comes.
  /// - Parameter fileID: The caller's file; leave it out.
  /// - Parameter filePath: The caller's path; leave it out.
  /// - Parameter line: The caller's line; leave it out.
  /// - Parameter column: The caller's column; leave it out.
  nonisolated(nonsending)
    public func expectNoEvents(
      for duration: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
      column: UInt = #column
    ) async
  {
    let place = CallPlace(fileID: fileID, file: filePath, line: line, column: column)
    if let timeline = subscriber.timeline {
      await timeline.advance(by: duration)
    } else {
      _ = try? await quiet.settled(place.limit(duration / .seconds(1)))
    }
    report("nothing was expected", always: true, at: place)
  }

  /// Fulfilled by the first event that nobody has asked for.
  private var quiet: RecorderExpectation<Void> {
    expectation("nothing") { $1.rest(of: $0).isEmpty ? .pending : .fulfilled(()) }
  }

  /// Reports an issue if events have not been consumed, and lets them go. Called when the recorder goes.
  ///
  /// With XCTest, whose test cases keep their properties for ever, call it in `tearDown`.
  public func checkExhausted() {
    report("has events that were not consumed", at: subscriber.place)
  }

  private func report(_ complaint: String, always: Bool = false, at place: CallPlace) {
    let rest = subscriber.look { events, consumption in
      defer { consumption.consume(through: events.count) }
      return always || consumption.isExhaustive ? consumption.rest(of: events) : []
    }
    guard !rest.isEmpty else { return }
    let list = rest.prefix(20).map { "\n  \($0)" }.joined() + (rest.count > 20 ? "\n  and \(rest.count - 20) more" : "")
    place.report("\(name): \(complaint):\(list)")
  }
}
