/// The tests that run, as far as SchedulersTestSupport tells: only it knows the test libraries.
package enum TestRuns {
  private struct State {
    /// The number of XCTest's test that runs now, and the last number given.
    var runningXCTest: Int?
    var lastXCTest = 0
    var swiftTestCase: (@Sendable () -> Int?)?
  }

  private static let state = Guarded(State())

  /// False: as if SchedulersTestSupport were not there. For tests of that.
  @TaskLocal package static var areTold = true

  /// Which test of XCTest runs. It has the process for itself, so all timelines on all threads are its own.
  static var runningXCTest: Int? { state.withLock(\.runningXCTest) }

  /// Tells the running case of a test of Swift Testing from its others; nil if that is not known.
  static var swiftTestCase: Int? { areTold ? state.withLock(\.swiftTestCase)?() : nil }

  /// Says how to tell the running case of a test of Swift Testing from its others.
  package static func tellCases(by swiftTestCase: @escaping @Sendable () -> Int?) {
    state.withLock { $0.swiftTestCase = swiftTestCase }
  }

  /// A test of XCTest begins, before it is set up.
  package static func beginXCTest() {
    state.withLock {
      $0.lastXCTest += 1
      $0.runningXCTest = $0.lastXCTest
    }
  }

  /// Reports what the running test of XCTest has left waiting on timelines that nobody has advanced, if it has advanced
  /// others.
  package static func reportNeglect() {
    guard let test = runningXCTest else { return }
    for timeline in WaitingTimelines.all(of: .xcTest(test)) { timeline.reportNeglectAtEnd() }
  }

  /// The test of XCTest has ended.
  package static func endXCTest() { state.withLock { $0.runningXCTest = nil } }
}
