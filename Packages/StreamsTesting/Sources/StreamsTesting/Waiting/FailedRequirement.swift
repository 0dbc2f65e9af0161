#if canImport(Testing)
  import IssueReporting
  import Testing

  extension CallPlace {
    /// Records an issue as `#require` does, and returns the error that `#require` throws: Swift Testing records no second
    /// issue for it when the test throws it too. Nil where the issue does not go to a test of Swift Testing.
    func failedRequirement(_ message: String) -> (any Error)? {
      let reporters = IssueReporters.current
      guard Test.current != nil, reporters.count == 1, reporters[0] is _DefaultReporter else { return nil }
      let isFulfilled = false
      do {
        try #require(isFulfilled, Comment(rawValue: message), sourceLocation: sourceLocation)
        return nil
      } catch {
        return error
      }
    }

    /// This place as Swift Testing describes it.
    var sourceLocation: SourceLocation {
      SourceLocation(fileID: "\(reportedFileID)", filePath: "\(file)", line: Int(line), column: Int(column))
    }
  }
#else
  extension CallPlace {
    func failedRequirement(_: String) -> (any Error)? { nil }
  }
#endif
