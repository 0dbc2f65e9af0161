extension Publisher where Failure == Never {
  /// The values as an asynchronous sequence.
  ///
  /// Each iterator subscribes when it is created, and requests one value at each call of `next`: what a publisher sends
  /// between the calls without waiting for demand is missed. Put a ``buffer(size:prefetch:whenFull:)`` in front to keep
  /// it. The sequence ends when the task is cancelled; the subscription then is too, as when the iterator goes.
  public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
}

/// The values of a publisher that cannot fail, as an asynchronous sequence; see `values` of a publisher.
public struct AsyncPublisher<P: Publisher>: AsyncSequence where P.Failure == Never {
  public typealias Element = P.Output
  public typealias Failure = Never

  /// Iterates over the values.
  public struct Iterator: AsyncIteratorProtocol {
    public typealias Element = P.Output

    private let pull = Pull<P.Output, Never>()

    init(_ publisher: P) { publisher.attach(node: pull.node) }

    /// The next value; nil when the publisher has finished or the task is cancelled.
    public nonisolated(nonsending) mutating func next() async -> P.Output? {
      await next(isolation: #isolation)
    }

    /// The next value, without leaving `actor`; nil when the publisher has finished or the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> P.Output? {
      await pull.node.next(isolation: actor).get()
    }
  }

  private let publisher: P

  /// The values of `publisher`.
  public init(_ publisher: P) { self.publisher = publisher }

  /// Subscribes to the publisher.
  public func makeAsyncIterator() -> Iterator { Iterator(publisher) }
}

extension AsyncPublisher: Sendable where P: Sendable {}
