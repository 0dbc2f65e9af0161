#if !canImport(ObjectiveC)
  import Foundation
  import XCTest

  /// A failure that a test expects, and whether it was recorded.
  struct ExpectedFailure {
    var reason: String?
    var options: XCTExpectedFailure.Options
    var file: StaticString
    var line: UInt
    var wasRecorded = false

    /// This failure, if it should have been recorded and was not.
    var missing: ExpectedFailure? { !wasRecorded && options.isEnabled && options.isStrict ? self : nil }
  }

  /// Receives the failures of a test. It drops the expected ones, and records the others in the test.
  ///
  /// Assertions report to the test case that performs at the moment, and XCTest makes that the last one whose `perform(_:)`
  /// was called. So this test case performs on a thread of its own for the rest of the test, and does nothing there but
  /// wait for its end.
  final class FailureRecorder: XCTestCase, @unchecked Sendable {
    private let lock = NSRecursiveLock()
    private var test: XCTestCase?
    private var expected: [ExpectedFailure] = []
    private let isPerforming = DispatchSemaphore(value: 0)
    private let isOver = DispatchSemaphore(value: 0)
    private let hasEnded = DispatchSemaphore(value: 0)

    /// The recorder of the test that runs now. XCTest runs one at a time in a process.
    nonisolated(unsafe) private static var current: FailureRecorder?
    private static let currentLock = NSLock()

    /// The recorder of `test`, which records its failures from now on.
    static func current(in test: XCTestCase) -> FailureRecorder {
      currentLock.withLock {
        if let current, current.test === test { return current }
        let recorder = FailureRecorder(name: test.name) { _ in }
        recorder.test = test
        current = recorder
        XCTestObservationCenter.shared.addTestObserver(recorder)
        Thread { [recorder] in
          recorder.run()
          recorder.hasEnded.signal()
        }.start()
        recorder.isPerforming.wait()
        return recorder
      }
    }

    func begin(_ failure: ExpectedFailure) { lock.withLock { expected.append(failure) } }

    /// Begins an expectation for the rest of the test, which is not yet in `tearDown()`.
    func beginForRest(_ failure: ExpectedFailure) {
      begin(failure)
      // While the test runs: XCTest stops the program at a failure after it.
      test?.addTeardownBlock { [self] in reportMissing() }
    }

    /// Ends the expectation that began last.
    func end() { if let missing = lock.withLock({ expected.removeLast() }).missing { report(missing, to: self) } }

    /// Reports the expected failures that are missing at the end of the test. They remain expected in `tearDown()`.
    private func reportMissing() {
      let all = lock.withLock {
        defer { for index in expected.indices { expected[index].wasRecorded = true } }
        return expected
      }
      // Not to this recorder, because the expectations themselves would match.
      for missing in all.reversed().compactMap(\.missing) { report(missing, to: test) }
    }

    private func report(_ failure: ExpectedFailure, to receiver: XCTestCase?) {
      receiver?.recordFailure(
        withDescription: "Expected failure\(failure.reason.map { " '\($0)'" } ?? "") but none recorded",
        inFile: "\(failure.file)", atLine: Int(failure.line), expected: true)
    }

    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected isAssertion: Bool
    ) {
      let location = XCTSourceCodeLocation(filePath: filePath, lineNumber: lineNumber)
      receive(
        XCTIssue(
          type: isAssertion ? .assertionFailure : .thrownError, compactDescription: description,
          sourceCodeContext: XCTSourceCodeContext(location: location)))
    }

    /// Drops an expected failure, and records others in the test.
    func receive(_ issue: XCTIssue) {
      let location = issue.sourceCodeContext.location
      let path = location?.fileURL.relativePath ?? test?.name ?? name
      let line = location?.lineNumber ?? 0
      let candidates = lock.withLock { Array(expected.enumerated()) }.reversed()
      if let (index, failure) = candidates.first(where: { $1.options.isEnabled && $1.options.issueMatcher(issue) }) {
        lock.withLock { expected[index].wasRecorded = true }
        print("\(path):\(line): expected failure: \(failure.reason ?? "") \(issue.compactDescription)")
      } else {
        test?.recordFailure(
          withDescription: issue.compactDescription, inFile: path, atLine: line,
          expected: issue.type == .assertionFailure)
      }
    }

    override var testRunClass: AnyClass? { UnreportedRun.self }

    override func invokeTest() {
      isPerforming.signal()
      isOver.wait()
    }
  }

  /// So that XCTest does not print the recorder as a test.
  private final class UnreportedRun: XCTestCaseRun {
    override func start() {}
    override func stop() {}
  }

  extension FailureRecorder: XCTestObservation {
    func testCaseDidFinish(_ testCase: XCTestCase) {
      guard testCase === test else { return }
      isOver.signal()
      hasEnded.wait()
      XCTestObservationCenter.shared.removeTestObserver(self)
      test = nil
    }
  }
#endif
