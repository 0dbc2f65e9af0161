extension Publisher where Failure == Never {
  /// Assigns each value to a `@Published` property: `publisher.assign(to: &$property)`.
  ///
  /// Requests unlimited values. The subscription lasts as long as the property's publisher: at least as long as the
  /// object, and longer if other code holds that publisher. It does not retain the object.
  public func assign(to published: inout Published<Output>.Publisher) {
    let node = AssignToPublished(published.subject)
    published.subject.add(node)
    _attach(node: node)
  }
}

/// A subscriber that assigns to a `@Published` property. The property's publisher holds it.
private final class AssignToPublished<Value>: OperatorSubscriber<Value, Never> {
  private weak var subject: PublishedSubject<Value>?

  init(_ subject: PublishedSubject<Value>) {
    self.subject = subject
    super.init {
      let me = _unsafeUncheckedDowncast($0, to: Self.self)
      if me.isLive() { me.subject?.send($1) }
      return .none
    }
  }

  override func receive(subscription: any Subscription) {
    if accept(subscription) { subscription.request(.unlimited) }
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    if finish() { subject?.remove(self) }
  }

  override var description: String { "PublishedSubscriber" }
}
