extension Steps {
  /// Advances time by `duration` and runs what is due on the way. In real time, waits that long.
  public func thenAdvance(
    by duration: Duration, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Steps {
    let place = CallPlace(fileID: fileID, file: filePath, line: line, column: column)
    return adding("thenAdvance", place, after: .time(duration)) { _ in nil }
  }

  /// Requests more values.
  public func thenRequest(
    _ demand: Subscribers.Demand, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Steps {
    adding("thenRequest", CallPlace(fileID: fileID, file: filePath, line: line, column: column)) { run in
      run.recorder.request(demand, fileID: fileID, line: line)
      return nil
    }
  }

  /// Runs an action. If it throws, the step fails.
  public func then(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ action: @escaping () throws -> Void
  ) -> Steps {
    adding("then", CallPlace(fileID: fileID, file: filePath, line: line, column: column)) { _ in
      try action()
      return nil
    }
  }

  /// Runs an async action. If it throws, the step fails. Needs the form of `verify` with `await`.
  ///
  /// Virtual time stands still during the action: an action that sleeps on the timeline would never return. Let time
  /// pass with ``thenAdvance(by:fileID:filePath:line:column:)``.
  public func then(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ action: @escaping () async throws -> Void
  ) -> Steps {
    adding("then", CallPlace(fileID: fileID, file: filePath, line: line, column: column), .wait(action))
  }

  /// Cancels the subscription. Earlier events must have been expected.
  public func thenCancel(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Steps {
    adding("thenCancel", CallPlace(fileID: fileID, file: filePath, line: line, column: column)) { run in
      run.recorder.cancel()
      return nil
    }
  }
}
