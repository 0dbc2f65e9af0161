extension Steps {
  /// Expects the subscription.
  public func expectSubscription(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Steps {
    adding("expectSubscription", SourcePlace(fileID, filePath, line, column), pause: .subscription) { recorder in
      if recorder.received.subscriptionTime == nil { throw Complaint("no subscription has arrived") }
    }
  }

  /// Expects these values next, in order.
  public func expectNext(
    _ value: Output, _ more: Output..., fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Steps where Output: Equatable {
    expectNext(contentsOf: [value] + more, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Expects the values of a sequence next, in order.
  public func expectNext(
    contentsOf values: some Sequence<Output>, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Steps where Output: Equatable {
    let place = SourcePlace(fileID, filePath, line, column)
    var steps = self
    for value in values {
      steps = (consume steps).expecting(
        "value \(shown(value))", "expectNext", place, diff: { $0.value.flatMap { valueDiff(value, $0) } }
      ) { $0.value == value }
    }
    return steps
  }

  /// Expects a value next for which `predicate` returns true.
  public func expectNext(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    where predicate: @escaping (Output) throws -> Bool
  ) -> Steps {
    expecting("a matching value", "expectNext(where:)", SourcePlace(fileID, filePath, line, column)) {
      try $0.value.map(predicate) ?? false
    }
  }

  /// Expects any `count` values next. The step fails if `count` is negative.
  public func expectNext(
    count: Int, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Steps {
    let place = SourcePlace(fileID, filePath, line, column)
    let name = "expectNext(count: \(count))"
    guard count >= 0 else {
      return adding(name, place) { _ in throw Complaint("the count must not be negative") }
    }
    var steps = self
    for number in 0..<count {
      steps = (consume steps).expecting("value \(number + 1) of \(count)", name, place) { $0.value != nil }
    }
    return steps
  }

  /// Expects no event while time advances by `duration`, and none from before.
  public func expectNoEvents(
    for duration: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Steps {
    adding("expectNoEvents", SourcePlace(fileID, filePath, line, column), pause: .quiet(duration)) { recorder in
      let first = recorder.subscriber.look { $0.first }
      guard let first else { return }
      let length = shortTime(duration.wholeNanoseconds)
      throw Complaint("expected nothing for \(length), got \(first.event) at \(shortTime(first.time.nanoseconds))")
    }
  }

  /// Expects the stream to finish without a failure.
  public func expectFinished(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Steps {
    expecting("finished", "expectFinished", SourcePlace(fileID, filePath, line, column)) {
      if case .completion(.finished) = $0 { true } else { false }
    }
  }

  /// Expects the stream to fail with `error`, compared as in ``StreamEvent``, or with any failure if `error` is nil.
  public func expectFailure(
    _ error: Failure? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Steps {
    let wanted = error.map { "failed with \($0)" } ?? "a failure"
    return expecting(wanted, "expectFailure", SourcePlace(fileID, filePath, line, column)) {
      if case .completion(.failure(let found)) = $0 { error.map { sameError($0, found) } ?? true } else { false }
    }
  }

  /// Expects the stream to fail with an error for which `predicate` returns true.
  public func expectFailure(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    where predicate: @escaping (Failure) throws -> Bool
  ) -> Steps {
    expecting("a matching failure", "expectFailure(where:)", SourcePlace(fileID, filePath, line, column)) {
      if case .completion(.failure(let found)) = $0 { try predicate(found) } else { false }
    }
  }
}

extension Steps {
  /// Adds a step that consumes the next event. The event must arrive without moving virtual time, and fit.
  private consuming func expecting(
    _ wanted: String, _ name: String, _ place: SourcePlace,
    diff: @escaping (StreamEvent<Output, Failure>) -> String? = { _ in nil },
    _ fits: @escaping (StreamEvent<Output, Failure>) throws -> Bool
  ) -> Steps {
    adding(name, place, pause: .event) { recorder in
      guard let next = recorder.subscriber.look({ $0.consumeFirst() }) else {
        throw Complaint("expected \(wanted), got nothing")
      }
      if try fits(next.event) { return }
      let details = diff(next.event).map { "\n\($0)" } ?? ""
      throw Complaint("expected \(wanted), got \(next.event) at \(shortTime(next.time.nanoseconds))\(details)")
    }
  }
}
