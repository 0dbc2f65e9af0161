import Streams

/// A publisher that notes how the subscribers look that are attached to it, and nothing else.
final class Portraitist<Output, Failure: Error>: Publisher {
  private let state = Guarded<[String]>([])
  var portraits: [String] { state.value }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let portrait = portrait(subscriber)
    state.with { $0.append(portrait) }
  }
}
