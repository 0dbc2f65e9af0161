extension Recorder {
  /// The next value that has not been consumed; then it is.
  public func next() -> RecorderExpectation<Output> {
    expectation("a value") { events, consumption in
      for index in events.all.indices.dropFirst(consumption.next) {
        guard let value = events.all[index].value else { continue }
        consumption.consume(through: index + 1)
        return .fulfilled(value)
      }
      return events.end != nil ? .impossible : .pending
    }
  }

  /// The next `count` values that have not been consumed; then they are.
  public func next(_ count: Int) -> RecorderExpectation<[Output]> {
    expectation("\(count) values") { events, consumption in
      var values: [Output] = []
      for index in events.all.indices.dropFirst(consumption.next) where values.count < count {
        guard let value = events.all[index].value else { continue }
        values.append(value)
        if values.count == count { consumption.consume(through: index + 1) }
      }
      return values.count >= count ? .fulfilled(values) : events.end != nil ? .impossible : .pending
    }
  }

  /// The first `count` values, consumed or not; fewer if the stream ends before.
  public func prefix(_ count: Int) -> RecorderExpectation<[Output]> {
    expectation("\(count) values or the end") { events, consumption in
      var values: [Output] = []
      for index in events.all.indices where values.count < count {
        guard let value = events.all[index].value else { continue }
        values.append(value)
        consumption.consume(through: index + 1)
      }
      return values.count >= count || events.end != nil ? .fulfilled(values) : .pending
    }
  }

  /// All values that have come so far.
  public var availableElements: RecorderExpectation<[Output]> {
    expectation("values") { events, consumption in
      consumption.consume(through: (events.all.lastIndex { $0.value != nil } ?? -1) + 1)
      return .fulfilled(events.values)
    }
  }

  /// All values, once the stream has finished.
  public var elements: RecorderExpectation<[Output]> { atEnd("the end") { $0 } }

  /// The last value, once the stream has finished; nil if it had none.
  public var last: RecorderExpectation<Output?> { atEnd("the end") { $0.last } }

  /// The only value, once the stream has finished with exactly one.
  public var single: RecorderExpectation<Output> { atEnd("one value and the end") { $0.count == 1 ? $0[0] : nil } }

  /// That the stream finishes without a failure. Values before its end stay to be consumed.
  public var finished: RecorderExpectation<Void> {
    expectation("the end without a failure") { events, consumption in
      switch events.end {
      case .finished?:
        consumption.hasConsumedEnd = true
        return .fulfilled(())
      case .failure?: return .impossible
      case nil: return .pending
      }
    }
  }

  /// How the stream ends. Values before stay to be consumed.
  public var completion: RecorderExpectation<Subscribers.Completion<Failure>> {
    expectation("the end") { events, consumption in
      guard let end = events.end else { return .pending }
      consumption.hasConsumedEnd = true
      return .fulfilled(end)
    }
  }

  /// Everything with its times, once the stream has ended.
  public var recording: RecorderExpectation<Recording<Output, Failure>> {
    let name = name
    return expectation("the end") { events, consumption in
      guard events.end != nil else { return .pending }
      consumption.consume(through: events.count)
      return .fulfilled(Recording(events.recorded(), name: name))
    }
  }

  /// Something of the values of a stream that has finished.
  private func atEnd<Value>(_ wanted: String, _ pick: @escaping ([Output]) -> Value?) -> RecorderExpectation<Value> {
    expectation(wanted) { events, consumption in
      switch events.end {
      case .finished?:
        guard let value = pick(events.values) else { return .impossible }
        consumption.consume(through: events.count)
        return .fulfilled(value)
      case .failure?: return .impossible
      case nil: return .pending
      }
    }
  }

  func expectation<Value>(
    _ wanted: String,
    _ look: @escaping (RecordedEvents<Output, Failure>, inout Consumption) -> RecorderExpectation<Value>.Outcome
  ) -> RecorderExpectation<Value> {
    let subscriber = subscriber
    return RecorderExpectation(wanted: wanted, source: subscriber.source) {
      // Keeps the recorder until the expectation is met.
      withExtendedLifetime(self) { subscriber.look { look($0, &$1) } }
    }
  }
}

extension RecordingSubscriber {
  var source: RecorderSource {
    RecorderSource(
      timeline: timeline, fail: { self.fail($0, mayBlameStream: $1, at: $2) }, changes: { self.changes },
      block: { self.block(while: $0, until: $1) }, wake: { self.wake() })
  }

  /// The error for a complaint; reported, unless the stream has failed and that is why.
  private func fail(_ complaint: String, mayBlameStream: Bool, at place: CallPlace) -> any Error {
    let text = timelineText
    let (values, failure) = look { events, consumption in
      // One failure is enough: what has not been consumed is no news after it.
      consumption.isExhaustive = false
      var failure: (any Error)?
      if case .failure(let error)? = events.end {
        failure = error
      }
      return (events.values, mayBlameStream ? failure : nil)
    }
    // What is not reported says itself where it was asked for.
    let asked = failure == nil ? "" : ", at \(place)"
    let description = "\(name): \(complaint)\(asked).\n\(text)"
    let error = RecordingError(description: description, received: values, failure: failure)
    return failure == nil ? place.reported(error) : error
  }
}
