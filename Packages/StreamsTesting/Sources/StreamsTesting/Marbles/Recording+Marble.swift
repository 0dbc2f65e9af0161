extension Recording {
  /// The events that a marble string describes. Its beginning is the beginning of time.
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
  /// - Parameters:
  ///   - text: What to read, see ``Marble``.
  ///   - values: What the letters stand for.
  ///   - error: What `#` stands for.
  ///   - frame: How long a frame is.
  /// - Throws: ``MarbleError``, also if a letter stands for nothing, or `#` for no error.
  public init(
    marbles text: String, values: MarbleValues<Output>, error: Failure? = nil, frame: Duration = MarbleFrame.duration,
    name: String = "stream"
  ) throws(MarbleError) {
    try self.init(Marble(text, frame: frame), values: values, error: error, name: name)
  }

  /// The events that a marble string describes, with letters or digits that stand for themselves.
  public init(
    marbles text: String, error: Failure? = nil, frame: Duration = MarbleFrame.duration, name: String = "stream"
  ) throws(MarbleError) where Output: MarbleValue {
    try self.init(Marble(text, frame: frame), values: Output.marbleValues, error: error, name: name)
  }

  /// The events of a marble string that has been read.
  ///
  /// - Throws: ``MarbleError``, if a letter stands for nothing, or `#` for no error.
  public init(
    _ marble: Marble, values: MarbleValues<Output>, error: Failure? = nil, name: String = "stream"
  ) throws(MarbleError) {
    var events: [Recorded<Output, Failure>] = []
    events.reserveCapacity(marble.steps.count)
    for (index, step) in marble.steps.enumerated() {
      let time = Timeline.Instant.beginning.advanced(by: step.time)
      let event = try step.event(values: values, error: error, in: marble)
      events.append(Recorded(time: time, order: UInt64(index), event: event))
    }
    self.init(events, name: name)
  }
}

extension Marble.Step {
  fileprivate func event<Output, Failure: Error>(
    values: MarbleValues<Output>, error: Failure?, in marble: Marble
  ) throws(MarbleError) -> StreamEvent<Output, Failure> {
    switch symbol {
    case .subscription: return .subscription
    case .cancellation: return .cancellation
    case .finished: return .finished
    case .failure:
      guard let error else {
        throw MarbleError("'#' stands for no error; give one as 'error:'", in: marble.text, at: offset)
      }
      return .failure(error)
    case .value(let name):
      return .value(try values.value(name, at: self, in: marble.text))
    }
  }
}

extension MarbleValues {
  /// What `name` stands for at a place in a string.
  func value(_ name: Character, at step: Marble.Step, in text: String) throws(MarbleError) -> Output {
    if let value = self[name] { return value }
    let known = pairs.map { "\($0.name)" }.joined(separator: ", ")
    let hint = known.isEmpty ? "" : "; there are values for \(known)"
    throw MarbleError("'\(name)' stands for no value\(hint)", in: text, at: step.offset)
  }
}
