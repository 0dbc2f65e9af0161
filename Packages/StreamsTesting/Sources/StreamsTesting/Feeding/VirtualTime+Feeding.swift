extension VirtualTime {
  /// Creates a hot publisher that sends the events of a marble string, starting now, with or without subscribers.
  ///
  /// A `^` in the string marks the current time. Events before it are in the past.
  ///
  /// ```swift
  /// let scheduler = VirtualTimeScheduler()
  /// let keys = scheduler.hot("--a-b-|")
  /// let cancellable = keys.sink { print($0, "at", scheduler.timeline.now) }
  /// scheduler.run()
  /// // a at 0.002 seconds
  /// // b at 0.004 seconds
  /// withExtendedLifetime(cancellable) {}
  /// ```
  ///
  /// An invalid string is reported as an issue, and the publisher sends nothing. A `!` is invalid, because only a
  /// subscriber cancels.
  ///
  /// `values` are the values of the letters, and `error` is the failure of `#`. For a publisher that can fail with any
  /// error, give the type: `failure: (any Error).self`. `whenNoDemand` determines how a value without demand is handled.
  /// `name` is used in messages.
  public func hot<Output, Failure: Error>(
    _ marbles: String, values: MarbleValues<Output> = MarbleValues<String>.standard, error: Failure? = Never?.none,
    frame: Duration = MarbleFrame.duration, name: String = "input", whenNoDemand: DemandPolicy = .drop,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> TestPublisher<Output, Failure> {
    let place = SourcePlace(fileID, filePath, line, column)
    return TestPublisher(.hot, name, frame, timeline, whenNoDemand, place) { () throws(MarbleError) in
      try Marble(marbles, frame: frame).input(values, error, from: timeline.now)
    }
  }

  /// Creates a cold publisher that sends the events of a marble string to each subscriber, from its subscription on.
  ///
  /// A `^` in the string marks the subscription. Events before it are not sent.
  ///
  /// By default, a value without demand waits until it is requested. For the parameters, see
  /// ``hot(_:values:error:frame:name:whenNoDemand:fileID:filePath:line:column:)``.
  public func cold<Output, Failure: Error>(
    _ marbles: String, values: MarbleValues<Output> = MarbleValues<String>.standard, error: Failure? = Never?.none,
    frame: Duration = MarbleFrame.duration, name: String = "input", whenNoDemand: DemandPolicy = .hold,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> TestPublisher<Output, Failure> {
    let place = SourcePlace(fileID, filePath, line, column)
    return TestPublisher(.cold, name, frame, timeline, whenNoDemand, place) { () throws(MarbleError) in
      try Marble(marbles, frame: frame).input(values, error, from: .beginning)
    }
  }

  /// Creates a hot publisher of numbers, the digits of the string, where the context needs `Int`. For the parameters,
  /// see ``hot(_:values:error:frame:name:whenNoDemand:fileID:filePath:line:column:)``.
  @_disfavoredOverload
  public func hot<Failure: Error>(
    _ marbles: String, error: Failure? = Never?.none, frame: Duration = MarbleFrame.duration, name: String = "input",
    whenNoDemand: DemandPolicy = .drop, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> TestPublisher<Int, Failure> {
    hot(
      marbles, values: .digits, error: error, frame: frame, name: name, whenNoDemand: whenNoDemand, fileID: fileID,
      filePath: filePath, line: line, column: column)
  }

  /// Creates a cold publisher of numbers, the digits of the string, where the context needs `Int`. For the parameters,
  /// see ``cold(_:values:error:frame:name:whenNoDemand:fileID:filePath:line:column:)``.
  @_disfavoredOverload
  public func cold<Failure: Error>(
    _ marbles: String, error: Failure? = Never?.none, frame: Duration = MarbleFrame.duration, name: String = "input",
    whenNoDemand: DemandPolicy = .hold, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> TestPublisher<Int, Failure> {
    cold(
      marbles, values: .digits, error: error, frame: frame, name: name, whenNoDemand: whenNoDemand, fileID: fileID,
      filePath: filePath, line: line, column: column)
  }

  /// Creates a hot publisher that can fail, whether or not its string has a `#`: `hot("-1-|", failure: (any Error).self)`.
  ///
  /// `failure` is its failure type, and `error` the failure of `#`. If the string has a `#` and there is no error, an
  /// issue is reported. For the other parameters, see
  /// ``hot(_:values:error:frame:name:whenNoDemand:fileID:filePath:line:column:)``.
  public func hot<Output, Failure: Error>(
    _ marbles: String, values: MarbleValues<Output> = MarbleValues<String>.standard, failure: Failure.Type,
    error: Failure? = nil, frame: Duration = MarbleFrame.duration, name: String = "input",
    whenNoDemand: DemandPolicy = .drop, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> TestPublisher<Output, Failure> {
    hot(
      marbles, values: values, error: error, frame: frame, name: name, whenNoDemand: whenNoDemand, fileID: fileID,
      filePath: filePath, line: line, column: column)
  }

  /// Creates a cold publisher that can fail. See
  /// ``hot(_:values:failure:error:frame:name:whenNoDemand:fileID:filePath:line:column:)``.
  public func cold<Output, Failure: Error>(
    _ marbles: String, values: MarbleValues<Output> = MarbleValues<String>.standard, failure: Failure.Type,
    error: Failure? = nil, frame: Duration = MarbleFrame.duration, name: String = "input",
    whenNoDemand: DemandPolicy = .hold, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> TestPublisher<Output, Failure> {
    cold(
      marbles, values: values, error: error, frame: frame, name: name, whenNoDemand: whenNoDemand, fileID: fileID,
      filePath: filePath, line: line, column: column)
  }

  /// Creates a hot publisher that sends `events` at their times, counted from the beginning of the timeline.
  ///
  /// Events in the past are not sent.
  public func hot<Output, Failure: Error>(
    _ events: [Recorded<Output, Failure>], frame: Duration = MarbleFrame.duration, name: String = "input",
    whenNoDemand: DemandPolicy = .drop, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> TestPublisher<Output, Failure> {
    TestPublisher(.hot, name, frame, timeline, whenNoDemand, SourcePlace(fileID, filePath, line, column)) { events }
  }

  /// Creates a hot publisher that sends `events` at their times, and cannot fail. See the form that can fail.
  public func hot<Output>(
    _ events: [Recorded<Output, Never>], frame: Duration = MarbleFrame.duration, name: String = "input",
    whenNoDemand: DemandPolicy = .drop, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> TestPublisher<Output, Never> {
    TestPublisher(.hot, name, frame, timeline, whenNoDemand, SourcePlace(fileID, filePath, line, column)) { events }
  }

  /// Creates a cold publisher that sends `events` to each subscriber, and cannot fail. See the form that can fail.
  public func cold<Output>(
    _ events: [Recorded<Output, Never>], frame: Duration = MarbleFrame.duration, name: String = "input",
    whenNoDemand: DemandPolicy = .hold, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> TestPublisher<Output, Never> {
    TestPublisher(.cold, name, frame, timeline, whenNoDemand, SourcePlace(fileID, filePath, line, column)) { events }
  }

  /// Creates a cold publisher that sends `events` to each subscriber, at their times counted from its subscription.
  public func cold<Output, Failure: Error>(
    _ events: [Recorded<Output, Failure>], frame: Duration = MarbleFrame.duration, name: String = "input",
    whenNoDemand: DemandPolicy = .hold, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> TestPublisher<Output, Failure> {
    TestPublisher(.cold, name, frame, timeline, whenNoDemand, SourcePlace(fileID, filePath, line, column)) { events }
  }
}

extension Marble {
  /// Returns the values and the completion from the `^` on, or else from the start, which is at `instant`.
  ///
  /// - Throws: ``MarbleError`` if a letter has no value, `#` has no error, or there is a `!`.
  fileprivate func input<Output, Failure>(
    _ values: MarbleValues<Output>, _ error: Failure?, from instant: Timeline.Instant
  ) throws(MarbleError) -> [Recorded<Output, Failure>] {
    if let mark = events.first(where: { $0.event == .cancellation }) {
      throw self.error("'!' is the cancellation, which only a subscriber does; an input cannot have it", at: mark)
    }
    let written = Recording(events).withoutLifecycle.shifted(by: instant.offset - .nanoseconds(start))
    let events: [Recorded<Output, Failure>] = try recorded(written.events, values: values, error: error)
    return start == 0 ? events : events.filter { $0.time >= instant }
  }
}
