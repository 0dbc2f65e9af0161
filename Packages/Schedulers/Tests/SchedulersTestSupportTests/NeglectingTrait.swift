import Testing

/// Around a test that must report that work waits on a timeline, while the one of the test itself is advanced.
struct NeglectingTrait: TestTrait, TestScoping {
  /// The name of the timeline on which work waits.
  let timeline: String

  func provideScope(
    for test: Test, testCase _: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withKnownIssue {
      try await function()
    } matching: {
      $0.neglects(timeline, for: test.name)
    }
  }
}

extension Trait where Self == NeglectingTrait {
  static func neglecting(_ timeline: String) -> Self { Self(timeline: timeline) }
}

extension Issue {
  /// Whether it says that work waits on `timeline` while `other` was advanced.
  func neglects(_ timeline: String, for other: String) -> Bool {
    let text = "Work waits on \(timeline), which nobody has advanced, but \(other), another timeline of this test, was."
    return comments.contains { $0.rawValue.contains(text) }
  }
}
