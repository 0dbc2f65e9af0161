/// Passes on to a subject what it receives, until it is over.
final class SubjectSubscriber<S: Subject>: Subscriber, Subscription, CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible
{
  typealias Input = S.Output
  typealias Failure = S.Failure

  private struct State {
    var subject: S?
    var upstream: (any Subscription)?
  }
  private let state: Locked<State>

  init(_ subject: S) { state = Locked(State(subject: subject, upstream: nil)) }

  func receive(subscription: any Subscription) {
    let subject: S? = state.withLock {
      guard let subject = $0.subject, $0.upstream == nil else { return nil }
      $0.upstream = subscription
      return subject
    }
    if let subject { subject.send(subscription: self) } else { subscription.cancel() }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    let subject = state.withLock { $0.upstream == nil ? nil : $0.subject }
    subject?.send(input)
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    guard state.withLock({ $0.upstream != nil }) else { return }
    take().subject?.send(completion: completion)
  }

  func request(_ demand: Subscribers.Demand) {
    let upstream = state.withLock { $0.upstream }
    upstream?.request(demand)
  }

  func cancel() { take().upstream?.cancel() }

  /// Ends it, and hands out what it held.
  private func take() -> State {
    state.withLock { state in
      defer { state = State(subject: nil, upstream: nil) }
      return state
    }
  }

  var description: String { "Subject" }
  var customMirror: Mirror {
    let now = state.withLock { $0 }
    return Mirror(
      self,
      children: [
        "downstreamSubject": now.subject as Any, "upstreamSubscription": now.upstream as Any,
        "subject": now.subject as Any,
      ])
  }
  var playgroundDescription: Any { description }
}
