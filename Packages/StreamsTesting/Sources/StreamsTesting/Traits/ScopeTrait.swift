import Testing

/// A trait that runs a test, or each test of a suite, in a scope of the test kit. See `Trait.leakCheck`,
/// `Trait.marbleFrame` and `Trait.waitTimeout`.
public struct ScopeTrait: TestTrait, SuiteTrait, TestScoping {
  let scope: @Sendable (@concurrent @Sendable () async throws -> Void) async throws -> Void

  /// Always true: the trait applies to all tests of a suite, and of nested suites.
  public var isRecursive: Bool { true }

  /// Runs the test in the scope. Swift Testing calls this.
  @concurrent public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await scope(function)
  }
}

extension Trait where Self == ScopeTrait {
  /// Fails the test, at this line, if a recording, a subscription to a test publisher, a timer or a sleep outlives it,
  /// like `withLeakCheck`. Timers and sleeps are checked on the timelines that the test creates or uses, and on the
  /// current timeline if an earlier trait such as `.virtualTime` has created one.
  ///
  /// ```swift
  /// import StreamsTesting
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

  /// Sets the length of a frame in the test's marble strings, like `MarbleFrame.$duration.withValue`. A call can pass
  /// its own length. The innermost setting wins.
  ///
  /// ```swift
  /// import StreamsTesting
  /// import Testing
  ///
  /// @Test(.marbleFrame(.seconds(1))) func ticks() {
  ///   let scheduler = VirtualTimeScheduler()
  ///   let source = scheduler.cold("-a-b|")
  ///   scheduler.expect(source.delay(for: .seconds(2), scheduler: scheduler), toEqual: "---a-b|")
  /// }
  /// ```
  ///
  /// - Parameter duration: The length, above zero.
  public static func marbleFrame(_ duration: Duration) -> Self {
    ScopeTrait { test in try await MarbleFrame.$duration.withValue(duration) { try await test() } }
  }

  /// Sets the time limit of the test's waits in real time, like `WaitTimeout.$duration.withValue`. A call can pass its own limit.
  /// The innermost setting wins.
  ///
  /// ```swift
  /// import StreamsTesting
  /// import Testing
  ///
  /// @Test(.waitTimeout(.seconds(20))) func loads() async throws {
  ///   #expect(try await Just("page").waitForFirstOutput() == "page")
  /// }
  /// ```
  ///
  /// - Parameter duration: The time limit, not negative.
  public static func waitTimeout(_ duration: Duration) -> Self {
    ScopeTrait { test in try await WaitTimeout.$duration.withValue(duration) { try await test() } }
  }
}
