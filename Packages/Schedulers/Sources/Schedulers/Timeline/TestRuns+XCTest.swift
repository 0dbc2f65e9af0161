import AdoptedTasks

/// What begins before the tests of XCTest: all test cases are there before the first test, with their properties; and a class
/// is set up before its own.
extension TestRuns {
  /// The tests of XCTest begin: what was made until now belongs to test cases, though it is not known to which.
  package static func beginXCTests() {
    let number = WaitingTimelines.lastNumber
    state.withLock {
      $0.lastEarly = number
      $0.hasLookedForOwners = false
    }
  }

  /// Whether work waits that nobody has ever advanced on a timeline that was there before the tests, so that it is worth
  /// while to look which test cases have it. True once: whoever asks looks at all.
  package static func takeOrphansNews() -> Bool {
    guard WaitingTimelines.areAny, !state.withLock(\.hasLookedForOwners), areOrphans else { return false }
    state.withLock { $0.hasLookedForOwners = true }
    return true
  }

  private static var areOrphans: Bool {
    let number = state.withLock(\.lastEarly)
    return WaitingTimelines.all.contains { $0.isOrphan(madeUpTo: number) }
  }

  /// There are more properties of test cases than could be looked at: whose work is may just not have been seen.
  package static func noteUnseenProperties() { state.withLock { $0.hasSeenProperties = false } }

  /// Timelines on which nothing waits for the running test but work from before the tests, since its case had them then.
  package static var inheritedTimelines: [Timeline] {
    guard WaitingTimelines.areAny else { return [] }
    return WaitingTimelines.all(of: .current).filter(\.isInherited)
  }

  /// What has waited since before the tests where none of them shows it, and so may well be a mistake of any; once if the
  /// same of several test cases.
  static var hiddenTexts: [String] {
    let (number, advanced) = state.withLock { ($0.lastEarly, $0.hasSeenProperties ? $0.firstAdvanced : nil) }
    guard let advanced else { return [] }
    return Set(WaitingTimelines.all.compactMap { $0.hiddenText(madeUpTo: number, because: advanced) }).sorted()
  }

  /// Takes note that a test of XCTest has advanced a timeline.
  static func noteAdvance(of timeline: Timeline.Title) {
    state.withLock { $0.firstAdvanced = $0.firstAdvanced ?? timeline }
  }

  /// The case of the running test of XCTest.
  static var runningCase: Int? {
    state.withLock { state in
      guard let last = state.xcTests.last, case .xcTest = last.maker else { return nil }
      return last.id
    }
  }

  /// A class of tests of XCTest begins, before it is set up.
  package static func beginXCTestClass(_ id: Int, name: String) {
    let maker = state.withLock { state -> Maker in
      xctests_begin()
      state.xcTests.append(XCTestRun(maker: .xcClass(begunXCTests), id: id, className: name))
      return .xcClass(begunXCTests)
    }
    guard WaitingTimelines.areAny else { return }
    for timeline in WaitingTimelines.all {
      timeline.beLeft(to: maker) { if case .classes(let classes) = $0 { classes.contains(id) } else { false } }
    }
  }

  /// The last test of the class has ended.
  package static func endTestsOfXCTestClass() {
    guard let maker = runningXCClass else { return }
    for timeline in WaitingTimelines.all(of: maker) { timeline.noteClassNeglect() }
  }

  /// The class has been torn down. No issue of XCTest can be recorded any more, so what it has neglected is kept to the end
  /// of the process.
  package static func endXCTestClass() {
    guard let maker = runningXCClass else { return }
    let neglects = WaitingTimelines.all(of: maker).compactMap { $0.takeNeglect() }
    state.withLock { state in
      state.unseen += (state.xcTests.popLast()?.neglects ?? []) + neglects
    }
    FirstAdvances.end(maker)
  }

  /// Whether a class of tests is being set up or torn down: XCTest may drop what is reported then.
  package static var isAroundTests: Bool { runningXCClass != nil }

  /// The class of a test of XCTest.
  static func xcClass(around maker: Maker) -> Maker? {
    guard case .xcTest = maker else { return nil }
    return state.withLock { state in
      guard let index = state.xcTests.lastIndex(where: { $0.maker == maker }), index > 0,
        case .xcClass = state.xcTests[index - 1].maker
      else { return nil }
      return state.xcTests[index - 1].maker
    }
  }

  /// The name of a class of tests that runs.
  static func className(of maker: Maker) -> String? {
    guard case .xcClass = maker else { return nil }
    return state.withLock { $0.xcTests.last { $0.maker == maker }?.className }
  }
}
