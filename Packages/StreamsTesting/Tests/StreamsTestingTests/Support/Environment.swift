import StreamsTesting
import Testing

/// Writes no pages into the folder of the environment variable `STREAMS_FAILURE_PAGES`, whose paths would be in the
/// messages that these tests compare.
struct WithoutPages: TestTrait, SuiteTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await FailurePages.$folder.withValue(nil) { try await function() }
  }
}

extension Trait where Self == WithoutPages {
  static var withoutPages: Self { WithoutPages() }
}

/// The text of a limit of ten milliseconds in real time, which the environment variable `STREAMS_TIMEOUT_SCALE`
/// multiplies.
let tenMilliseconds = "\(Int(10 * WaitTimeout.scale)) ms"
