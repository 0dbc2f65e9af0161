import AdoptedTasks
import Foundation

/// The tests that run, as far as SchedulersTestSupport tells: only it knows the test libraries.
package enum TestRuns {
  /// A test of XCTest, or a class of tests around its own.
  struct XCTestRun {
    let maker: Maker
    /// The test case, or the class and its name.
    let id: Int
    var className: String?
    /// What it has neglected on timelines that are gone.
    var neglects: [Neglect] = []
  }

  struct State {
    /// Those that run now, the innermost last.
    var xcTests: [XCTestRun] = []
    /// What tests of Swift Testing have neglected on timelines that went where no test was known.
    var unseen: [Neglect] = []
    /// Issues of which it was not known which test they are of, as lines to print.
    var unknown: [String] = []
    var swiftTestCase: (@Sendable () -> Int?)?
    /// Up to which number timelines were made before the tests of XCTest, and whether it has been looked whose they are.
    var lastEarly: UInt64 = 0
    var hasLookedForOwners = false
    /// Whether all properties have been looked at then.
    var hasSeenProperties = true
    /// The first timeline that one of these tests has advanced.
    var firstAdvanced: Timeline.Title?
  }

  static let state = Guarded(State())

  /// False: as if SchedulersTestSupport were not there. For tests of that.
  @TaskLocal package static var areTold = true

  /// How long a test may wait for what is late, in real time, until that is printed. Another in tests of that.
  @TaskLocal package static var patience: Duration = .seconds(10)

  /// Which test of XCTest runs. It has the process for itself, so all timelines on all threads are its own.
  static var runningXCTest: Int? {
    guard begunXCTests != 0, case .xcTest(let number) = state.withLock(\.xcTests.last?.maker) else { return nil }
    return number
  }

  /// Which class of tests of XCTest runs, but none of its tests.
  static var runningXCClass: Maker? {
    guard begunXCTests != 0, let maker = state.withLock(\.xcTests.last?.maker), case .xcClass = maker else {
      return nil
    }
    return maker
  }

  /// How many tests of XCTest have begun.
  @inline(__always) static var begunXCTests: Int { xctests_begun() }

  /// Whether SchedulersTestSupport tells of tests.
  static var areObserved: Bool { state.withLock(\.swiftTestCase) != nil }

  /// Tells the running case of a test of Swift Testing from its others; nil if that is not known.
  static var swiftTestCase: Int? { areTold ? state.withLock(\.swiftTestCase)?() : nil }

  /// Says how to tell the running case of a test of Swift Testing from its others.
  package static func tellCases(by swiftTestCase: @escaping @Sendable () -> Int?) {
    state.withLock { $0.swiftTestCase = swiftTestCase }
  }

  /// Where the running test of Swift Testing is.
  package static var place: (fileID: StaticString, filePath: StaticString, line: UInt, column: UInt)? {
    ReportPlace.runningTest.map { ($0.fileID, $0.filePath, $0.line, $0.column) }
  }

  /// A test of XCTest begins, before it is set up.
  package static func beginXCTest(of testCase: Int) {
    let maker = state.withLock { state -> Maker in
      xctests_begin()
      state.xcTests.append(XCTestRun(maker: .xcTest(begunXCTests), id: testCase))
      return .xcTest(begunXCTests)
    }
    guard WaitingTimelines.areAny else { return }
    for timeline in WaitingTimelines.all {
      timeline.beLeft(to: maker) { if case .testCase(testCase) = $0 { true } else { false } }
    }
  }

  /// The last of XCTest's tests to begin has ended.
  package static func endXCTest() {
    if let ended = state.withLock({ $0.xcTests.popLast() }) { FirstAdvances.end(ended.maker) }
  }

  /// A test that runs in virtual time begins, perhaps once more.
  package static func beginVirtualTime() { FirstAdvances.begin(.current) }

  /// Keeps what has been neglected on a timeline that goes: to the end of the test if that will be known, or else, where it
  /// is not the test's own task that lets go, to the end of the process. False if it can be reported now, or never.
  static func keep(_ neglect: Neglect, madeBy task: Int?) -> Bool {
    let maker = neglect.key.maker
    let isUnseen = maker.isTest && (Maker.current != maker || Maker.currentTask != task)
    return state.withLock {
      if let index = $0.xcTests.lastIndex(where: { $0.maker == neglect.key.maker }) {
        $0.xcTests[index].neglects.append(neglect)
        return true
      }
      if isUnseen { $0.unseen.append(neglect) }
      return isUnseen
    }
  }

  /// Keeps to the end of the process what belongs to no test that is known.
  static func keepUnseen(_ neglect: Neglect) { state.withLock { $0.unseen.append(neglect) } }

  /// Reports, at its end, what the running test has left waiting on timelines that nobody has advanced, if it has advanced
  /// others.
  package static func reportNeglect() {
    for neglect in takeNeglect() { neglect.report() }
  }

  /// The same for a test that shall stay skipped.
  package static func forgetNeglect() {
    for neglect in takeNeglect() { neglect.close() }
  }

  private static func takeNeglect() -> [Neglect] {
    var neglects = state.withLock { state in
      guard let last = state.xcTests.indices.last else { return [Neglect]() }
      defer { state.xcTests[last].neglects = [] }
      return state.xcTests[last].neglects
    }
    neglects += WaitingTimelines.all(of: .current).compactMap { $0.leaveToItsOwner() ? nil : $0.takeNeglect() }
    FirstAdvances.end(.current)
    return neglects.sorted { $0.key.number < $1.key.number }
  }

  /// Whether it cannot be known of which test something is: on a thread or a detached task, in Swift Testing.
  package static var isTestUnknown: Bool { begunXCTests == 0 && Maker.current.isUnknown }

  /// Keeps an issue to the end of the process: where the test is not known, the run may just be over.
  package static func keepUnknown(_ line: String) { state.withLock { $0.unknown.append(line) } }

  /// Prints, at the end of the process, what tests have neglected that ended unseen, and issues of no test that is known.
  /// Returns whether one of them should have failed.
  package static func printUnseen() -> Bool {
    // What timelines have neglected that go just now, on other threads, is not known yet. How long these threads take is a
    // matter of real time, and not to be waited for for ever.
    let patience = ContinuousClock.now + .seconds(1)
    while WaitingTimelines.areAnyGoing, ContinuousClock.now < patience { Thread.sleep(forTimeInterval: 0.001) }
    var (neglects, unknown) = state.withLock { ($0.unseen, $0.unknown) }
    for line in unknown { Watchdog.printError(line + "\n") }
    for text in hiddenTexts { Watchdog.printError("warning: \(text)\n") }
    for timeline in WaitingTimelines.all {
      if let neglect = timeline.takeLastNeglect() { neglects.append(neglect) }
    }
    let failures = neglects.sorted { $0.key.number < $1.key.number }.filter { $0.print() }
    return !failures.isEmpty || !unknown.isEmpty
  }
}
