/// A recording as a marble string, with everything that is needed to parse it again.
package struct MarbleRendering<Output, Failure: Error>: CustomStringConvertible {
  /// The marble string.
  package let text: String
  /// The values of its letters.
  package let values: MarbleValues<Output>
  /// The failure of `#`.
  package let error: Failure?

  /// The string and, below it, the values of letters that differ from their names.
  package var description: String {
    let legend = values.legend()
    return legend.isEmpty ? text : "\(text)\n\(legend)"
  }
}

extension MarbleValues {
  /// The values by name, for example `a = 10, b = 20`, without values that equal their names. It is one line: line
  /// breaks in values are written as `\n`.
  func legend(_ describe: (Output) -> String = { shown($0) }) -> String {
    pairs.filter { "\($0.value)" != String($0.name) }.map { name, value in
      let lines = describe(value).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      return "\(name) = \(lines.joined(separator: "\\n"))"
    }.joined(separator: ", ")
  }
}

extension Recording where Output: Equatable {
  /// Writes this recording as a marble string and, below it, the values of letters that differ from their names.
  /// ``init(marbles:values:error:frame:name:)`` reads the string back.
  ///
  /// Times are exact: events between frames are written with times, and with groups that take no time.
  ///
  /// If a publisher breaks the rules, for example with events after the completion, the recording is written as it is,
  /// but parsing the text throws. Marble strings start at zero: earlier events are written there.
  ///
  /// - Parameters:
  ///   - frame: The length of a frame, in whole nanoseconds.
  ///   - values: Names for values. Other values get generated names.
  public func marbles(frame: Duration = MarbleFrame.duration, values: MarbleValues<Output>? = nil) -> String {
    rendered(frame: frame, values: values).description
  }

  package func rendered(
    frame: Duration = MarbleFrame.duration, values: MarbleValues<Output>? = nil
  ) -> MarbleRendering<Output, Failure> {
    var names = MarbleNames(values)
    let aligned = AlignedMarbles([written(with: &names)], frame: max(1, frame.wholeNanoseconds))
    var error: Failure?
    if case .failure(let cause)? = completion { error = cause }
    return MarbleRendering(
      text: aligned.rows[0], values: MarbleValues(names.legend.map { ($0.name, $0.value) }), error: error)
  }

  /// Returns the events with their names, in order of time.
  func written(with names: inout MarbleNames<Output>) -> [Recorded<Character, FailureText>] {
    let written = events.map { $0.map({ names.name(of: $0) }, failure: { FailureText("\($0)") }) }
    let isSorted = zip(written, written.dropFirst()).allSatisfy { $0.time <= $1.time }
    return isSorted ? written : written.enumerated().sorted { ($0.1.time, $0.0) < ($1.1.time, $1.0) }.map(\.element)
  }
}
