import Streams

/// Keeps a repeating action of a timeline going for as long as it lives.
final class Repetition: Cancellable, Sendable {
  private let token: Timeline.Token

  init(_ token: Timeline.Token) { self.token = token }

  deinit { token.cancel() }

  func cancel() { token.cancel() }
}
