/// Passes on to a subject what it receives, until it is over.
///
/// The subject and whoever may cancel it know only the way to it, which leads nowhere at its end: so a subject that keeps
/// the subscriptions that it was given does not keep itself.
@usableFromInline final class SubjectSubscriber<S: Subject>: _Holder<S.Output, S.Failure>, LineEnd {
  @usableFromInline let subject: S
  @usableFromInline let way = Line()

  @inlinable init(_ subject: S) {
    self.subject = subject
    super.init(
      onSubscription: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        if me.accept($1) { me.subject.send(subscription: me.way) }
      },
      onValue: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        if me.isLive { me.subject.send($1) }
        return .none
      },
      onCompletion: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        guard me.isLive, me.finish() else { return }
        me.way.cut()
        me.subject.send(completion: $1)
      })
    way.lead(to: self)
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) { relay(demand) }
  @usableFromInline func cancel() { _ = finishAndCancel() }

  override var description: String { "Subject" }
  @usableFromInline var labels: [StaticString] { ["downstreamSubject", "upstreamSubscription", "subject"] }
  override var customMirror: Mirror {
    let subject = (isOver ? nil : subject) as Any
    return mirror([subject, currentUpstream as Any, subject])
  }
}
