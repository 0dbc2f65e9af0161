#if canImport(Testing)
  import IssueReporting
  import Testing

  extension CallPlace {
    /// Records an issue with `#require`, and returns the error that it throws. If the test also throws this error,
    /// Swift Testing records no second issue. Returns nil if no test of Swift Testing receives the issue.
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

    /// This location in the form of Swift Testing.
    var sourceLocation: SourceLocation {
      SourceLocation(fileID: "\(reportedFileID)", filePath: "\(file)", line: Int(line), column: Int(column))
    }
  }
#else
  extension CallPlace {
    func failedRequirement(_: String) -> (any Error)? { nil }
  }
#endif
