/// A publisher with its type erased. Its functions are stored, for the same reason as those of `_ErasedSubscriber`.
@usableFromInline class ErasedPublisher<Output, Failure: Error> {
  /// Attaches an erased subscriber.
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

/// Holds the publisher, and creates the functions where its type is known.
@usableFromInline final class ErasedPublisherBox<P: Publisher>: ErasedPublisher<P.Output, P.Failure> {
  @usableFromInline let publisher: P

  @inlinable init(_ publisher: P) {
    self.publisher = publisher
    super.init(
      start: { _unsafeUncheckedDowncast($0, to: ErasedPublisherBox<P>.self).publisher.attach(node: $1) },
      single: { _unsafeUncheckedDowncast($0, to: ErasedPublisherBox<P>.self).publisher._single })
  }
}
