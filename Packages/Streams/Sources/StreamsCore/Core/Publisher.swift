/// A namespace for the publishers that operators return.
public enum Publishers {}

/// A source of values over time that ends at most once, by finishing or with an error.
///
/// A subscriber that is attached receives one subscription, then at most as many values as it requests, one at a
/// time, then at most one completion.
public protocol Publisher<Output, Failure> {
  /// The type of its values.
  associatedtype Output
  /// The type of the error it may end with; `Never` if it cannot fail.
  associatedtype Failure: Error

  /// Attaches a subscriber. Users call `subscribe(_:)` rather than this function.
  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure

  /// The value of a publisher that has just one, so that `flatMap` need not subscribe to it. Has a default; not to be
  /// implemented elsewhere.
  var _single: Output? { get }
}

extension Publisher {
  @inlinable @inline(__always) public var _single: Output? { nil }
}

extension Publisher {
  /// Attaches a subscriber, which then receives its subscription.
  @inlinable @inline(__always)
  public func subscribe<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
    receive(subscriber: subscriber)
  }
}
