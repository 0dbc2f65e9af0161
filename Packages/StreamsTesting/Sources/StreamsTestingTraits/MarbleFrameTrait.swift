import StreamsTesting
import Testing

/// Sets the length of a frame in the marble strings of a test, or of every test of a suite: see `Trait.marbleFrame`.
public struct MarbleFrameTrait: TestTrait, SuiteTrait, TestScoping {
  private let duration: Duration

  init(_ duration: Duration) { self.duration = duration }

  /// Applies to the tests of a suite, and of the suites inside it.
  public var isRecursive: Bool { true }

  /// Runs the test with frames of this length. Swift Testing calls this.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await MarbleFrame.with(duration) { try await function() }
  }
}

extension Trait where Self == MarbleFrameTrait {
  /// Sets the length of a frame in the test's marble strings, unless a call passes its own, as `MarbleFrame.with` does.
  /// The innermost setting wins.
  ///
  /// ```swift
  /// import StreamsTestingTraits
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
  public static func marbleFrame(_ duration: Duration) -> Self { MarbleFrameTrait(duration) }
}
