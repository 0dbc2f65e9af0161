import IssueReporting
import Schedulers

/// Lets timelines know which test they are used in, from the moment that the test bundle is loaded: `TestStart` calls this.
@_cdecl("schedulers_observe_tests") func observeTests() {
  // A program that only links this has no tests.
  guard isTesting else { return }
  TestRuns.tellCases { RunningCase.number }
  IssueReporters.current = [UnknownTestReporter()]
  #if canImport(XCTest)
    observeXCTests()
  #endif
}

/// Prints what tests have neglected that ended unseen, and returns whether the process shall fail for that: `TestStart` calls
/// this when it ends.
@_cdecl("schedulers_end_tests") func endTests() -> Bool { TestRuns.printUnseen() }
