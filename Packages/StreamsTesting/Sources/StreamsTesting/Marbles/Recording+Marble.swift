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
    frame: Duration = MarbleFrame.duration, name: String = "stream"
  ) throws(MarbleError) {
    try self.init(Marble(text, frame: frame), values: values, error: error, name: name)
  }

  /// Creates a recording of the events of a parsed marble string.
  ///
  /// - Throws: ``MarbleError`` if a letter has no value or `#` has no error.
  @usableFromInline package init(
    _ marble: Marble, values: MarbleValues<Output> = .standard, error: Failure? = nil, name: String = "stream"
  ) throws(MarbleError) {
    let events = try marble.events.map { (written) throws(MarbleError) in
      try written.map { (name) throws(MarbleError) in
        guard let value = values[name] else { throw marble.error(values.problem(of: name), at: written) }
        return value
      } failure: { (_) throws(MarbleError) in
        guard let error else { throw marble.error("'#' has no error; pass one as 'error:'", at: written) }
        return error
      }
    }
    self.init(events, name: name)
  }
}

extension Marble {
  @usableFromInline func error(_ message: String, at event: Recorded<Character, FailureText>) -> MarbleError {
    MarbleError(message, in: text, at: Int(event.order))
  }
}

extension MarbleValues {
  @usableFromInline func problem(of name: Character) -> String {
    let known = pairs.map { "\($0.name)" }.joined(separator: ", ")
    return "'\(name)' has no value" + (known.isEmpty ? "; pass one in 'values:'" : "; there are values for \(known)")
  }
}
