extension Steps {
  /// Expects the subscription.
  public func expectSubscription(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Steps {
    let place = CallPlace(fileID: fileID, file: filePath, line: line, column: column)
    return adding("expectSubscription", place, after: .subscription) { run in
      run.recorder.received.subscriptionTime == nil ? "no subscription has arrived" : nil
    }
  }

  /// Expects these values next, in order.
  public func expectNext(
    _ value: Output, _ more: Output..., fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Steps where Output: Equatable {
    expectNext(contentsOf: [value] + more, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Expects the values of a sequence next, in order.
  public func expectNext(
    contentsOf values: some Sequence<Output>, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Steps where Output: Equatable {
    let place = CallPlace(fileID: fileID, file: filePath, line: line, column: column)
    return values.reduce(into: self) { steps, value in
      steps.addEvent(
        "expectNext", "value \(shown(value))", place, diff: { $0.value.flatMap { valueDiff(value, $0) } }
      ) {
        $0.value == value
      }
    }
  }

  /// Expects a value next for which `predicate` returns true.
  public func expectNext(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    where predicate: @escaping (Output) throws -> Bool
  ) -> Steps {
    let place = CallPlace(fileID: fileID, file: filePath, line: line, column: column)
    return addingEvent("expectNext(where:)", "a matching value", place) { try $0.value.map(predicate) ?? false }
  }

  /// Expects `count` values next, whatever they are. The step fails if `count` is negative.
  public func expectNext(
    count: Int, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Steps {
    let place = CallPlace(fileID: fileID, file: filePath, line: line, column: column)
    guard count >= 0 else {
      return adding("expectNext(count: \(count))", place) { _ in "the count must not be negative" }
    }
    return (0..<count).reduce(into: self) { steps, index in
      steps.addEvent("expectNext(count: \(count))", "value \(index + 1) of \(count)", place) { $0.value != nil }
    }
  }

  /// Expects no event while time advances by `duration`, and none left from before.
  public func expectNoEvents(
    for duration: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Steps {
    let place = CallPlace(fileID: fileID, file: filePath, line: line, column: column)
    return adding("expectNoEvents", place, after: .quiet(duration)) { run in
      let first = run.recorder.subscriber.look { events, consumption in consumption.first(of: events) }
      return first.map {
        "expected nothing for \(shortTime(duration.wholeNanoseconds)), got \($0.event) at "
          + shortTime($0.time.nanoseconds)
      }
    }
  }

  /// Expects the stream to finish without a failure.
  public func expectFinished(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Steps {
    let place = CallPlace(fileID: fileID, file: filePath, line: line, column: column)
    return addingEvent("expectFinished", "finished", place) {
      if case .completion(.finished) = $0 { true } else { false }
    }
  }

  /// Expects the stream to fail: with `error`, compared as events are, or with any failure if none is given.
  public func expectFailure(
    _ error: Failure? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Steps {
    let place = CallPlace(fileID: fileID, file: filePath, line: line, column: column)
    return addingEvent("expectFailure", error.map { "failed with \($0)" } ?? "a failure", place) {
      guard case .completion(.failure(let found)) = $0 else { return false }
      return error.map { sameError($0, found) } ?? true
    }
  }

  /// Expects the stream to fail with an error for which `predicate` returns true.
  public func expectFailure(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    where predicate: @escaping (Failure) throws -> Bool
  ) -> Steps {
    let place = CallPlace(fileID: fileID, file: filePath, line: line, column: column)
    return addingEvent("expectFailure(where:)", "a matching failure", place) {
      guard case .completion(.failure(let found)) = $0 else { return false }
      return try predicate(found)
    }
  }

  /// The same with the event that comes next, which must be there without virtual time moving on.
  private func addingEvent(
    _ name: String, _ wanted: String, _ place: CallPlace,
    diff: @escaping (StreamEvent<Output, Failure>) -> String? = { _ in nil },
    _ fits: @escaping (StreamEvent<Output, Failure>) throws -> Bool
  ) -> Steps {
    var copy = self
    copy.addEvent(name, wanted, place, diff: diff, fits)
    return copy
  }

  private mutating func addEvent(
    _ name: String, _ wanted: String, _ place: CallPlace,
    diff: @escaping (StreamEvent<Output, Failure>) -> String? = { _ in nil },
    _ fits: @escaping (StreamEvent<Output, Failure>) throws -> Bool
  ) {
    let check = Action.check { run in
      let next = run.recorder.subscriber.look { events, consumption -> Recorded<Output, Failure>? in
        let index = events.all.indices.dropFirst(consumption.next).first {
          events.all[$0].value != nil || events.all[$0].completion != nil
        }
        guard let index else { return nil }
        consumption.consume(through: index + 1)
        return events.recorded(at: index)
      }
      guard let next else { return "expected \(wanted), got nothing" }
      if try fits(next.event) { return nil }
      let details = diff(next.event).map { "\n\($0)" } ?? ""
      return "expected \(wanted), got \(next.event) at \(shortTime(next.time.nanoseconds))\(details)"
    }
    add(name, place, after: .event, check)
  }
}
