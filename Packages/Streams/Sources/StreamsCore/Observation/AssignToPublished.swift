extension Publisher where Failure == Never {
  /// Assigns each value to a `@Published` property: `publisher.assign(to: &$property)`.
  ///
  /// Requests unlimited values. The subscription lasts as long as the property's publisher: as long as the object, or
  /// longer if other code holds that publisher. It does not retain the object.
  public func assign(to published: inout Published<Output>.Publisher) {
    let node = AssignToPublished(published.subject)
    published.subject.add(node)
    attach(node: node)
  }
}

/// Assigns to a `@Published` property, whose publisher holds it.
final class AssignToPublished<Value>: _OperatorSubscriber<Value, Never>, Cancellable {
  private weak var subject: PublishedSubject<Value>?

  init(_ subject: PublishedSubject<Value>) {
    self.subject = subject
    super.init(
      onSubscription: { if _unsafeUncheckedDowncast($0, to: Self.self).accept($1) { $1.request(.unlimited) } },
      onValue: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        if me.isLive { me.subject?.send($1) }
        return .none
      },
      onCompletion: { node, _ in
        let me = _unsafeUncheckedDowncast(node, to: Self.self)
        if me.finish() { me.subject?.remove(me) }
      })
  }

  func cancel() { _ = finishAndCancel() }

  override var description: String { "PublishedSubscriber" }
}
