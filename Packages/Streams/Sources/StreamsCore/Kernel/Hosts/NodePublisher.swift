/// A publisher of an operator that does not depend on the type of its subscriber. It implements `_attach(node:)`.
@usableFromInline protocol NodePublisher: OwnPublisher {}

extension NodePublisher {
  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    _attach(node: subscriber._erased())
  }
}
