extension Recording {
  /// Creates a recording of the events of a marble string, with times counted from its start.
  ///
  /// ```swift
  /// let recording = try Recording<Int, Never>(marbles: "-1-(23)-|")
  /// print(recording)
  /// // 1 ms: value 1
  /// // 3 ms: value 2
  /// // 3 ms: value 3
  /// // 5 ms: finished
  /// ```
  ///
  /// `values` are the values of the letters, and `error` is the failure of `#`. `name` is used in messages.
  ///
  /// - Throws: ``MarbleError``, also if a letter has no value, `#` has no error, or a name in `values` is not allowed.
  public init(
    marbles text: String, values: MarbleValues<Output> = .standard, error: Failure? = nil,
    frame: Duration = MarbleFrame.duration, name: String = "stream"
  ) throws(MarbleError) {
    let marble = try Marble(text, frame: frame)
    self.init(try marble.recorded(marble.events, values: values, error: error), name: name)
  }
}

extension Marble {
  /// Returns events of this string with their values.
  ///
  /// - Throws: ``MarbleError`` if a letter has no value, `#` has no error, or a name of a value cannot occur in marbles.
  func recorded<Output, Failure>(
    _ events: [Recorded<Character, FailureText>], values: MarbleValues<Output>, error: Failure?
  ) throws(MarbleError) -> [Recorded<Output, Failure>] {
    try values.check(for: self)
    var result: [Recorded<Output, Failure>] = []
    result.reserveCapacity(events.count)
    for written in events {
      let event: StreamEvent<Output, Failure>
      switch written.event {
      case .value(let name):
        guard let value = values[name] else { throw self.error(values.problem(of: name), at: written) }
        event = .value(value)
      case .completion(.failure):
        guard let error else { throw self.error("'#' has no error; pass one as 'error:'", at: written) }
        event = .failure(error)
      case .completion(.finished): event = .finished
      case .subscription: event = .subscription
      case .cancellation: event = .cancellation
      }
      result.append(Recorded(time: written.time, order: written.order, event: event))
    }
    return result
  }

  func error(_ message: String, at event: Recorded<Character, FailureText>) -> MarbleError {
    MarbleError(message, in: text, at: Int(event.order))
  }
}

extension Recording where Output: Equatable {
  /// Writes this recording as a marble string and, below it, the values of letters that differ from their names.
  /// ``init(marbles:values:error:frame:name:)`` reads the string back.
  ///
  /// Times are exact: events between frames are written with times, and with groups that take no time.
  ///
  /// If a publisher breaks the rules, for example with events after the completion, the recording is written as it is,
  /// but parsing the text throws. Marble strings start at zero: what is earlier is written there.
  ///
  /// - Parameters:
  ///   - frame: The length of a frame, in whole nanoseconds.
  ///   - values: Names for values. Other values get generated names.
  public func marbles(frame: Duration = MarbleFrame.duration, values: MarbleValues<Output>? = nil) -> String {
    let (text, values) = written(frame: frame, values: values)
    let legend = values.legend()
    return legend.isEmpty ? text : "\(text)\n\(legend)"
  }

  /// Returns this recording as a marble string, and the values of its letters.
  package func written(
    frame: Duration = MarbleFrame.duration, values: MarbleValues<Output>? = nil
  ) -> (text: String, values: MarbleValues<Output>) {
    var names = MarbleNames(values)
    let aligned = AlignedMarbles([written(with: &names)], frame: max(1, frame.wholeNanoseconds))
    return (aligned.rows[0], names.values)
  }

  /// Returns the events with their names, in order of time.
  func written(with names: inout MarbleNames<Output>) -> [Recorded<Character, FailureText>] {
    let written = events.map { $0.map({ names.name(of: $0) }, failure: { FailureText("\($0)") }) }
    let isSorted = zip(written, written.dropFirst()).allSatisfy { $0.time <= $1.time }
    return isSorted ? written : written.enumerated().sorted { ($0.1.time, $0.0) < ($1.1.time, $1.0) }.map(\.element)
  }
}
