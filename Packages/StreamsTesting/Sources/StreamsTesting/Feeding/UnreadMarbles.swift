@_spi(TestKit) import Schedulers

/// Whether a recording has subscribed to a test publisher whose marble string could not be read, also through operators.
final class UnreadMarbles: Sendable {
  /// That of the recording that now subscribes, is being fed, or whose task runs.
  @TaskLocal static var ofRecording: UnreadMarbles?

  private let first = Locked<(any Error)?>(nil)

  /// The error to throw for a failure of the recording. It has been reported, so the failure is not.
  var error: (any Error)? { first.withLock { $0 } }

  func note(_ error: any Error) { first.withLock { $0 = $0 ?? error } }
}
