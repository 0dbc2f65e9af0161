extension Recorder {
  /// Expects the next value that has not been consumed, and consumes it.
  ///
  /// ```swift
  /// import StreamsTesting
  ///
  /// func firstTwo() async throws {
  ///   let scheduler = VirtualTimeScheduler()
  ///   let recorder = scheduler.record(scheduler.cold("-1-2|", values: .digits))
  ///   print(try await recorder.next().wait(), try await recorder.next { $0 > 1 }.wait())
  ///   try await recorder.finished.wait()
  /// }
  /// try await firstTwo()
  /// // 1 2
  /// ```
  public func next() -> RecorderExpectation<Output> { values(1, "a value") { $0[0] } }

  /// Expects the next `count` values that have not been consumed, and consumes them. It fails if `count` is negative.
  public func next(_ count: Int) -> RecorderExpectation<[Output]> { values(count, "\(count) values") { $0 } }

  /// Expects the next matching value. Consumes it and all events before it. The predicate must not use the recorder.
  public func next(where predicate: @escaping (Output) -> Bool) -> RecorderExpectation<Output> {
    var searched = 0
    return RecorderExpectation("a matching value", of: self) { subscriber in
      while true {
        let (candidate, isOver) = subscriber.look { events in
          let index = events.values(1, from: max(searched, events.next)).first
          searched = index.map { $0 + 1 } ?? events.all.count
          return (index.flatMap { events.all[$0].event.value }, events.outcome() as RecorderExpectation<Output>.Outcome)
        }
        guard let candidate else { return isOver }
        // User code: called once for each value, outside the lock.
        guard predicate(candidate) else { continue }
        subscriber.look { _ = $0.take([searched - 1]) }
        return .fulfilled(candidate)
      }
    }
  }

  /// Expects the first `count` values, consumed or not; fewer if the stream ends earlier. A negative count fails.
  public func prefix(_ count: Int) -> RecorderExpectation<[Output]> {
    values(count, "\(count) \(count == 1 ? "value" : "values") or the end", isPrefix: true) { $0 }
  }

  /// All values so far.
  public var availableElements: RecorderExpectation<[Output]> {
    expectation("values") { .fulfilled($0.take($0.values(from: 0))) }
  }

  /// All values, once the stream has finished.
  public var elements: RecorderExpectation<[Output]> { all("the end") { $0 } }

  /// The last value, once the stream has finished; nil if it had none.
  public var last: RecorderExpectation<Output?> { all("the end") { $0.last } }

  /// The only value, once the stream has finished with exactly one.
  public var single: RecorderExpectation<Output> { all("one value and the end") { $0.count == 1 ? $0[0] : nil } }

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
    end("the end") { [subscriber, name] events, _ in
      Recording(events.all, requests: subscriber.asked, name: name)
    }
  }

  /// Expects a result from all values, once the stream has finished.
  private func all<Value>(_ wanted: String, _ pick: @escaping ([Output]) -> Value?) -> RecorderExpectation<Value> {
    end(wanted) { $1.isFinished ? pick($0.values) : nil }
  }

  /// Expects a result from the end of the stream, and consumes it.
  private func end<Value>(
    _ wanted: String, consumesValues: Bool = true,
    _ pick: @escaping (RecordedEvents<Output, Failure>, Subscribers.Completion<Failure>) -> Value?
  ) -> RecorderExpectation<Value> {
    expectation(wanted, needsEnd: true) { events in
      guard let end = events.end else { return .pending }
      let consumed = consumesValues ? events.all.count : 0
      guard let value = pick(events, end) else { return .impossible(events: consumed, end: !consumesValues) }
      events.consume(through: consumed, end: !consumesValues)
      return .fulfilled(value)
    }
  }

  /// Expects `count` values, and consumes them: the next ones or, for a prefix, the first ones, fewer if the stream ends.
  private func values<Value>(
    _ count: Int, _ wanted: String, isPrefix: Bool = false, _ pick: @escaping ([Output]) -> Value
  ) -> RecorderExpectation<Value> {
    expectation(count < 0 ? "a count that is not negative, not \(count)" : wanted) { events in
      guard count >= 0 else { return .impossible() }
      let start = isPrefix ? 0 : events.next
      // Evaluated only when there are enough events, so that waiting takes linear time.
      guard events.all.count - start >= count || events.end != nil else { return .pending }
      let numbers = events.values(count, from: start)
      guard numbers.count == count || isPrefix && events.end != nil else { return events.outcome() }
      let found = events.take(numbers)
      // The end decides, but is not consumed.
      if numbers.count < count { events.consumed = events.all.indices.suffix(1) }
      return .fulfilled(pick(found))
    }
  }

  func expectation<Value>(
    _ wanted: String, needsEnd: Bool = false,
    _ look: @escaping (inout RecordedEvents<Output, Failure>) -> RecorderExpectation<Value>.Outcome
  ) -> RecorderExpectation<Value> {
    RecorderExpectation(wanted, needsEnd: needsEnd, of: self) { $0.look(look) }
  }
}

extension Subscribers.Completion {
  fileprivate var isFinished: Bool { if case .finished = self { true } else { false } }
}
