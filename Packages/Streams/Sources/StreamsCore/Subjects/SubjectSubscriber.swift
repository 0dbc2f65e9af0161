/// Passes on to a subject what it receives, until it is over.
///
/// It is also the subscription that the subject receives. It does not keep the subject alive: so a subject that keeps the
/// subscriptions that it was given does not keep itself.
///
/// A weak reference is read by four locked instructions. So values go to the core of a subject of ours, which is kept: that
/// is a circle, which the subject's deinit cuts when it cancels its upstreams.
@usableFromInline
final class SubjectSubscriber<S: Subject>: _OperatorSubscriber<S.Output, S.Failure>, Subscription, SubjectUpstream {
  @usableFromInline weak let subject: S?
  /// Retained; nil for a subject that is not ours.
  @usableFromInline let core: Unmanaged<SubjectCore<S.Output, S.Failure>>?

  @inlinable init(_ subject: S) {
    self.subject = subject
    let core =
      (subject as? PassthroughSubject<S.Output, S.Failure>)?.broadcaster
      ?? (subject as? CurrentValueSubject<S.Output, S.Failure>)?.broadcaster
    self.core = core.map { .passRetained($0) }
    super.init {
      let me = _unsafeUncheckedDowncast($0, to: Self.self)
      if me.isLive { me.pass($1) }
      return .none
    }
  }

  override func receive(subscription: any Subscription) {
    if accept(subscription) { subject?.send(subscription: self) }
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    if isLive, finish() { subject?.send(completion: completion) }
  }

  deinit { core?.release() }

  @inlinable @inline(__always) func pass(_ value: S.Output) {
    if let core { core._withUnsafeGuaranteedRef { _ = $0.send(value) } } else { subject?.send(value) }
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
