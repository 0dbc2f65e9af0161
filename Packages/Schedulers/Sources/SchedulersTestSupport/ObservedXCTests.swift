#if canImport(XCTest)
  import Foundation
  import Schedulers
  import XCTest

  /// Tells of each test of XCTest where it begins and ends.
  private final class XCTestObserver: NSObject, XCTestObservation {
    func testCaseWillStart(_ testCase: XCTestCase) {
      TestRuns.beginXCTest()
      // The first to be added is the last to run. Issues cannot be recorded later, when the test has been torn down.
      testCase.addTeardownBlock { [unowned testCase] in
        // A test that is skipped stays so.
        testCase.testRun?.hasBeenSkipped == true ? TestRuns.forgetNeglect() : TestRuns.reportNeglect()
      }
    }

    func testCaseDidFinish(_ testCase: XCTestCase) { TestRuns.endXCTest() }
  }

  func observeXCTests() { XCTestObservationCenter.shared.addTestObserver(XCTestObserver()) }
#endif
