import StreamsTesting
import Testing

extension Trait where Self == ScopeTrait {
  /// Fails the test, at this line, if a recording, a subscription to a test publisher, a timer or a sleep outlives it,
  /// like `withLeakCheck`. Timers and sleeps are checked on the timelines that the test creates or uses, and on the
  /// current timeline if an earlier trait such as `.virtualTime` has created one.
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
    ScopeTrait { test in
      try await withLeakCheck(fileID: fileID, filePath: filePath, line: line, column: column) { try await test() }
    }
  }
}
