/// A namespace for subscribers and what they exchange with publishers.
public enum Subscribers {}

/// A receiver of values.
///
/// It gets one subscription, first; then values, never more than it has requested in total and never two at once;
/// then at most one completion.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  /// The type of values it takes.
  associatedtype Input
  /// The type of error it takes; `Never` if it takes none.
  associatedtype Failure: Error

  /// Receives the subscription, through which it requests values.
  func receive(subscription: any Subscription)

  /// Receives a value, and returns how many more it requests.
  func receive(_ input: Input) -> Subscribers.Demand

  /// Receives the end of the stream.
  func receive(completion: Subscribers.Completion<Failure>)

  /// How many operators are merged in this type; see `_ErasedSubscriber`. Has a default; not to be implemented
  /// elsewhere.
  static var _weight: Int { get }

  /// Whether it may keep its subscription when it is over. Has a default; not to be implemented elsewhere.
  static var _isForeign: Bool { get }

  /// Whether it requests unlimited values and never exposes its subscription, so that a publisher of one value need not
  /// make one. Has a default; not to be implemented elsewhere.
  var _takesAll: Bool { get }

  /// This subscriber behind a type that does not depend on it. Has a default; not to be implemented elsewhere.
  func _erased() -> _ErasedSubscriber<Input, Failure>
}

extension Subscriber where Input == Void {
  /// Receives an event that carries no value.
  public func receive() -> Subscribers.Demand { receive(()) }
}

extension Subscriber {
  @inlinable @inline(__always) public static var _weight: Int { 0 }
  @inlinable @inline(__always) public static var _isForeign: Bool { true }
  @inlinable @inline(__always) public var _takesAll: Bool { false }
  @inlinable @inline(__always) public func _erased() -> _ErasedSubscriber<Input, Failure> { BoxedSubscriber(self) }
}
