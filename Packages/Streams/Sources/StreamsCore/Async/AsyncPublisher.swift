extension Publisher where Failure == Never {
  /// The values as an asynchronous sequence.
  ///
  /// Each iterator subscribes when it is created, and requests one value at each call of `next`. Values that a
  /// publisher sends between the calls without demand are missed; insert ``buffer(size:prefetch:whenFull:)`` to keep
  /// them. The sequence ends when the task is cancelled. The subscription is cancelled with the task, and when the
  /// iterator is released.
  @_alwaysEmitIntoClient public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
}

/// The values of a publisher that cannot fail, as an asynchronous sequence; see `Publisher.values`.
public struct AsyncPublisher<P: Publisher>: AsyncSequence where P.Failure == Never {
  public typealias Element = P.Output
  public typealias Failure = Never

  /// Iterates over the values.
  public struct Iterator: AsyncIteratorProtocol {
    public typealias Element = P.Output

    @_alwaysEmitIntoClient let subscriber = ValuesSubscriber<P.Output, Never>()
    /// Cancels the subscription when the last copy of the iterator is released.
    @_alwaysEmitIntoClient let cancellable: AnyCancellable

    @_alwaysEmitIntoClient init(_ publisher: P) {
      cancellable = AnyCancellable(subscriber)
      publisher._attach(node: subscriber)
    }

    /// Returns the next value, or nil if the publisher has finished or the task is cancelled.
    @inlinable public nonisolated(nonsending) mutating func next() async -> P.Output? {
      await next(isolation: #isolation)
    }

    /// Returns the next value, without leaving `actor`, or nil if the publisher has finished or the task is cancelled.
    @_alwaysEmitIntoClient public mutating func next(isolation actor: isolated (any Actor)?) async -> P.Output? {
      try? await subscriber.next(isolation: actor).get()
    }
  }

  @_alwaysEmitIntoClient let publisher: P

  /// Creates a sequence of the values of `publisher`.
  @_alwaysEmitIntoClient public init(_ publisher: P) { self.publisher = publisher }

  /// Subscribes to the publisher, and returns an iterator over its values.
  @_alwaysEmitIntoClient public func makeAsyncIterator() -> Iterator { Iterator(publisher) }
}
