#if canImport(Testing) && !canImport(Darwin)
  import IssueReporting
  import Testing

  extension CallPlace {
    /// Records an issue of code that runs outside of a test's task: on a thread, a queue or in a detached task.
    ///
    /// There IssueReporting finds no test and takes XCTest for the library that runs the tests, which drops the issue if it
    /// is Swift Testing. In a run of XCTest, Swift Testing drops this one. So each is reported once.
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
