extension VirtualTime {
  /// Records `publisher` while `body` runs. At the end of `body`, all events must be consumed, and the stream is
  /// cancelled.
  ///
  /// `name` is the stream's name in messages, `demand` the initial demand.
  ///
  /// ```swift
  /// let scheduler = VirtualTimeScheduler()
  /// try scheduler.withRecorder(of: scheduler.cold("-a|")) { recorder in
  ///   print(try recorder.next().wait())
  ///   try recorder.finished.wait()
  /// }
  /// // a
  /// ```
  public func withRecorder<P: Publisher, R>(
    of publisher: P, name: String = "stream", demand: Subscribers.Demand = .unlimited,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ body: (Recorder<P.Output, P.Failure>) throws -> R
  ) rethrows -> R {
    try record(publisher, name: name, demand: demand, fileID: fileID, filePath: filePath, line: line, column: column)
      .scope(body)
  }

  /// Does the same for an `async` closure.
  public func withRecorder<P: Publisher, R>(
    of publisher: P, name: String = "stream", demand: Subscribers.Demand = .unlimited,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ body: (Recorder<P.Output, P.Failure>) async throws -> R
  ) async rethrows -> R {
    try await record(
      publisher, name: name, demand: demand, fileID: fileID, filePath: filePath, line: line, column: column
    ).scope(body)
  }

  /// Does the same for a sequence, over which a task of the timeline iterates. At the end of `body`, the task is
  /// cancelled.
  ///
  /// Needs macOS 15, iOS 18, tvOS 18 or watchOS 11.
  @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
  public func withRecorder<S: AsyncSequence & Sendable, R>(
    of sequence: S, name: String = "stream", fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, _ body: (Recorder<S.Element, any Error>) async throws -> R
  ) async rethrows -> R where S.Element: Sendable {
    try await record(sequence, name: name, fileID: fileID, filePath: filePath, line: line, column: column).scope(body)
  }
}

extension Publisher {
  /// Records this publisher in real time while `body` runs. At the end of `body`, all events must be consumed, and the
  /// stream is cancelled.
  ///
  /// `name` is the stream's name in messages, `demand` the initial demand.
  public func withRecorder<R>(
    name: String = "stream", demand: Subscribers.Demand = .unlimited, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ body: (Recorder<Output, Failure>) throws -> R
  ) rethrows -> R {
    try record(name: name, demand: demand, fileID: fileID, filePath: filePath, line: line, column: column).scope(body)
  }

  /// Does the same for an `async` closure.
  public func withRecorder<R>(
    name: String = "stream", demand: Subscribers.Demand = .unlimited, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ body: (Recorder<Output, Failure>) async throws -> R
  ) async rethrows -> R {
    try await record(name: name, demand: demand, fileID: fileID, filePath: filePath, line: line, column: column)
      .scope(body)
  }
}

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Records this sequence in real time, over which a task iterates, while `body` runs. At its end, all events must be
  /// consumed, and the task is cancelled.
  public func withRecorder<R>(
    name: String = "stream", fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ body: (Recorder<Element, any Error>) async throws -> R
  ) async rethrows -> R {
    try await record(name: name, fileID: fileID, filePath: filePath, line: line, column: column).scope(body)
  }
}

extension Recorder {
  /// Runs `body`; then the stream is cancelled and what is left is reported. If `body` throws, that is news enough.
  fileprivate func scope<R>(_ body: (Recorder) throws -> R) rethrows -> R {
    do {
      let result = try body(self)
      endScope()
      return result
    } catch {
      cancelAndIgnoreRemainingEvents()
      throw error
    }
  }

  /// The same for a body that waits.
  fileprivate func scope<R>(_ body: (Recorder) async throws -> R) async rethrows -> R {
    do {
      let result = try await body(self)
      endScope()
      return result
    } catch {
      cancelAndIgnoreRemainingEvents()
      throw error
    }
  }
}
