#if canImport(Testing)
  import IssueReporting
  import Testing

  extension CallPlace {
    /// This location in the form of Swift Testing.
    var sourceLocation: SourceLocation {
      SourceLocation(fileID: "\(reportedFileID)", filePath: "\(file)", line: Int(line), column: Int(column))
    }
  }
#endif

#if canImport(Testing) && !canImport(Darwin)
  extension CallPlace {
    /// Records an issue of code that runs outside a test's task: on a thread, a queue or in a detached task.
    ///
    /// There, IssueReporting finds no test and assumes XCTest, which drops the issue if Swift Testing runs the tests.
    /// In a run of XCTest, Swift Testing drops this one. Each issue is therefore reported once.
    func recordOutsideOfTests(_ message: String) {
      guard Test.current == nil, IssueReporters.current.contains(where: { $0 is _DefaultReporter }) else { return }
      Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation)
    }
  }
#else
  extension CallPlace {
    func recordOutsideOfTests(_: String) {}
  }
#endif
