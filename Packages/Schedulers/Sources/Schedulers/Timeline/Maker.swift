import IssueReporting

/// Who uses a timeline, as far as that tells one test from another: the test itself or, where that is not known, a task or
/// a thread.
enum Maker: Hashable {
  /// A test of XCTest, by its number.
  case xcTest(Int)
  /// A class of tests of XCTest, by its number beside those of tests: before its first test, and after its last.
  case xcClass(Int)
  /// A case of a test of Swift Testing, by their identities.
  case swiftTest(Int, case: Int)
  /// The task's identity, which may come again when the task is gone, and the test's of Swift Testing.
  case task(Int, test: Int?)
  case thread(ThreadID)
  /// No test, or several.
  case nobody

  static var current: Maker {
    let known = currentTestOrTask
    if known?.isOneTest != true, let outer = TestRuns.runningXCClass { return outer }
    return known ?? .thread(.current)
  }

  /// The running test, or else the task.
  static var currentTestOrTask: Maker? {
    let test = runningSwiftTest
    if let test {
      if let number = TestRuns.swiftTestCase { return .swiftTest(test, case: number) }
    } else if let number = TestRuns.runningXCTest {
      return .xcTest(number)
    }
    return currentTask.map { .task($0, test: test) }
  }

  /// The identity of the running task.
  static var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }

  private static var runningSwiftTest: Int? {
    guard case .swiftTesting(let testing?) = TestContext.current else { return nil }
    return testing.test.id.hashValue
  }

  /// Whether it is a test, and never more than one, nor a case of one; or what all tests of a class share.
  var isTest: Bool {
    switch self {
    case .xcTest, .xcClass, .swiftTest: true
    case .task, .thread, .nobody: false
    }
  }

  /// Whether no test is known, although tests run that could be.
  var isUnknown: Bool {
    switch self {
    case .task(_, test: nil), .thread: TestRuns.areObserved
    case .task, .xcTest, .xcClass, .swiftTest, .nobody: false
    }
  }

  /// Whether it is not taken for another test, but at most for another case of the same.
  var isOneTest: Bool {
    if case .task(_, test: .some) = self { true } else { isTest }
  }
}
