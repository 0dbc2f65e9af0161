extension Recorder {
  /// Waits for the next value that has not been consumed, consumes it and returns it.
  ///
  /// On a timeline, it advances virtual time instant by instant, with tasks, until the value arrives, nothing is
  /// pending, or 10,000 instants have passed. Otherwise it waits in real time, for ``WaitTimeout/duration``. `next()`
  /// without `await` returns the expectation, to check it or wait for it.
  ///
  /// ```swift
  /// import StreamsTesting
  ///
  /// func firstTwo() async throws {
  ///   let scheduler = VirtualTimeScheduler()
  ///   let recorder = scheduler.record(scheduler.cold("-1-2|", values: .digits))
  ///   print(try await recorder.next(), try await recorder.next { $0 > 1 })
  ///   try await recorder.finished.wait()
  /// }
  /// try await firstTwo()
  /// // 1 2
  /// ```
  ///
  /// To limit the wait, write `recorder.next().wait(timeout: 5)`.
  ///
  /// - Throws: If it does not arrive, see ``RecordingError``. `CancellationError` if the task is cancelled.
  public func next(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> Output {
    let place = SourcePlace(fileID, filePath, line, column)
    return try await (next() as RecorderExpectation<Output>).wait(nil, at: place)
  }

  /// Waits for the next matching value and returns it, like ``next(fileID:filePath:line:column:)``. Consumes it
  /// and all events before it.
  ///
  /// The predicate must not use the recorder.
  public func next(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    where predicate: @escaping (Output) -> Bool
  ) async throws -> Output {
    let place = SourcePlace(fileID, filePath, line, column)
    return try await next(where: predicate).wait(nil, at: place)
  }

  /// Expects the next matching value. Consumes it and all events before it.
  public func next(where predicate: @escaping (Output) -> Bool) -> RecorderExpectation<Output> {
    let subscriber = subscriber
    var searched = 0
    return RecorderExpectation("a matching value", of: subscriber) {
      while true {
        let (candidate, isOver) = subscriber.look { events in
          let start = max(searched, events.next)
          let index = events.all.indices.dropFirst(start).first { events.all[$0].value != nil }
          searched = index.map { $0 + 1 } ?? events.count
          return (index.flatMap { events.all[$0].value }, events.outcome() as RecorderExpectation<Output>.Outcome)
        }
        guard let candidate else { return isOver }
        // User code: called once for each value, outside the lock.
        guard predicate(candidate) else { continue }
        subscriber.look { $0.consume(through: searched) }
        return .fulfilled(candidate)
      }
    }
  }
}
