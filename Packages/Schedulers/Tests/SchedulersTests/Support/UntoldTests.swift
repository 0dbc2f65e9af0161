import Schedulers
import Testing

/// Lets tests run as where SchedulersTestSupport is not linked.
struct UntoldTests: TestTrait, SuiteTrait, TestScoping {
  func provideScope(
    for _: Test, testCase _: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await TestRuns.$areTold.withValue(false) { try await function() }
  }
}

extension Trait where Self == UntoldTests {
  static var untold: Self { Self() }
}
