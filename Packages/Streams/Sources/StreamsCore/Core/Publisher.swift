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

  /// Nil for a custom publisher, and for one that forwards to it without a ``PublisherEdge``: it may keep its subscriber
  /// after the end. For a publisher of Streams, its ``_single``. One requirement, because a program contains each for a
  /// hundred types. Internal to this project: do not implement it.
  static var _traits: ((Self) -> Output?)?? { get }
}

extension Publisher {
  @_alwaysEmitIntoClient @inline(__always)
  public func _attach(node: _ErasedSubscriber<Output, Failure>) {
    receive(subscriber: Self._isCustom ? PublisherEdge(node) : node)
  }

  @_alwaysEmitIntoClient @inline(__always) public static var _traits: ((Self) -> Output?)?? { nil }

  /// Whether a publisher of this type may keep its subscriber after the end.
  @_alwaysEmitIntoClient @inline(__always) static var _isCustom: Bool { _traits == nil }

  /// Returns the value of a publisher that has exactly one, so that `flatMap` need not subscribe to it. Nil for a type
  /// whose publishers never have exactly one.
  @_alwaysEmitIntoClient @inline(__always) static var _single: ((Self) -> Output?)? { _traits ?? nil }
}

/// A publisher of Streams, which releases its subscriber at the end. It implements `_attach(node:)`. Those of at most one value
/// implement `receive(subscriber:)` instead, because they need no node for some subscribers.
@usableFromInline typealias OwnPublisher = Publisher & _OwnPublisher

/// Exists only while compiling: programs would otherwise contain a conformance of each publisher. Internal to this project.
@_marker public protocol _OwnPublisher {}

extension Publisher where Self: _OwnPublisher {
  @_alwaysEmitIntoClient @inline(__always) public static var _traits: ((Self) -> Output?)?? { .some(nil) }

  @_alwaysEmitIntoClient @inline(__always) public func receive(subscriber: some Subscriber<Output, Failure>) {
    _attach(node: subscriber._erased())
  }
}

extension Publisher {
  /// Attaches `subscriber`, which then receives its subscription.
  @_alwaysEmitIntoClient @inline(__always) public func subscribe(_ subscriber: some Subscriber<Output, Failure>) {
    receive(subscriber: subscriber)
  }
}
