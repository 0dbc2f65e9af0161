/// A namespace for subscribers, demand and completions.
public enum Subscribers {}

/// A receiver of values.
///
/// It first receives one subscription, then values, one at a time and never more than it has requested in total, then
/// at most one completion.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  /// The type of the values.
  associatedtype Input
  /// The type of the error, or `Never` if the upstream cannot fail.
  associatedtype Failure: Error

  /// Receives the subscription, with which the subscriber requests values and cancels.
  func receive(subscription: any Subscription)

  /// Receives a value, and returns how many more values to request.
  func receive(_ input: Input) -> Subscribers.Demand

  /// Receives the end of the stream.
  func receive(completion: Subscribers.Completion<Failure>)

  /// How many operators are merged in this type, or -1 for a custom subscriber. Internal to this project: do not
  /// implement it.
  static var _weight: Int { get }

  /// Whether the subscriber requests unlimited values and never exposes its subscription. A publisher of at most one
  /// value then need not create one. Internal to Streams: do not implement it.
  var _takesAll: Bool { get }

  /// This subscriber with its type erased, for one subscription. Internal to Streams: do not implement it.
  func _erased() -> _ErasedSubscriber<Input, Failure>
}

extension Subscriber where Input == Void {
  /// Receives an event that carries no value.
  public func receive() -> Subscribers.Demand { receive(()) }
}

extension Subscriber {
  @_alwaysEmitIntoClient @inline(__always) public static var _weight: Int { -1 }
  @_alwaysEmitIntoClient @inline(__always) public var _takesAll: Bool { false }
  @_alwaysEmitIntoClient @inline(__always) public func _erased() -> _ErasedSubscriber<Input, Failure> {
    Self.isCustom ? SubscriberEdge(self) : BoxedSubscriber(self)
  }

  /// Whether this is a custom subscriber, which may keep its subscription after the end.
  @_alwaysEmitIntoClient @inline(__always) static var isCustom: Bool { _weight < 0 }
}
