import StreamsTesting
import Testing

extension Trait where Self == ScopeTrait {
  /// Sets the time limit of the test's waits, like `WaitTimeout.$duration.withValue`. A call can pass its own limit.
  /// The innermost setting wins.
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
  public static func waitTimeout(_ duration: Duration) -> Self {
    ScopeTrait { test in try await WaitTimeout.$duration.withValue(duration) { try await test() } }
  }
}
