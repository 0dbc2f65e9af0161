extension Recorder {
  /// Expects the next value that has not been consumed, and consumes it.
  public func next() -> RecorderExpectation<Output> {
    expectation("a value") { events, consumption in
      let (values, end) = events.values(1, from: consumption.next)
      guard let value = values.first else { return events.outcome() }
      consumption.consume(through: end)
      return .fulfilled(value)
    }
  }

  /// Expects the next `count` values that have not been consumed, and consumes them. It fails if `count` is negative.
  public func next(_ count: Int) -> RecorderExpectation<[Output]> {
    expectation(Self.wanted(count, "")) { events, consumption in
      guard count >= 0 else { return .impossible() }
      // Evaluated only when there are enough events, so that waiting takes linear time.
      guard events.count - consumption.next >= count || events.end != nil else { return .pending }
      let (values, end) = events.values(count, from: consumption.next)
      guard values.count == count else { return events.outcome() }
      consumption.consume(through: end)
      return .fulfilled(values)
    }
  }

  /// Expects the first `count` values, consumed or not; fewer if the stream ends earlier. It fails if `count` is
  /// negative.
  public func prefix(_ count: Int) -> RecorderExpectation<[Output]> {
    expectation(Self.wanted(count, " or the end")) { events, consumption in
      guard count >= 0 else { return .impossible() }
      guard events.count >= count || events.end != nil else { return .pending }
      let (values, end) = events.values(count, from: 0)
      guard values.count == count || events.end != nil else { return .pending }
      consumption.consume(through: end)
      return .fulfilled(values)
    }
  }

  /// All values so far.
  public var availableElements: RecorderExpectation<[Output]> {
    expectation("values") { events, consumption in
      consumption.consume(through: (events.all.lastIndex { $0.value != nil } ?? -1) + 1)
      return .fulfilled(events.values)
    }
  }

  /// All values, once the stream has finished.
  public var elements: RecorderExpectation<[Output]> { values("the end") { $0 } }

  /// The last value, once the stream has finished; nil if it had none.
  public var last: RecorderExpectation<Output?> { values("the end") { $0.last } }

  /// The only value, once the stream has finished with exactly one.
  public var single: RecorderExpectation<Output> { values("one value and the end") { $0.count == 1 ? $0[0] : nil } }

  /// Expects the stream to finish without a failure. Does not consume the values before the completion.
  public var finished: RecorderExpectation<Void> {
    end("the end without a failure", consumesValues: false) { $1.isFinished ? () : nil }
  }

  /// Expects the stream to end, and returns its completion. Does not consume the values before it.
  public var completion: RecorderExpectation<Subscribers.Completion<Failure>> {
    end("the end", consumesValues: false) { $1 }
  }

  /// All events with their times, once the stream has ended.
  public var recording: RecorderExpectation<Recording<Output, Failure>> {
    let name = name
    return end("the end") { events, _ in Recording(events.recorded(), name: name) }
  }

  /// Expects a result from the values of a finished stream.
  func values<Value>(_ wanted: String, _ pick: @escaping ([Output]) -> Value?) -> RecorderExpectation<Value> {
    end(wanted) { $1.isFinished ? pick($0.values) : nil }
  }

  /// Expects a result from the end of the stream, and consumes it.
  private func end<Value>(
    _ wanted: String, consumesValues: Bool = true,
    _ pick: @escaping (RecordedEvents<Output, Failure>, Subscribers.Completion<Failure>) -> Value?
  ) -> RecorderExpectation<Value> {
    expectation(wanted) { events, consumption in
      guard let end = events.end else { return .pending }
      let consumed = consumesValues ? events.count : 0
      guard let value = pick(events, end) else { return .impossible(events: consumed, end: !consumesValues) }
      consumption.consume(through: consumed, end: !consumesValues)
      return .fulfilled(value)
    }
  }

  private static func wanted(_ count: Int, _ alternative: String) -> String {
    count < 0 ? "a count that is not negative, not \(count)" : "\(count) values\(alternative)"
  }

  func expectation<Value>(
    _ wanted: String,
    _ look: @escaping (RecordedEvents<Output, Failure>, inout Consumption) -> RecorderExpectation<Value>.Outcome
  ) -> RecorderExpectation<Value> {
    let subscriber = subscriber
    return RecorderExpectation(wanted: wanted, source: subscriber) {
      // Keeps the recorder alive until the expectation is met.
      withExtendedLifetime(self) { subscriber.look { look($0, &$1) } }
    }
  }
}

extension RecordedEvents {
  /// Returns at most `count` values, starting at an index, and the index after the last one.
  fileprivate func values(_ count: Int, from start: Int) -> (values: [Output], end: Int) {
    var (values, index, end) = ([Output](), start, start)
    while index < all.count, values.count < count {
      if let value = all[index].value {
        values.append(value)
        end = index + 1
      }
      index += 1
    }
    return (values, end)
  }

  /// Returns the outcome of an expectation that has not found enough events.
  func outcome<Value>() -> RecorderExpectation<Value>.Outcome {
    end == nil ? .pending : .impossible(events: count)
  }
}

extension Subscribers.Completion {
  fileprivate var isFinished: Bool { if case .finished = self { true } else { false } }
}
