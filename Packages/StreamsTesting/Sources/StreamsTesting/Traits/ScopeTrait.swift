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
