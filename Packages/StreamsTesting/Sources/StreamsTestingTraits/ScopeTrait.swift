import Testing

/// Runs a test, or every test of a suite, in a scope of the test kit: see `Trait.leakCheck`, `Trait.marbleFrame` and
/// `Trait.waitTimeout`.
public struct ScopeTrait: TestTrait, SuiteTrait, TestScoping {
  typealias Body = @Sendable () async throws -> Void

  let scope: @Sendable (Body) async throws -> Void

  /// Applies to the tests of a suite, and of the suites inside it.
  public var isRecursive: Bool { true }

  /// Runs the test in the scope. Swift Testing calls this.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await scope(function)
  }
}
