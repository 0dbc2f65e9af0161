import Streams

/// A repeating action of a timeline, cancelled when this object is deinitialised. Cheaper than an `AnyCancellable`.
final class Repetition: Cancellable, Sendable {
  private let token: Timeline.Token

  init(_ token: Timeline.Token) { self.token = token }

  deinit { token.cancel() }

  func cancel() { token.cancel() }
}
