/// A subscriber that hides the type of another one.
@frozen
public struct AnySubscriber<Input, Failure: Error>: Subscriber, CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible
{
  @_alwaysEmitIntoClient let node: _ErasedSubscriber<Input, Failure>
  /// Whether the hidden subscriber is a custom one. Each of its subscriptions then has a node of its own, because it may
  /// cancel and subscribe again while another thread delivers.
  @_alwaysEmitIntoClient let isCustom: Bool

  /// Creates a subscriber that hides the type of `s`.
  @_alwaysEmitIntoClient public init<S: Subscriber>(_ s: S) where Input == S.Input, Failure == S.Failure {
    node = S.isCustom ? BoxedSubscriber(s) : s._erased()
    isCustom = S.isCustom
  }

  /// Creates a subscriber that forwards everything to `s`, which also requests the values. Does not keep `s` alive.
  @_alwaysEmitIntoClient public init(_ s: some Subject<Input, Failure>) {
    node = PublisherEdge(SubjectSubscriber(s))
    isCustom = false
  }

  /// Creates a subscriber from closures. A missing closure does nothing and requests nothing.
  @_alwaysEmitIntoClient public init(
    receiveSubscription: ((any Subscription) -> Void)? = nil,
    receiveValue: ((Input) -> Subscribers.Demand)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil
  ) {
    node = ClosureSubscriber(receiveSubscription, receiveValue, receiveCompletion)
    isCustom = true
  }

  @_alwaysEmitIntoClient public func receive(subscription: any Subscription) {
    node.receive(subscription: subscription)
  }
  @_alwaysEmitIntoClient public func receive(_ value: Input) -> Subscribers.Demand { node.receive(value) }
  @_alwaysEmitIntoClient public func receive(completion: Subscribers.Completion<Failure>) {
    node.receive(completion: completion)
  }
  @_alwaysEmitIntoClient public func _erased() -> _ErasedSubscriber<Input, Failure> {
    isCustom ? SubscriberEdge(node) : node
  }

  /// The identifier of the hidden subscriber.
  public var combineIdentifier: CombineIdentifier { node.combineIdentifier }
  public var description: String { node.description }
  public var customMirror: Mirror { node.customMirror }
  public var playgroundDescription: Any { node.playgroundDescription }
}

/// The three closures of an ``AnySubscriber``.
@usableFromInline final class ClosureSubscriber<Input, Failure: Error>: _ErasedSubscriber<Input, Failure> {
  @_alwaysEmitIntoClient let onSubscription: ((any Subscription) -> Void)?
  @_alwaysEmitIntoClient let onCompletion: ((Subscribers.Completion<Failure>) -> Void)?

  @_alwaysEmitIntoClient init(
    _ onSubscription: ((any Subscription) -> Void)?, _ onOutput: ((Input) -> Subscribers.Demand)?,
    _ onCompletion: ((Subscribers.Completion<Failure>) -> Void)?
  ) {
    self.onSubscription = onSubscription
    self.onCompletion = onCompletion
    super.init { onOutput?($1) ?? .none }
  }

  override func receive(subscription: any Subscription) { onSubscription?(subscription) }
  override func receive(completion: Subscribers.Completion<Failure>) { onCompletion?(completion) }
  override var description: String { "Anonymous AnySubscriber" }
}
