/// Forwards all events to a subject, until the end.
///
/// It is also the subscription that the subject receives. It does not keep the subject alive, so a subject that keeps
/// its subscriptions does not keep itself alive.
///
/// Reading a weak reference takes four locked instructions. For a subject of Streams, the values go to its core
/// instead, which is retained. The subject's deinit breaks that cycle by cancelling the upstreams.
@usableFromInline
final class SubjectSubscriber<S: Subject>: OperatorSubscriber<S.Output, S.Failure> {
  @usableFromInline weak let subject: S?
  /// Retained; nil for a custom subject.
  @_alwaysEmitIntoClient let core: Unmanaged<SubjectCore<S.Output, S.Failure>>?

  @_alwaysEmitIntoClient init(_ subject: S) {
    self.subject = subject
    let core =
      (subject as? PassthroughSubject<S.Output, S.Failure>)?.core
      ?? (subject as? CurrentValueSubject<S.Output, S.Failure>)?.core
    self.core = core.map { .passRetained($0) }
    super.init { node, value in
      let me = _unsafeUncheckedDowncast(node, to: Self.self)
      guard me.isLive() else { return .none }
      if let core = me.core { core._withUnsafeGuaranteedRef { $0.forward(value) } } else { me.sendToCustom(value) }
      return .none
    }
  }

  @_alwaysEmitIntoClient @inline(never) func sendToCustom(_ value: Input) { subject?.send(value) }

  override func receive(subscription: any Subscription) {
    if accept(subscription) { subject?.send(subscription: self) }
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    if isLive(), finish() { subject?.send(completion: completion) }
  }

  deinit { core?.release() }

  override var hasEnded: Bool { upstreamIsOver() }

  override var description: String { "Subject" }
  override var labels: [StaticString] { ["downstreamSubject", "upstreamSubscription", "subject"] }
  override var customMirror: Mirror {
    let subject = (upstreamIsOver() ? nil : subject) as Any
    return mirror([subject, currentUpstream as Any, subject])
  }
}
