import StreamsTesting
import Testing

/// Attaches pages of failing expectations to the test: see `Trait.failurePages`.
public struct FailurePagesTrait: TestTrait, SuiteTrait, TestScoping {
  /// Reaches the tests of a suite, and of the suites inside it.
  public var isRecursive: Bool { true }

  /// Runs the test with a place for pages: for Swift Testing.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await FailurePages.$attach.withValue({ html, name in
      Attachment.record(html, named: name)
    }) { try await FailurePages.withPagesOfOrders { try await function() } }
  }
}

extension Trait where Self == FailurePagesTrait {
  /// Attaches a page to the test for each expectation of the kit that fails: a drawing of what came, beside what was
  /// expected, that can be stepped through. `swift test --attachments-path FOLDER` keeps attachments.
  ///
  /// ```swift
  /// import StreamsTestingTraits
  /// import Testing
  ///
  /// @Test(.failurePages) func doubles() {
  ///   let scheduler = VirtualTimeScheduler()
  ///   scheduler.expect(scheduler.cold("-1|", values: .digits).map { $0 * 2 }, toEqual: "-2|")
  /// }
  /// ```
  public static var failurePages: Self { FailurePagesTrait() }
}
