import Foundation

/// How long the waits of a scope take at most, unless they say so themselves.
public enum WaitTimeout {
  /// The time in seconds; 1 by default.
  @TaskLocal public static var seconds: TimeInterval = 1

  /// Runs `body` with another default, in seconds.
  public static func with<R>(seconds: TimeInterval, _ body: () throws -> R) rethrows -> R {
    try $seconds.withValue(seconds, operation: body)
  }

  /// Runs `body` with another default, in seconds.
  nonisolated(nonsending)
    public static func with<R>(seconds: TimeInterval, _ body: () async throws -> R) async rethrows -> R
  {
    try await $seconds.withValue(seconds, operation: body)
  }
}
