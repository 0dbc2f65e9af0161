/// Creates a publisher for each subscriber, at its subscription.
@frozen public struct Deferred<DeferredPublisher: Publisher>: Publisher {
  public typealias Output = DeferredPublisher.Output
  public typealias Failure = DeferredPublisher.Failure

  /// Makes the publisher; called once for each subscriber.
  public let createPublisher: () -> DeferredPublisher

  /// Calls `createPublisher` for each subscriber, and attaches the subscriber to its result.
  @inlinable public init(createPublisher: @escaping () -> DeferredPublisher) { self.createPublisher = createPublisher }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    createPublisher().receive(subscriber: subscriber)
  }
}
