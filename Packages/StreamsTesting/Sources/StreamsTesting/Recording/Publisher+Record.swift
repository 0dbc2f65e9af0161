extension Publisher {
  /// Subscribes, and records the events in real time.
  ///
  /// - Parameters:
  ///   - name: The stream's name in messages.
  ///   - demand: The initial demand.
  ///   - exhaustive: Whether all events must be consumed, see ``Recorder``.
  ///   - answer: Returns the demand for each value; none by default.
  /// - Returns: The recorder. When it is deinitialised, the stream is cancelled.
  @inlinable public func record(
    name: String = "stream", demand: Subscribers.Demand = .unlimited, exhaustive: Bool = true,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    answer: ((Output) -> Subscribers.Demand)? = nil
  ) -> Recorder<Output, Failure> {
    let place = SourcePlace(fileID, filePath, line, column)
    return record(name, demand: demand, exhaustive: exhaustive, answer: answer, at: place)
  }

  /// Subscribes, and records the events, on the timeline or in real time.
  @inlinable func record(
    _ name: String, on timeline: Timeline? = nil, demand: Subscribers.Demand = .unlimited, exhaustive: Bool = true,
    answer: ((Output) -> Subscribers.Demand)? = nil, at place: SourcePlace
  ) -> Recorder<Output, Failure> {
    let subscriber = RecordingSubscriber<Output, Failure>(
      name: name, timeline: timeline, demand: demand, answer: answer, isExhaustive: exhaustive, place: place)
    subscribe(subscriber)
    return Recorder(subscriber)
  }
}

extension VirtualTime {
  /// Subscribes to `publisher`, and records the events with their virtual times.
  ///
  /// `name` is the stream's name in messages, `demand` the initial demand, and `answer` returns the demand for each
  /// value, none by default. If `exhaustive`, all events must be consumed, see ``Recorder``. When the recorder is
  /// deinitialised, the stream is cancelled.
  @inlinable public func record<P: Publisher>(
    _ publisher: P, name: String = "stream", demand: Subscribers.Demand = .unlimited, exhaustive: Bool = true,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    answer: ((P.Output) -> Subscribers.Demand)? = nil
  ) -> Recorder<P.Output, P.Failure> {
    let place = SourcePlace(fileID, filePath, line, column)
    return publisher.record(name, on: timeline, demand: demand, exhaustive: exhaustive, answer: answer, at: place)
  }
}
