extension Publisher {
  /// The values as an asynchronous sequence, which throws what the publisher fails with.
  ///
  /// Each iterator subscribes when it is created, and requests one value at each call of `next`: what a publisher sends
  /// between the calls without waiting for demand is missed. Put a ``buffer(size:prefetch:whenFull:)`` in front to keep
  /// it. The sequence ends when the task is cancelled; the subscription then is too, as when the iterator goes.
  public var values: AsyncThrowingPublisher<Self> { AsyncThrowingPublisher(self) }
}

/// The values of a publisher that may fail, as an asynchronous sequence; see `values` of a publisher.
public struct AsyncThrowingPublisher<P: Publisher>: AsyncSequence {
  public typealias Element = P.Output
  public typealias Failure = any Error

  /// Iterates over the values.
  public struct Iterator: AsyncIteratorProtocol {
    public typealias Element = P.Output

    private let pull = Pull<P.Output, P.Failure>()

    init(_ publisher: P) { publisher.attach(node: pull.node) }

    /// The next value; nil when the publisher has finished or the task is cancelled. Throws, once, what the publisher
    /// has failed with.
    public nonisolated(nonsending) mutating func next() async throws -> P.Output? {
      try await next(isolation: #isolation)
    }

    /// The next value, without leaving `actor`; nil when the publisher has finished or the task is cancelled. Throws,
    /// once, what the publisher has failed with.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> P.Output? {
      try await pull.node.next(isolation: actor).get()
    }
  }

  private let publisher: P

  /// The values of `publisher`.
  public init(_ publisher: P) { self.publisher = publisher }

  /// Subscribes to the publisher.
  public func makeAsyncIterator() -> Iterator { Iterator(publisher) }
}

extension AsyncThrowingPublisher: Sendable where P: Sendable {}
