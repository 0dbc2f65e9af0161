/// Passes on to a subject what it receives, until it is over.
///
/// It is also the subscription that the subject receives. It does not keep the subject alive: so a subject that keeps the
/// subscriptions that it was given does not keep itself.
@usableFromInline
final class SubjectSubscriber<S: Subject>: _OperatorSubscriber<S.Output, S.Failure>, Subscription, SubjectUpstream {
  @usableFromInline weak let subject: S?

  @inlinable init(_ subject: S) {
    self.subject = subject
    super.init(
      onSubscription: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        if me.accept($1) { me.subject?.send(subscription: me) }
      },
      onValue: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        if me.isLive { me.subject?.send($1) }
        return .none
      },
      onCompletion: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        if me.isLive, me.finish() { me.subject?.send(completion: $1) }
      })
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) { relay(demand) }
  @usableFromInline func cancel() { _ = finishAndCancel() }
  @usableFromInline var _isForeign: Bool { false }
  var hasEnded: Bool { isOver }

  override var description: String { "Subject" }
  override var customMirror: Mirror {
    let subject = (isOver ? nil : subject) as Any
    return Mirror(
      self,
      children: ["downstreamSubject": subject, "upstreamSubscription": currentUpstream as Any, "subject": subject],
      ancestorRepresentation: .suppressed)
  }
}

/// An upstream's subscription, as a subject keeps it.
protocol SubjectUpstream {
  var hasEnded: Bool { get }
}
