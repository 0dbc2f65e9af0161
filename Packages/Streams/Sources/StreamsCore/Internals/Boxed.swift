/// Any subscriber as a node. It shows itself as the subscriber that it holds.
@usableFromInline final class Boxed<S: Subscriber>: _Node<S.Input, S.Failure> {
  @usableFromInline let inner: S

  @inlinable init(_ inner: S) {
    self.inner = inner
    super.init(
      onSubscription: { cast($0, to: Boxed<S>.self).inner.take($1) },
      onValue: { cast($0, to: Boxed<S>.self).inner.receive($1) },
      onCompletion: { cast($0, to: Boxed<S>.self).inner.receive(completion: $1) })
  }

  override var combineIdentifier: CombineIdentifier { inner.combineIdentifier }
  override var description: String { String(describing: inner) }
  override var customMirror: Mirror { Mirror(reflecting: inner) }
  override var playgroundDescription: Any {
    (inner as? any CustomPlaygroundDisplayConvertible)?.playgroundDescription ?? description
  }
}
