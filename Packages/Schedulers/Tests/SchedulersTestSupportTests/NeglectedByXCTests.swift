import Foundation
import IssueReporting
import SchedulersTestSupport
import XCTest

/// Two timelines in tests of XCTest, where a timeline mostly is a property and lives as long as the process.
///
/// What a test leaves is reported at its end. So each kind of mistake has a test of its own, and the last
/// test, in the order of names, looks at what was reported.
final class NeglectedByXCTests: XCTestCase {
  let queue = DispatchQueue.test
  let other = DispatchQueue.test(on: Timeline("the other"))

  /// Those of all tests here, advanced before the first.
  static let shared = Timeline("the shared")
  static let sharedByAll = Timeline("shared by all")

  override class func setUp() {
    IssueReporters.current = [Reports.shared]
    shared.schedule {}
    shared.advance()
    sharedByAll.schedule(after: .seconds(1000)) {}
    sharedByAll.advance()
    first = replaced.schedule {}
  }

  override class func tearDown() { IssueReporters.current = [.default] }

  override func setUp() async throws {
    guard name.contains("SetUp") else { return }
    queue.schedule {}
  }

  override func tearDown() {
    guard name.contains("TearDown") else { return }
    queue.schedule {}
    Timeline("gone after the end").schedule {}
  }

  func test1PropertiesAreReported() {
    queue.schedule {}
    other.advance()
  }

  func test2WorkOfTheSetUpIsReported() async { await other.advance() }

  func test3WorkFromBeforeTheOtherIsReported() {
    queue.schedule {}
    Timeline("a later one").advance()
  }

  func test4WorkOfAnotherThreadIsReported() {
    let done = expectation(description: "scheduled")
    Thread.detachNewThread { [queue] in
      queue.schedule {}
      done.fulfill()
    }
    wait(for: [done], timeout: 60)
    other.advance()
  }

  func test4bWorkOnOneThatWasAdvancedBeforeTheTestIsReported() {
    Self.shared.schedule {}
    other.advance()
  }

  func test4cWorkOnOneThatALaterTestAdvancesIsReported() {
    Self.shared.schedule {}
    other.advance()
  }

  func test4dWorkBesideThatOfBeforeIsReported() {
    Self.sharedByAll.schedule {}
    other.advance()
  }

  func test4eToSetTheBeginningIsNotToAdvance() {
    let timeline = Timeline("the set")
    timeline.set(to: Timeline.Instant(nanoseconds: 1_000))
    timeline.schedule {}
    other.advance()
  }

  func test4fWorkThatComesLateIsReported() {
    other.advance()
    queue.schedule {}
  }

  func test4gLateWorkOnOneThatIsGoneIsReported() {
    other.advance()
    Timeline("the gone").schedule {}
  }

  func test4hATaskThatComesLateIsReported() async {
    let late = Timeline("the late")
    await other.advance()
    Task { try await late.sleep(for: .seconds(1)) }
    await late.waitForSleepers()
  }

  func test4iLateWorkOnOneThatAnEarlierTestHasAdvancedIsReported() {
    other.advance()
    Self.shared.schedule {}
  }

  func test4jLateWorkBesideOneThatAnEarlierTestHasAdvancedIsReported() {
    Self.shared.advance()
    queue.schedule {}
  }

  func test4kAPlaceThatIsNotKnownIsCalledSo() {
    func schedule(on scheduler: some Scheduler) { scheduler.schedule {} }
    schedule(on: queue)
    other.advance()
  }

  func test5WhatIsAdvancedAfterwardsIsNoMistake() {
    queue.schedule {}
    addTeardownBlock { [queue] in queue.advance() }
    other.advance()
  }

  func test6WhatIsLeftByAnEarlierTestIsNoMistake() { Timeline("another test's").advance() }

  func test6bOneThatGoesBeforeTheOtherIsAdvancedIsNoMistake() {
    queue.schedule {}
    Timeline("short").advance()
    queue.advance()
  }

  func test6cASkippedTestStaysSkipped() throws {
    let timeline = Timeline()
    timeline.schedule {}
    other.advance()
    throw XCTSkip("to see that nothing is reported")
  }

  func test6dRealTimeIsNoMistake() async throws {
    queue.schedule {}
    try await ContinuousClock().scheduler().sleep(for: .milliseconds(1))
  }

  func test6eOneOfAllTestsThatIsAdvancedIsNoMistake() {
    Self.shared.schedule {}
    Self.shared.advance()
    other.advance()
  }

  func test6fWorkOfBeforeTheTestsIsNoMistake() {
    Self.sharedByAll.schedule {}.cancel()
    let housekeeping = Self.sharedByAll.schedule(at: Self.sharedByAll.now, every: .seconds(1), background: true) {}
    other.advance()
    housekeeping.cancel()
  }

  static let left = Timeline("the left")

  func test6gWhatItsOwnTestHasAdvancedIsNoMistake() {
    Self.left.schedule {}
    Self.left.advance()
  }

  /// As a task does that the test before has started.
  func test6hWhatGoesOnAfterItsTestIsNoMistake() {
    Self.left.schedule {}
    other.advance()
  }

  func test6iLateWorkThatIsAdvancedOrCancelledIsNoMistake() {
    other.advance()
    queue.schedule {}
    Timeline("cancelled").schedule {}.cancel()
    addTeardownBlock { [queue] in queue.advance() }
  }

  func test6jWorkOfTheTearDownIsNoMistake() { other.advance() }

  func test6kAnAdvanceOfAnEarlierTestMakesNoWorkLate() { queue.schedule {} }

  static let replaced = Timeline("the replaced")
  private nonisolated(unsafe) static var first: Timeline.Token?

  func test6lWorkThatTakesItsPlaceIsReported() {
    Self.replaced.schedule {}
    Self.first?.cancel()
    other.advance()
  }

  func test7OneTimelineIsNoMistake() { queue.schedule {} }

  func test8ReportsWereThese() {
    let reports = Reports.shared.all.map(\.text)
    let (mine, shared) = ("DispatchQueue.test", "the shared")
    let expected = [
      (mine, "the other"), (mine, "the other"), (mine, "a later one"), (mine, "the other"), (shared, "the other"),
      (shared, "the other"), ("shared by all", "the other"), ("the set", "the other"),
      (mine, "the other"), ("the gone", "the other"), ("the late", "the other"), (shared, "the other"),
      (mine, shared), (mine, "the other"), ("the replaced", "the other"),
    ]
    XCTAssertEqual(reports.count, expected.count)
    for (report, (one, other)) in zip(reports, expected) {
      XCTAssert(
        report.hasPrefix(
          "Work waits on \(one), which nobody has advanced, but \(other), another timeline of this test, was."), report)
    }
    XCTAssertEqual(Reports.shared.all.first?.filePath, "SchedulersTestSupportTests/NeglectedByXCTests.swift")
    XCTAssertEqual(Reports.shared.all.dropLast().last?.filePath, "<unknown>")
  }
}

/// Collects issues.
///
/// Sendable because the texts are reached only under the lock.
private final class Reports: IssueReporter, @unchecked Sendable {
  static let shared = Reports()

  private let lock = NSLock()
  private var reports: [(text: String, filePath: String)] = []

  var all: [(text: String, filePath: String)] { lock.withLock { reports } }

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString, filePath: StaticString,
    line: UInt, column: UInt
  ) {
    let text = message() ?? ""
    lock.withLock { reports.append((text, "\(filePath)")) }
  }
}
