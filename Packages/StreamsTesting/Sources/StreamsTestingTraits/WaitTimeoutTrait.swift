import StreamsTesting
import Testing

/// Sets the time limit of the waits of a test, or of every test of a suite: see `Trait.waitTimeout`.
public struct WaitTimeoutTrait: TestTrait, SuiteTrait, TestScoping {
  private let duration: Duration

  init(_ duration: Duration) { self.duration = duration }

  /// Applies to the tests of a suite, and of the suites inside it.
  public var isRecursive: Bool { true }

  /// Runs the test with this time limit. Swift Testing calls this.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await WaitTimeout.with(duration) { try await function() }
  }
}

extension Trait where Self == WaitTimeoutTrait {
  /// Sets the time limit of the test's waits, unless a call passes its own, as `WaitTimeout.with` does. The innermost
  /// setting wins.
  ///
  /// ```swift
  /// import StreamsTestingTraits
  /// import Testing
  ///
  /// @Test(.waitTimeout(.seconds(20))) func loads() async throws {
  ///   #expect(try await Just("page").waitForFirstOutput() == "page")
  /// }
  /// ```
  ///
  /// - Parameter duration: The time limit, not negative.
  public static func waitTimeout(_ duration: Duration) -> Self { WaitTimeoutTrait(duration) }
}
