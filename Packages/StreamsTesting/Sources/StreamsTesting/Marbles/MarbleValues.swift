/// The values of the letters of a marble string.
///
/// Write it as a dictionary: `["a": 1, "b": 2]`. Without it, each name is its own value as text and, where numbers are
/// expected, each digit its number. This is so in `expect` as well as in `hot` and `cold`.
public struct MarbleValues<Output>: ExpressibleByDictionaryLiteral {
  @usableFromInline let pairs: [(name: Character, value: Output)]
  /// Returns the value of another name.
  @usableFromInline let rule: (Character) -> Output?

  /// Creates the values from names and values. If a name occurs twice, the first one counts.
  public init(_ pairs: [(Character, Output)]) {
    // Many are looked up in a table; a few are faster to search in order.
    let table = pairs.count > 16 ? Dictionary(pairs.map { ($0, $1) }) { first, _ in first } : [:]
    self.init(pairs) { table[$0] }
  }

  /// Creates the values from names and values.
  public init(dictionaryLiteral elements: (Character, Output)...) { self.init(elements) }

  @usableFromInline init(_ pairs: [(Character, Output)] = [], rule: @escaping (Character) -> Output?) {
    self.pairs = pairs.map { ($0, $1) }
    self.rule = rule
  }

  /// Returns the value of `name`, or nil if it has none.
  @inlinable subscript(name: Character) -> Output? {
    if pairs.count <= 16 {
      for pair in pairs where pair.name == name { return pair.value }
    }
    return rule(name)
  }
}

extension MarbleValues {
  /// The default: names are their own values for text and characters, digits are numbers. For other types,
  /// names have no values.
  @inlinable public static var standard: MarbleValues {
    MarbleValues(rule: { name in
      (String(name) as? Output) ?? (name as? Output) ?? (name.isASCII ? name.wholeNumberValue : nil) as? Output
    })
  }
}

extension MarbleValues<Int> {
  /// Each digit is its number.
  @inlinable public static var digits: MarbleValues { .standard }
}

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
