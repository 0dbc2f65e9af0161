/// A subscriber whose type does not grow with the chain behind it. This makes long chains fast.
///
/// Generic code reached through an existential or an override is not specialised, and costs a hundred nanoseconds a
/// value. The function for values is therefore stored. It is specialised where the node is created, in the operator's
/// `receive(subscriber:)`, which is inlined into the caller's code. Subscriptions and completions arrive once in a
/// stream. Their functions are overrides, which the caller's code need not specialise.
///
/// Public because a hidden requirement of ``Subscriber`` names it; not part of the API.
open class _ErasedSubscriber<Input, Failure: Error>: Subscriber, CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible
{
  /// Some nodes cast their argument through `Unmanaged`, because a debug build counts references for another cast. In
  /// others, the optimizer would then not inline the function.
  @usableFromInline typealias OnValue = (_ErasedSubscriber, Input) -> Subscribers.Demand

  @usableFromInline final let onValue: OnValue

  /// Not serialised. Otherwise each subclass would contain it, as a function that no code can call.
  @usableFromInline @_semantics("optimize.no.crossmodule")
  init(onValue: consuming @escaping OnValue) { self.onValue = consume onValue }

  /// Overridden by each node.
  open func receive(subscription: any Subscription) {}
  @inlinable @inline(__always)
  public final func receive(_ input: Input) -> Subscribers.Demand { onValue(self, input) }
  /// Overridden by each node.
  open func receive(completion: Subscribers.Completion<Failure>) {}
  @inlinable @inline(__always) public static var _weight: Int { 0 }
  @inlinable @inline(__always)
  public final func _erased() -> _ErasedSubscriber<Input, Failure> { self }

  /// True for a subscriber that requests unlimited values when it receives its subscription, and otherwise only cancels
  /// it.
  open var _takesAll: Bool { false }
  open var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
  open var description: String { "Node" }
  open var customMirror: Mirror { Mirror(self, children: EmptyCollection(), ancestorRepresentation: .suppressed) }
  open var playgroundDescription: Any { description }
}

/// The number of stateless operators merged into one type before their subscriber is erased. Five of them crash the
/// optimizer of Swift 6.3.1; because of the branch not taken in `attach`, it sees one more than the limit. Without
/// optimisation, erasing costs more than an operator.
@inlinable @inline(__always) var mergeLimit: Int { _isDebugAssertConfiguration() ? 7 : 2 }

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
