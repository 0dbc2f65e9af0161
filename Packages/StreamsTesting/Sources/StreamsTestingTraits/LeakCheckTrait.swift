import StreamsTesting
import Testing

/// Fails a test, or every test of a suite, that leaks: see `Trait.leakCheck`.
public struct LeakCheckTrait: TestTrait, SuiteTrait, TestScoping {
  private let fileID: StaticString
  private let filePath: StaticString
  private let line: UInt
  private let column: UInt

  init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// Applies to the tests of a suite, and of the suites inside it.
  public var isRecursive: Bool { true }

  /// Runs the test in a leak check. Swift Testing calls this.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withLeakCheck(fileID: fileID, filePath: filePath, line: line, column: column) { try await function() }
  }
}

extension Trait where Self == LeakCheckTrait {
  /// Fails the test, at this line, if a recording, a subscription to a test publisher, a timer or a sleep outlives it,
  /// as with `withLeakCheck`. Timers and sleeps are checked on the timelines that the test creates or uses, and on the
  /// current timeline, if an earlier trait such as `.virtualTime` has created it.
  ///
  /// ```swift
  /// import StreamsTestingTraits
  /// import Testing
  ///
  /// @Test(.leakCheck()) func leavesNothingBehind() {
  ///   let scheduler = VirtualTimeScheduler()
  ///   scheduler.expect(scheduler.cold("-a|"), toEqual: "-a|")
  /// }
  /// ```
  public static func leakCheck(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self {
    LeakCheckTrait(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
