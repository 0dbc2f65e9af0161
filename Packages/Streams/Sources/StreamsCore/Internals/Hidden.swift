/// A publisher whose type is hidden: with stored functions, for the same reason as `_Node`.
@usableFromInline class Hidden<Output, Failure: Error> {
  /// Attaches any subscriber, as a node.
  @usableFromInline final let start: (Hidden, _Node<Output, Failure>) -> Void
  /// See `Publisher._single`.
  @usableFromInline final let single: (Hidden) -> Output?

  @inlinable init(
    start: @escaping (Hidden, _Node<Output, Failure>) -> Void, single: @escaping (Hidden) -> Output?
  ) {
    self.start = start
    self.single = single
  }
}

/// Holds the publisher, and makes the functions where its type is known.
@usableFromInline final class Hiding<P: Publisher>: Hidden<P.Output, P.Failure> {
  @usableFromInline let publisher: P

  @inlinable init(_ publisher: P) {
    self.publisher = publisher
    super.init(
      start: { _unsafeUncheckedDowncast($0, to: Hiding<P>.self).publisher.attach(node: $1) },
      single: { _unsafeUncheckedDowncast($0, to: Hiding<P>.self).publisher._single })
  }
}
