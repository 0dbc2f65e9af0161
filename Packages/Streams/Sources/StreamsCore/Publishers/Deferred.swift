/// Creates a publisher for each subscriber, when it subscribes.
@frozen public struct Deferred<DeferredPublisher: Publisher>: Publisher {
  public typealias Output = DeferredPublisher.Output
  public typealias Failure = DeferredPublisher.Failure

  /// Creates the publisher. Called once for each subscriber.
  @_alwaysEmitIntoClient public let createPublisher: () -> DeferredPublisher

  /// Creates a publisher that calls `createPublisher` for each subscriber and attaches the subscriber to the result.
  @_transparent @_alwaysEmitIntoClient public init(createPublisher: @escaping () -> DeferredPublisher) {
    self.createPublisher = createPublisher
  }

  @_alwaysEmitIntoClient @inline(__always) public static var _traits: ((Self) -> Output?)?? {
    DeferredPublisher._isCustom ? nil : .some(nil)
  }

  @_alwaysEmitIntoClient @inline(never) public func receive(subscriber: some Subscriber<Output, Failure>) {
    createPublisher().receive(subscriber: subscriber)
  }

  @_alwaysEmitIntoClient public func _attach(node: _ErasedSubscriber<Output, Failure>) {
    createPublisher()._attach(node: node)
  }
}
