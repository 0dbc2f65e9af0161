extension VirtualTime {
  /// Records `publisher` while `body` runs. At its end, all events must be consumed, and the stream is cancelled.
  ///
  /// ```swift
  /// let scheduler = VirtualTimeScheduler()
  /// try scheduler.withRecorder(of: scheduler.cold("-a|")) { recorder in
  ///   print(try recorder.next().wait())
  ///   try recorder.finished.wait()
  /// }
  /// // a
  /// ```
  ///
  /// - Parameters:
  ///   - publisher: What to record.
  ///   - name: The stream's name in messages.
  ///   - demand: The initial demand.
  ///   - body: What to do with the recorder.
  ///   - fileID: The caller's file; leave it out.
  ///   - filePath: The caller's path; leave it out.
  ///   - line: The caller's line; leave it out.
  ///   - column: The caller's column; leave it out.
  public func withRecorder<P: Publisher, R>(
    of publisher: P, name: String = "stream", demand: Subscribers.Demand = .unlimited,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ body: (Recorder<P.Output, P.Failure>) throws -> R
  ) rethrows -> R {
    let recorder = record(
      publisher, name: name, demand: demand, fileID: fileID, filePath: filePath, line: line, column: column)
    return try recorder.scope { try body(recorder) }
  }

  /// Records `publisher` while the `async` closure `body` runs. At its end, all events must be consumed, and the stream
  /// is cancelled.
  ///
  /// - Parameters:
  ///   - publisher: What to record.
  ///   - name: The stream's name in messages.
  ///   - demand: The initial demand.
  ///   - body: What to do with the recorder.
  ///   - fileID: The caller's file; leave it out.
  ///   - filePath: The caller's path; leave it out.
  ///   - line: The caller's line; leave it out.
  ///   - column: The caller's column; leave it out.
  public func withRecorder<P: Publisher, R>(
    of publisher: P, name: String = "stream", demand: Subscribers.Demand = .unlimited,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ body: (Recorder<P.Output, P.Failure>) async throws -> R
  ) async rethrows -> R {
    let recorder = record(
      publisher, name: name, demand: demand, fileID: fileID, filePath: filePath, line: line, column: column)
    return try await recorder.scope { try await body(recorder) }
  }

  /// Records `sequence`, over which a task of the timeline iterates, while `body` runs. At its end, all events must be
  /// consumed, and the task is cancelled.
  ///
  /// Needs macOS 15, iOS 18, tvOS 18 or watchOS 11.
  ///
  /// - Parameters:
  ///   - sequence: What to record.
  ///   - name: The stream's name in messages.
  ///   - body: What to do with the recorder.
  ///   - fileID: The caller's file; leave it out.
  ///   - filePath: The caller's path; leave it out.
  ///   - line: The caller's line; leave it out.
  ///   - column: The caller's column; leave it out.
  @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
  public func withRecorder<S: AsyncSequence & Sendable, R>(
    of sequence: S, name: String = "stream", fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, _ body: (Recorder<S.Element, any Error>) async throws -> R
  ) async rethrows -> R where S.Element: Sendable {
    let recorder = record(sequence, name: name, fileID: fileID, filePath: filePath, line: line, column: column)
    return try await recorder.scope { try await body(recorder) }
  }
}

extension Publisher {
  /// Records this publisher in real time while `body` runs. At its end, all events must be consumed, and the stream is
  /// cancelled.
  ///
  /// - Parameters:
  ///   - name: The stream's name in messages.
  ///   - demand: The initial demand.
  ///   - body: What to do with the recorder.
  public func withRecorder<R>(
    name: String = "stream", demand: Subscribers.Demand = .unlimited, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ body: (Recorder<Output, Failure>) throws -> R
  ) rethrows -> R {
    let recorder = record(
      name: name, demand: demand, fileID: fileID, filePath: filePath, line: line, column: column)
    return try recorder.scope { try body(recorder) }
  }

  /// Records this publisher in real time while the `async` closure `body` runs. At its end, all events must be
  /// consumed, and the stream is cancelled.
  ///
  /// - Parameters:
  ///   - name: The stream's name in messages.
  ///   - demand: The initial demand.
  ///   - body: What to do with the recorder.
  public func withRecorder<R>(
    name: String = "stream", demand: Subscribers.Demand = .unlimited, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ body: (Recorder<Output, Failure>) async throws -> R
  ) async rethrows -> R {
    let recorder = record(
      name: name, demand: demand, fileID: fileID, filePath: filePath, line: line, column: column)
    return try await recorder.scope { try await body(recorder) }
  }
}

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Records this sequence in real time, over which a task iterates, while `body` runs. At its end, all events must be
  /// consumed, and the task is cancelled.
  ///
  /// - Parameters:
  ///   - name: The stream's name in messages.
  ///   - body: What to do with the recorder.
  public func withRecorder<R>(
    name: String = "stream", fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ body: (Recorder<Element, any Error>) async throws -> R
  ) async rethrows -> R {
    let recorder = record(name: name, fileID: fileID, filePath: filePath, line: line, column: column)
    return try await recorder.scope { try await body(recorder) }
  }
}

extension Recorder {
  /// Runs `body`; then the stream is cancelled and what is left is reported. If `body` throws, that is news enough.
  fileprivate func scope<R>(_ body: () throws -> R) rethrows -> R {
    let result: R
    do { result = try body() } catch {
      cancelAndIgnoreRemainingEvents()
      throw error
    }
    endScope()
    return result
  }

  /// The same for a body that waits.
  fileprivate func scope<R>(_ body: nonisolated(nonsending) () async throws -> R) async rethrows -> R {
    let result: R
    do { result = try await body() } catch {
      cancelAndIgnoreRemainingEvents()
      throw error
    }
    endScope()
    return result
  }
}
