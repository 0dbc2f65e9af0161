#if canImport(XCTest)
  import Foundation
  import Schedulers
  import XCTest

  /// Tells of each test of XCTest, and of each class of tests, where it begins and ends.
  ///
  /// XCTest calls it on the main thread.
  private final class XCTestObserver: NSObject, XCTestObservation {
    /// The suite of all, and how many tests of the running class have not ended yet.
    private var all: XCTestSuite?
    private var testsLeft = 0
    private var owners = TimelineOwners()

    func testSuiteWillStart(_ suite: XCTestSuite) {
      if all == nil {
        all = suite
        TestRuns.beginXCTests()
      }
      guard let testClass = suite.testClass else { return }
      findOwners()
      testsLeft = suite.tests.count
      TestRuns.beginXCTestClass(ObjectIdentifier(testClass).hashValue, name: "\(testClass)")
    }

    func testSuiteDidFinish(_ suite: XCTestSuite) {
      if suite.testClass != nil { TestRuns.endXCTestClass() }
      if suite === all { all = nil }
    }

    func testCaseWillStart(_ testCase: XCTestCase) {
      findOwners()
      TestRuns.beginXCTest(of: testCase.number)
      // The first to be added is the last to run. Issues cannot be recorded later, when the test has been torn down.
      testCase.addTeardownBlock { [unowned testCase, self] in
        findOwners()
        owners.forgetReplaced(of: testCase)
        // A test that is skipped stays so.
        testCase.testRun?.hasBeenSkipped == true ? TestRuns.forgetNeglect() : TestRuns.reportNeglect()
      }
    }

    func testCaseDidFinish(_ testCase: XCTestCase) {
      TestRuns.endXCTest()
      testsLeft -= 1
      if testsLeft == 0 { TestRuns.endTestsOfXCTestClass() }
    }

    /// Where it is worth while. A task that a property's initialiser has started may come to its sleep any time.
    private func findOwners() {
      if TestRuns.takeOrphansNews(), let all { owners.find(in: all.allCases) }
    }
  }

  func observeXCTests() { XCTestObservationCenter.shared.addTestObserver(XCTestObserver()) }
#endif
