/// A subscriber whose type does not grow with the chain behind it. This makes long chains fast.
///
/// Generic code reached through an existential or an override is not specialised, and costs a hundred nanoseconds a
/// value. The function for values is therefore stored. It is specialised where the node is created, in the operator's
/// `receive(subscriber:)`, which is inlined into the caller's code. Subscriptions and completions arrive once in a
/// stream. Their functions are overrides, which the caller's code need not specialise; ``BoxedSubscriber`` stores
/// specialised ones.
///
/// Public because a hidden requirement of ``Subscriber`` names it; not part of the API.
public class _ErasedSubscriber<Input, Failure: Error>: _Node, Subscriber {
  @usableFromInline typealias OnValue = (_ErasedSubscriber, Input) -> Subscribers.Demand

  @usableFromInline final let onValue: OnValue

  /// Not serialised. Otherwise each subclass would contain it, as a function that no code can call.
  @usableFromInline @_semantics("optimize.no.crossmodule")
  init(onValue: consuming @escaping OnValue) { self.onValue = consume onValue }

  /// Overridden by each node.
  public func receive(subscription: any Subscription) {}
  @inlinable @inline(__always)
  public final func receive(_ input: Input) -> Subscribers.Demand { onValue(self, input) }
  /// Overridden by each node.
  public func receive(completion: Subscribers.Completion<Failure>) {}
  @inlinable @inline(__always) public static var _weight: Int { 0 }
  @inlinable @inline(__always)
  public final func _erased() -> _ErasedSubscriber<Input, Failure> { self }

  /// True for a subscriber that requests unlimited values when it receives its subscription, and otherwise only cancels
  /// it.
  public var _takesAll: Bool { false }
  public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
  override var isHost: Bool { true }
}

/// A type of more merged stateless operators than this is erased, so at most three are merged. Five of them crash the
/// optimizer of Swift 6.3.1; because of the branch not taken in `attach`, it sees one more than are merged.
@inlinable @inline(__always) var mergeLimit: Int { 2 }

extension Publisher {
  /// Attaches the subscriber of a stateless operator: merged with those behind it, or boxed.
  @inlinable @inline(__always)
  func attach<S: Subscriber>(_ inner: S) where S.Input == Output, S.Failure == Failure {
    if S._weight > mergeLimit {
      receive(subscriber: inner._erased())
    } else {
      receive(subscriber: inner)
    }
  }
}
