/// A namespace for the publishers that operators return.
public enum Publishers {}

/// A source of values over time. It ends at most once, by finishing or with an error.
///
/// Each subscriber receives one subscription, then at most as many values as it requests, one at a time, then at most
/// one completion.
public protocol Publisher<Output, Failure> {
  /// The type of the values.
  associatedtype Output
  /// The type of the error, or `Never` if the publisher cannot fail.
  associatedtype Failure: Error

  /// Attaches a subscriber. Implement this method, but call `subscribe(_:)`.
  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure

  /// Attaches a subscriber that is an object, such as an operator or a sink. Its type is erased, because it would
  /// otherwise cause one more specialisation of everything upstream for each chain. Internal to Streams: do not
  /// implement it.
  func _attach(node: _ErasedSubscriber<Output, Failure>)

  /// Whether the publisher is a custom one, or forwards to one without a ``PublisherEdge``, and may keep its subscriber
  /// after the end. Internal to this project: do not implement it.
  static var _isCustom: Bool { get }

  /// Returns the value of a publisher that has exactly one, so that `flatMap` need not subscribe to it. Nil for a type
  /// whose publishers never have exactly one. Internal to Streams: do not implement it.
  static var _single: ((Self) -> Output?)? { get }
}

extension Publisher {
  @_alwaysEmitIntoClient @inline(__always)
  public func _attach(node: _ErasedSubscriber<Output, Failure>) {
    receive(subscriber: Self._isCustom ? PublisherEdge(node) : node)
  }

  @_alwaysEmitIntoClient @inline(__always) public static var _isCustom: Bool { true }

  @_alwaysEmitIntoClient @inline(__always) public static var _single: ((Self) -> Output?)? { nil }
}

/// A publisher of Streams, which releases its subscriber at the end. It implements `_attach(node:)`. Those of at most one value
/// implement `receive(subscriber:)` instead, because they need no node for some subscribers.
@usableFromInline protocol OwnPublisher: Publisher {}

extension OwnPublisher {
  @_alwaysEmitIntoClient @inline(__always) public static var _isCustom: Bool { false }

  @_alwaysEmitIntoClient @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    _attach(node: subscriber._erased())
  }
}

extension Publisher {
  /// Attaches `subscriber`, which then receives its subscription.
  @_alwaysEmitIntoClient @inline(__always)
  public func subscribe<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
    receive(subscriber: subscriber)
  }
}
