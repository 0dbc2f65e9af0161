import IssueReporting

/// Who uses a timeline, as far as that tells one test from another: a task or, without tasks, a thread.
enum Maker: Hashable {
  /// The task's identity, which may come again when the task is gone, and the test's of Swift Testing.
  case task(Int, test: Int?)
  case thread(ThreadID)

  /// The running task, or else the thread.
  static var current: Maker { currentTask ?? .thread(.current) }

  /// The running task.
  static var currentTask: Maker? {
    guard let task = withUnsafeCurrentTask(body: { $0?.hashValue }) else { return nil }
    guard case .swiftTesting(let testing?) = TestContext.current else { return .task(task, test: nil) }
    return .task(task, test: testing.test.id.hashValue)
  }

  /// Whether it is not taken for another test, but at most for another case of the same.
  var isOneTest: Bool {
    if case .task(_, test: .some) = self { true } else { false }
  }
}
