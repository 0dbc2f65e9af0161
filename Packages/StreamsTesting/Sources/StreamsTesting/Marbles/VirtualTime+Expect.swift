extension VirtualTime {
  /// Subscribes to `publisher`, advances time by the length of the marbles, and reports an issue at the caller's line
  /// if the events differ. It then cancels the subscription.
  ///
  /// ```swift
  /// let scheduler = VirtualTimeScheduler()
  /// let input = scheduler.cold("-1-2-3-|", values: .digits)
  /// scheduler.expect(input.filter { $0 > 1 }, toEqual: "---2-3-|")
  /// ```
  ///
  /// The string starts now. `^` marks the subscription, `!` the cancellation.
  ///
  /// A string without `|`, `#` and `!` also expects that nothing follows: time advances from instant to instant until
  /// an event arrives, nothing is pending, or 1,000 instants have passed.
  ///
  /// If `exhaustive` is false, time stops at the end of the string. `values` are the values of the letters, and `error`
  /// is the failure of `#`, any failure by default. `name` is used in messages.
  ///
  /// - Returns: Whether the events match.
  @discardableResult
  @inlinable public func expect<P: Publisher>(
    _ publisher: P, toEqual marbles: String, values: MarbleValues<P.Output> = .standard, error: P.Failure? = nil,
    exhaustive: Bool = true, frame: Duration = MarbleFrame.duration, name: String = "stream",
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Bool where P.Output: Equatable {
    let place = SourcePlace(fileID, filePath, line, column)
    let read = MarbleExpectation<P.Output, P.Failure>(marbles, values: values, error: error, frame: frame, at: place)
    guard let expected = read else { return false }
    let timeline = timeline
    var run = MarbleRun(expected, on: timeline, isExhaustive: exhaustive) {
      let subscriber = RecordingSubscriber<P.Output, P.Failure>(name: name, timeline: timeline, place: place)
      publisher.subscribe(subscriber)
      return subscriber
    }
    run.run()
    return run.check(named: name, at: place)
  }

  /// Does the same for a sequence, over which a task of the timeline iterates.
  ///
  /// Needs macOS 15, iOS 18, tvOS 18 or watchOS 11.
  @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
  @discardableResult
  public func expect<S: AsyncSequence & Sendable>(
    _ sequence: S, toEqual marbles: String, values: MarbleValues<S.Element> = .standard, error: (any Error)? = nil,
    exhaustive: Bool = true, frame: Duration = MarbleFrame.duration, name: String = "stream",
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Bool where S.Element: Sendable & Equatable {
    let place = SourcePlace(fileID, filePath, line, column)
    let read = MarbleExpectation<S.Element, any Error>(marbles, values: values, error: error, frame: frame, at: place)
    guard let expected = read else { return false }
    let timeline = timeline
    var run = MarbleRun(expected, on: timeline, isExhaustive: exhaustive) {
      let subscriber = RecordingSubscriber<S.Element, any Error>(name: name, timeline: timeline, place: place)
      subscriber.record { timeline.task { await subscriber.receiveElements(of: sequence) } }
      return subscriber
    }
    await run.run()
    return run.check(named: name, at: place)
  }
}
