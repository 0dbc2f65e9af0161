/// Creates a publisher for each subscriber, at its subscription.
@frozen public struct Deferred<DeferredPublisher: Publisher>: Publisher {
  public typealias Output = DeferredPublisher.Output
  public typealias Failure = DeferredPublisher.Failure

  /// Makes the publisher; called once for each subscriber.
  public let createPublisher: () -> DeferredPublisher

  /// A publisher that hands each subscriber on to one that `createPublisher` makes for it.
  @inlinable public init(createPublisher: @escaping () -> DeferredPublisher) { self.createPublisher = createPublisher }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    createPublisher().receive(subscriber: subscriber)
  }
}
