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
  ///   - name: What to call the recording in messages.
  /// - Throws: ``MarbleError``, also if a letter stands for nothing, or `#` for no error.
  @inlinable public init(
    marbles text: String, values: MarbleValues<Output>, error: Failure? = nil, frame: Duration = MarbleFrame.duration,
    name: String = "stream"
  ) throws(MarbleError) {
    try self.init(Marble(text, frame: frame), values: values, error: error, name: name)
  }

  /// The events that a marble string describes, with letters or digits that stand for themselves.
  @inlinable public init(
    marbles text: String, error: Failure? = nil, frame: Duration = MarbleFrame.duration, name: String = "stream"
  ) throws(MarbleError) where Output: MarbleValue {
    try self.init(Marble(text, frame: frame), values: Output.marbleValues, error: error, name: name)
  }

  /// The events of a marble string that has been read.
  ///
  /// - Throws: ``MarbleError``, if a letter stands for nothing, or `#` for no error.
  @inlinable public init(
    _ marble: Marble, values: MarbleValues<Output>, error: Failure? = nil, name: String = "stream"
  ) throws(MarbleError) {
    var events: [Recorded<Output, Failure>] = []
    events.reserveCapacity(marble.steps.count)
    for index in marble.steps.indices {
      let step = marble.steps[index]
      let event: StreamEvent<Output, Failure> = try step.event(values: values, error: error, in: marble)
      let time = Timeline.Instant(nanoseconds: step.nanoseconds)
      events.append(Recorded(time: time, order: UInt64(index), event: event))
    }
    self.init(events, name: name)
  }
}

extension Marble.Step {
  @inlinable func event<Output, Failure: Error>(
    values: MarbleValues<Output>, error: Failure?, in marble: Marble
  ) throws(MarbleError) -> StreamEvent<Output, Failure> {
    switch symbol {
    case .subscription: return .subscription
    case .cancellation: return .cancellation
    case .finished: return .finished
    case .failure:
      guard let error else {
        throw MarbleError(forMissingFailureAt: self, in: marble.text)
      }
      return .failure(error)
    case .value(let name):
      return .value(try values.value(name, at: self, in: marble.text))
    }
  }
}

extension MarbleValues {
  /// What `name` stands for at a place in a string.
  @inlinable func value(_ name: Character, at step: Marble.Step, in text: String) throws(MarbleError) -> Output {
    if let value = self[name] { return value }
    throw error(for: name, at: step, in: text)
  }

  @usableFromInline func error(for name: Character, at step: Marble.Step, in text: String) -> MarbleError {
    let known = pairs.map { "\($0.name)" }.joined(separator: ", ")
    let hint = known.isEmpty ? "" : "; there are values for \(known)"
    return MarbleError("'\(name)' stands for no value\(hint)", in: text, at: step.offset)
  }
}

extension MarbleError {
  @usableFromInline init(forMissingFailureAt step: Marble.Step, in text: String) {
    self.init("'#' stands for no error; give one as 'error:'", in: text, at: step.offset)
  }
}
