import IssueReporting

extension VirtualTime {
  /// A publisher that sends what a marble string says, from now on, whoever listens.
  ///
  /// If there is a `^` in the string, that is now, and what stands before it has passed.
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
  /// A string that cannot be read is reported as an issue; the publisher then sends nothing.
  ///
  /// - Parameters:
  ///   - marbles: What to send and when, see ``Marble``.
  ///   - values: What the letters stand for.
  ///   - error: What `#` stands for.
  ///   - frame: How long a frame is.
  ///   - name: What to call it in messages.
  ///   - whenNoDemand: What to do with a value that nobody has asked for.
  ///   - fileID: The caller's file; leave it out.
  ///   - filePath: The caller's path; leave it out.
  ///   - line: The caller's line; leave it out.
  ///   - column: The caller's column; leave it out.
  @inlinable public func hot<Output, Failure: Error>(
    _ marbles: String, values: MarbleValues<Output> = MarbleValues<String>.letters,
    error: Failure? = Never?.none, frame: Duration = MarbleFrame.duration, name: String = "input",
    whenNoDemand: DemandPolicy = .drop, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> TestPublisher<Output, Failure> {
    let place = CallPlace(fileID: fileID, file: filePath, line: line, column: column)
    let recording = place.reading { () throws(MarbleError) in
      let marble = try Marble(marbles, frame: frame)
      let start = timeline.now.offset - (marble.subscriptionTime ?? .zero)
      return try Recording(marble, values: values, error: error).shifted(by: start)
    }
    return hot(recording.sendable, name: name, frame: frame, whenNoDemand: whenNoDemand, fileID: fileID, line: line)
  }

  /// A publisher that sends what a marble string says to each subscriber, from its subscription on.
  ///
  /// A string that cannot be read is reported as an issue; the publisher then sends nothing.
  ///
  /// - Parameters:
  ///   - marbles: What to send and when, see ``Marble``.
  ///   - values: What the letters stand for.
  ///   - error: What `#` stands for.
  ///   - frame: How long a frame is.
  ///   - name: What to call it in messages.
  ///   - whenNoDemand: What to do with a value that the subscriber has not asked for.
  ///   - fileID: The caller's file; leave it out.
  ///   - filePath: The caller's path; leave it out.
  ///   - line: The caller's line; leave it out.
  ///   - column: The caller's column; leave it out.
  @inlinable public func cold<Output, Failure: Error>(
    _ marbles: String, values: MarbleValues<Output> = MarbleValues<String>.letters,
    error: Failure? = Never?.none, frame: Duration = MarbleFrame.duration, name: String = "input",
    whenNoDemand: DemandPolicy = .hold, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> TestPublisher<Output, Failure> {
    let place = CallPlace(fileID: fileID, file: filePath, line: line, column: column)
    let recording = place.reading { () throws(MarbleError) in
      try Recording(Marble(marbles, frame: frame), values: values, error: error)
    }
    return cold(recording.sendable, name: name, frame: frame, whenNoDemand: whenNoDemand, fileID: fileID, line: line)
  }

  /// A publisher that sends `events` at their times, counted from the beginning of the timeline, whoever listens.
  ///
  /// Events whose time has passed are left out.
  @inlinable public func hot<Output, Failure: Error>(
    _ events: [Recorded<Output, Failure>], name: String = "input", frame: Duration = MarbleFrame.duration,
    whenNoDemand: DemandPolicy = .drop, fileID: StaticString = #fileID, line: UInt = #line
  ) -> TestPublisher<Output, Failure> {
    TestPublisher(.hot, events, name, frame, timeline, whenNoDemand, SourcePlace(fileID: fileID, line: line))
  }

  /// A publisher that sends `events`, none of them a failure, at their times, whoever listens; see the form that can fail.
  @inlinable public func hot<Output>(
    _ events: [Recorded<Output, Never>], name: String = "input", frame: Duration = MarbleFrame.duration,
    whenNoDemand: DemandPolicy = .drop, fileID: StaticString = #fileID, line: UInt = #line
  ) -> TestPublisher<Output, Never> {
    TestPublisher(.hot, events, name, frame, timeline, whenNoDemand, SourcePlace(fileID: fileID, line: line))
  }

  /// A publisher that sends `events`, none of them a failure, to each subscriber; see the form that can fail.
  @inlinable public func cold<Output>(
    _ events: [Recorded<Output, Never>], name: String = "input", frame: Duration = MarbleFrame.duration,
    whenNoDemand: DemandPolicy = .hold, fileID: StaticString = #fileID, line: UInt = #line
  ) -> TestPublisher<Output, Never> {
    TestPublisher(.cold, events, name, frame, timeline, whenNoDemand, SourcePlace(fileID: fileID, line: line))
  }

  /// A publisher that sends `events` to each subscriber, at their times counted from its subscription.
  @inlinable public func cold<Output, Failure: Error>(
    _ events: [Recorded<Output, Failure>], name: String = "input", frame: Duration = MarbleFrame.duration,
    whenNoDemand: DemandPolicy = .hold, fileID: StaticString = #fileID, line: UInt = #line
  ) -> TestPublisher<Output, Failure> {
    TestPublisher(.cold, events, name, frame, timeline, whenNoDemand, SourcePlace(fileID: fileID, line: line))
  }
}

extension Recording {
  /// What a publisher can send.
  @inlinable var sendable: [Recorded<Output, Failure>] { withoutLifecycle.events }
}

extension CallPlace {
  /// What `read` returns, or nothing and an issue here.
  @inlinable func reading<Output, Failure: Error>(
    _ read: () throws(MarbleError) -> Recording<Output, Failure>
  ) -> Recording<Output, Failure> {
    do {
      return try read()
    } catch {
      _ = reported(error)
      return Recording()
    }
  }
}
