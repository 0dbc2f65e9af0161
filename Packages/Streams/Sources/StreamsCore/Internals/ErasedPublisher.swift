/// A publisher whose type is hidden: with stored functions, for the same reason as `_ErasedSubscriber`.
@usableFromInline class ErasedPublisher<Output, Failure: Error> {
  /// Attaches any subscriber, as a node.
  @usableFromInline final let start: (ErasedPublisher, _ErasedSubscriber<Output, Failure>) -> Void
  /// See `Publisher._single`.
  @usableFromInline final let single: (ErasedPublisher) -> Output?

  @inlinable init(
    start: @escaping (ErasedPublisher, _ErasedSubscriber<Output, Failure>) -> Void,
    single: @escaping (ErasedPublisher) -> Output?
  ) {
    self.start = start
    self.single = single
  }
}

/// Holds the publisher, and makes the functions where its type is known.
@usableFromInline final class ErasedPublisherBox<P: Publisher>: ErasedPublisher<P.Output, P.Failure> {
  @usableFromInline let publisher: P

  @inlinable init(_ publisher: P) {
    self.publisher = publisher
    super.init(
      start: { _unsafeUncheckedDowncast($0, to: ErasedPublisherBox<P>.self).publisher.attach(node: $1) },
      single: { _unsafeUncheckedDowncast($0, to: ErasedPublisherBox<P>.self).publisher._single })
  }
}
