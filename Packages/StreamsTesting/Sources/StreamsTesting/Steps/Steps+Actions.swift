extension Steps {
  /// Advances time by `duration` and runs the work due on the way. In real time, waits that long.
  public func thenAdvance(
    by duration: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Steps {
    adding("thenAdvance", SourcePlace(fileID, filePath, line, column), pause: .time(duration))
  }

  /// Requests more values.
  public func thenRequest(
    _ demand: Subscribers.Demand, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Steps {
    let place = SourcePlace(fileID, filePath, line, column)
    return adding("thenRequest", place) { $0.subscriber.request(demand, at: place) }
  }

  /// Runs an action. If it throws, the step fails.
  public func then(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ action: @escaping () throws -> Void
  ) -> Steps {
    adding("then", SourcePlace(fileID, filePath, line, column)) { _ in try action() }
  }

  /// Runs an async action. If it throws, the step fails. Needs the form of `verify` with `await`.
  ///
  /// If the action sleeps on the timeline of the steps, virtual time advances to the end of the sleep. Otherwise time
  /// does not move, and an action that waits for a later value never returns. Before such an action, move time with
  /// ``thenAdvance(by:fileID:filePath:line:column:)``. A warning is printed if an action takes longer, in real time, than
  /// ``WaitTimeout/duration``.
  public func then(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ action: @escaping () async throws -> Void
  ) -> Steps {
    adding("then", SourcePlace(fileID, filePath, line, column), action: action)
  }

  /// Cancels the subscription. Earlier events must have been expected.
  public func thenCancel(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Steps {
    adding("thenCancel", SourcePlace(fileID, filePath, line, column)) { $0.cancel() }
  }
}
