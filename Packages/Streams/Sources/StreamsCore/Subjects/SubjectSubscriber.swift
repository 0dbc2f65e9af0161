/// Passes on to a subject what it receives, until it is over.
///
/// The subject and whoever may cancel it know only its line, which forgets it at its end: so a subject that keeps the
/// subscriptions that it was given does not keep itself.
@usableFromInline final class SubjectSubscriber<S: Subject>: _Holder<S.Output, S.Failure>, SubjectFeed {
  @usableFromInline let subject: S
  @usableFromInline let line = SubjectLine()

  @inlinable init(_ subject: S) {
    self.subject = subject
    super.init(
      onSubscription: {
        let me = cast($0, to: Self.self)
        if me.accept($1) { me.subject.send(subscription: me.line) }
      },
      onValue: {
        let me = cast($0, to: Self.self)
        if me.isLive { me.subject.send($1) }
        return .none
      },
      onCompletion: {
        let me = cast($0, to: Self.self)
        guard me.isLive, me.finish() else { return }
        me.line.cut()
        me.subject.send(completion: $1)
      })
    line.lead(to: self)
  }

  @usableFromInline func ask(_ demand: Subscribers.Demand) { relay(demand) }
  @usableFromInline func stop() { _ = finishAndCancel() }

  override var description: String { "Subject" }
  override var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "downstreamSubject": (isOver ? nil : subject) as Any, "upstreamSubscription": currentUpstream as Any,
        "subject": (isOver ? nil : subject) as Any,
      ])
  }
}

/// What a ``SubjectLine`` leads to.
@usableFromInline protocol SubjectFeed: AnyObject, CustomReflectable {
  func ask(_ demand: Subscribers.Demand)
  func stop()
}

/// The subscription that a subject is given, and what is cancelled to end it.
@usableFromInline
final class SubjectLine: Subscription, CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible
{
  private let feed = Locked<(any SubjectFeed)?>(nil)

  @usableFromInline init() {}

  @usableFromInline func lead(to feed: any SubjectFeed) { self.feed.withLock { $0 = feed } }

  @discardableResult @usableFromInline func cut() -> (any SubjectFeed)? {
    feed.withLock { feed in
      let old = feed
      feed = nil
      return old
    }
  }

  var isCut: Bool { feed.withLock { $0 == nil } }

  @usableFromInline func request(_ demand: Subscribers.Demand) { feed.withLock { $0 }?.ask(demand) }
  @usableFromInline func cancel() { cut()?.stop() }

  @usableFromInline var description: String { "Subject" }
  @usableFromInline var customMirror: Mirror {
    feed.withLock { $0 }?.customMirror ?? Mirror(self, children: EmptyCollection())
  }
  @usableFromInline var playgroundDescription: Any { description }
}
