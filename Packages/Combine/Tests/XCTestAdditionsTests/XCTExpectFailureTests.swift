import Testing
import XCTest
import XCTestAdditions

/// A test that collects its failures instead of reporting them.
private final class CollectingTest: XCTestCase, @unchecked Sendable {
  private var failures: [String] = []

  override func recordFailure(
    withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
  ) {
    failures.append(description)
  }

  /// Runs `body` as the test of a test case, and returns its failures.
  static func failures(of body: @escaping (CollectingTest) throws -> Void) -> [String] {
    let test = CollectingTest(name: "CollectingTest") { try body($0 as! CollectingTest) }
    test.run()
    return test.failures
  }
}

/// XCTest runs one test at a time.
@Suite(.serialized) struct XCTExpectFailureTests {
  @Test func anExpectedFailureInABlockIsNotReported() {
    var value = 0
    let failures = CollectingTest.failures { test in
      value = test.XCTExpectFailure("not done yet") {
        XCTAssertEqual(1, 2)
        XCTFail("another")
        return 3
      }
    }
    #expect(failures == [])
    #expect(value == 3)
  }

  @Test func aFailureAfterTheBlockIsReported() {
    let failures = CollectingTest.failures { test in
      test.XCTExpectFailure { XCTFail("inside") }
      XCTFail("after")
    }
    #expect(failures == ["failed - after"])
  }

  @Test func aFailureInTheRestOfTheTestIsNotReported() {
    let failures = CollectingTest.failures { test in
      XCTFail("before")
      test.XCTExpectFailure("not done yet")
      XCTFail("after")
      test.addTeardownBlock { XCTFail("in the teardown") }
    }
    #expect(failures == ["failed - before"])
  }

  @Test func noFailureWhereOneIsExpectedIsReported() {
    #expect(
      CollectingTest.failures { $0.XCTExpectFailure("open") {} } == ["Expected failure 'open' but none recorded"])
    #expect(CollectingTest.failures { $0.XCTExpectFailure() } == ["Expected failure but none recorded"])
  }

  @Test func aMissingFailureIsReportedBeforeTheRunOfTheTestStops() {
    let test = XCTestCase(name: "aTestOfItsOwn") { $0.XCTExpectFailure("open") }
    test.run()
    #expect(test.testRun?.failureCount == 1)
  }

  @Test func aBlockInTearDownMayExpectAFailure() {
    final class InTearDown: XCTestCase {
      override func tearDown() { XCTExpectFailure { XCTFail("in tearDown()") } }
    }
    let test = InTearDown(name: "aTestOfItsOwn") { _ in }
    test.run()
    #expect(test.testRun?.failureCount == 0)
  }

  @Test func noFailureIsFineIfTheExpectationIsNotStrict() {
    #expect(CollectingTest.failures { $0.XCTExpectFailure(strict: false) {} } == [])
    #expect(CollectingTest.failures { $0.XCTExpectFailure("open", options: .nonStrict()) {} } == [])
    #expect(CollectingTest.failures { $0.XCTExpectFailure(strict: false) } == [])
  }

  @Test func aDisabledExpectationExpectsNothing() {
    let failures = CollectingTest.failures { $0.XCTExpectFailure(enabled: false) { XCTFail("a") } }
    #expect(failures == ["failed - a"])
  }

  @Test func theMatcherDecidesWhichFailuresAreExpected() {
    var seen: [XCTIssue] = []
    let failures = CollectingTest.failures { test in
      test.XCTExpectFailure {
        XCTFail("a")
        XCTFail("b")
      } issueMatcher: {
        seen.append($0)
        return $0.compactDescription == "failed - a"
      }
    }
    #expect(failures == ["failed - b"])
    #expect(seen.map(\.type) == [.assertionFailure, .assertionFailure])
    #expect(seen.first?.sourceCodeContext.location?.fileURL.lastPathComponent == "XCTExpectFailureTests.swift")
  }

  @Test func theInnermostExpectationThatMatchesTakesAFailure() {
    let failures = CollectingTest.failures { test in
      test.XCTExpectFailure("outer") {
        test.XCTExpectFailure("inner") { XCTFail("a") }
      }
    }
    #expect(failures == ["Expected failure 'outer' but none recorded"])
  }

  @Test func anErrorThrownInTheBlockPassesThrough() {
    struct Failed: Error {}
    var wasThrown = false
    let failures = CollectingTest.failures { test in
      do {
        try test.XCTExpectFailure {
          XCTFail("a")
          throw Failed()
        }
      } catch is Failed { wasThrown = true }
    }
    #expect(failures == [])
    #expect(wasThrown)
  }

  @Test func theNextTestReportsItsOwnFailures() {
    #expect(CollectingTest.failures { $0.XCTExpectFailure { XCTFail("a") } } == [])
    #expect(CollectingTest.failures { _ in XCTFail("b") } == ["failed - b"])
  }

  @Test func aRecordedIssueIsAFailure() {
    let issue = XCTIssue(type: .assertionFailure, compactDescription: "found by hand")
    #expect(CollectingTest.failures { $0.record(issue) } == ["found by hand"])
    #expect(CollectingTest.failures { test in test.XCTExpectFailure { test.record(issue) } } == [])
  }

  @Test func theOptionsOfAnExpectationCanBeSet() {
    let options = XCTExpectedFailure.Options()
    options.isStrict = false
    options.issueMatcher = { $0.compactDescription == "failed - a" }
    let failures = CollectingTest.failures { test in
      test.XCTExpectFailure("not done yet", options: options)
      XCTFail("a")
      XCTFail("b")
    }
    #expect(failures == ["failed - b"])
    #expect(CollectingTest.failures { $0.XCTExpectFailure("open", options: options) {} } == [])
  }

  @Test func theMatcherReceivesARecordedIssueAsItWasCreated() {
    struct Failed: Error {}
    let location = XCTSourceCodeLocation(filePath: #filePath, lineNumber: #line)
    let issue = XCTIssue(
      type: .system, compactDescription: "a", detailedDescription: "b", sourceCodeContext: .init(location: location),
      associatedError: Failed(), attachments: [])
    var seen: [XCTIssue] = []
    let failures = CollectingTest.failures { test in
      test.XCTExpectFailure {
        test.record(issue)
      } issueMatcher: {
        seen.append($0)
        return true
      }
    }
    #expect(failures == [])
    #expect(seen.map(\.type) == [.system])
    #expect(seen.first?.detailedDescription == "b")
    #expect(seen.first?.associatedError is Failed)
  }
}
