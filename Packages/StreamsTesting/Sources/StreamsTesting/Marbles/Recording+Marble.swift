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
  /// - Throws: ``MarbleError``, also if a letter has no value or `#` has no error.
  @inlinable public init(
    marbles text: String, values: MarbleValues<Output> = .standard, error: Failure? = nil,
    frame: Duration = MarbleFrame.duration,
    name: String = "stream"
  ) throws(MarbleError) {
    try self.init(Marble(text, frame: frame), values: values, error: error, name: name)
  }

  /// Creates a recording of the events of a parsed marble string.
  ///
  /// - Throws: ``MarbleError`` if a letter has no value or `#` has no error.
  @inlinable public init(
    _ marble: Marble, values: MarbleValues<Output> = .standard, error: Failure? = nil, name: String = "stream"
  ) throws(MarbleError) {
    var events: [Recorded<Output, Failure>] = []
    events.reserveCapacity(marble.events.count)
    for written in marble.events {
      let event: StreamEvent<Output, Failure>
      switch written.event {
      case .subscription: event = .subscription
      case .cancellation: event = .cancellation
      case .completion(.finished): event = .finished
      case .completion(.failure):
        guard let error else { throw MarbleError(forMissingFailureAt: written.order, in: marble.text) }
        event = .failure(error)
      case .value(let name): event = .value(try values.value(name, at: written.order, in: marble.text))
      }
      events.append(Recorded(time: written.time, order: written.order, event: event))
    }
    self.init(events, name: name)
  }
}

extension MarbleValues {
  /// Returns the value of `name` at an offset of a string.
  @inlinable func value(_ name: Character, at offset: UInt64, in text: String) throws(MarbleError) -> Output {
    if let value = self[name] { return value }
    throw error(for: name, at: offset, in: text)
  }

  @usableFromInline func error(for name: Character, at offset: UInt64, in text: String) -> MarbleError {
    let known = pairs.map { "\($0.name)" }.joined(separator: ", ")
    let hint = known.isEmpty ? "; pass one in 'values:'" : "; there are values for \(known)"
    return MarbleError("'\(name)' has no value\(hint)", in: text, at: Int(offset))
  }
}

extension MarbleError {
  @usableFromInline init(forMissingFailureAt offset: UInt64, in text: String) {
    self.init("'#' has no error; pass one as 'error:'", in: text, at: Int(offset))
  }
}
