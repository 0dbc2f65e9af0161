extension Recorder where Output: Equatable {
  /// Reports an issue at the caller's line, with the events so far, if the values that have not been consumed differ
  /// from `values`. Consumes the values, but not the completion. O(n).
  ///
  /// - Returns: Whether they are equal.
  @discardableResult
  public func expect(
    values: [Output], fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Bool {
    let (all, numbers, found) = subscriber.look { events in
      let numbers = events.values(from: events.next)
      return (events.all, numbers, events.take(numbers))
    }
    if found == values { return true }
    // Of many values, only the first hundred from the first difference on are shown.
    let isLong = max(values.count, found.count) > 100
    let start = isLong ? zip(values, found).prefix { $0 == $1 }.count : 0
    let (a, b) = (Array(values.dropFirst(start).prefix(100)), Array(found.dropFirst(start).prefix(100)))
    let details = valueDiff(a, b).map { "\n\($0)" } ?? ""
    let (x, y) = ("\(a)", "\(b)")
    let expected = isLong ? "\(values.count) values" : "the values \(x.excerpt(against: y).shortened(500))"
    let place = start > 0 ? "; below, [0] is value [\(start)]" : ""
    let actual = isLong ? "\(found.count)\(place)" : y.excerpt(against: x).shortened(500)
    // Each value at the time of that with its number, or now.
    let wanted = values.enumerated().map { number, value in
      Recorded<Output, any Error>(
        time: number < numbers.count ? all[numbers[number]].time : subscriber.now, event: .value(value))
    }
    let due = found.count < values.count && subscriber.isAlive ? subscriber.timeline?.dueText ?? "" : ""
    let message = "\(name): expected \(expected), got \(actual)\(due).\(details)"
    SourcePlace(fileID, filePath, line, column).report(
      FailedExpectation(message: "\(message)\n\(subscriber.eventsText)", cause: subscriber.unreadError()) {
        ComparedEvents(wanted, numbers.map { all[$0] }, sameUpTo: 0, start: 0).page(
          expected: Recording(wanted), Array(wanted.indices), actual: self.subscriber.recording, numbers,
          by: self.subscriber)
      })
    return false
  }

  /// Reports an issue at the caller's line if the events so far differ from the marbles, and consumes them. The string
  /// starts at the subscription, or `^` marks it. `!` marks the cancellation; without it, a cancellation is ignored. The
  /// other parameters are those of `expect(_:toEqual:)` on a scheduler.
  ///
  /// - Returns: Whether the events match.
  @discardableResult
  public func expect(
    toEqual marbles: String, values: MarbleValues<Output> = .standard, error: Failure? = nil,
    frame: Duration = MarbleFrame.duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Bool {
    let place = SourcePlace(fileID, filePath, line, column)
    let expected = MarbleExpectation(
      marbles, values: values, error: error, frame: frame, of: name, isOver: true, on: subscriber.timeline,
      at: place)
    let recorded = consumeAll()
    guard let expected else { return false }
    let start = (recorded.subscriptionTime ?? .beginning).nanoseconds - expected.start
    return expected.check(recorded.events, from: start, by: subscriber)
  }
}
