import StreamsTesting
import Testing

/// Sets the time limit of the waits of a test, or of every test of a suite: see `Trait.waitTimeout`.
public struct WaitTimeoutTrait: TestTrait, SuiteTrait, TestScoping {
  private let duration: Duration

  init(_ duration: Duration) { self.duration = duration }

  /// Reaches the tests of a suite, and of the suites inside it.
  public var isRecursive: Bool { true }

  /// Runs the test with another default: for Swift Testing.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await WaitTimeout.with(duration) { try await function() }
  }
}

extension Trait where Self == WaitTimeoutTrait {
  /// Lets the waits of the test take so long at most, unless they say so themselves, as `WaitTimeout.with` does.
  /// The innermost counts.
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
  /// - Parameter duration: How long, not below zero.
  public static func waitTimeout(_ duration: Duration) -> Self { WaitTimeoutTrait(duration) }
}
