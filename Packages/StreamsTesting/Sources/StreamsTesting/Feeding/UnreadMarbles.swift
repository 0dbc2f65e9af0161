import Foundation

/// Whether a recording has subscribed to a test publisher whose marble string could not be read, also through operators.
///
/// Sendable because `lock` guards its mutable state.
final class UnreadMarbles: @unchecked Sendable {
  /// That of the recording that now subscribes, or whose task runs.
  @TaskLocal static var ofRecording: UnreadMarbles?

  private let lock = NSLock()
  private var firstError: (any Error)?

  /// The error to throw for a failure of the recording. It has been reported, so the failure is not.
  var error: (any Error)? { lock.withLock { firstError } }

  func note(_ error: any Error) { lock.withLock { firstError = firstError ?? error } }
}
