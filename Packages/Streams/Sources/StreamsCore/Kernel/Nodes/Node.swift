/// The base of the nodes and subscriptions of Streams, without their types. A cast to it is fast, where a cast to a protocol
/// takes a microsecond. Public because `_ErasedSubscriber` is.
public class _Node: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {
  @usableFromInline @_semantics("optimize.no.crossmodule") init() {}

  public var description: String { wrapped.map { String(describing: $0) } ?? "Node" }
  public var customMirror: Mirror {
    wrapped.map { Mirror(reflecting: $0) }
      ?? Mirror(self, children: EmptyCollection(), ancestorRepresentation: .suppressed)
  }
  public var playgroundDescription: Any {
    (wrapped as? any CustomPlaygroundDisplayConvertible)?.playgroundDescription ?? description
  }
  /// The subscriber or subscription that reflection shows instead of this one.
  var wrapped: Any? { nil }

  // As a subscription:

  /// Whether the publisher that has sent it releases its subscriber at the end.
  var isOwn: Bool { true }
  /// Whether it is an operator. Most of them hold their downstream and the user's closures until they are deinitialised; a
  /// ``ScheduledDelivery`` only until the end. A custom subscriber never holds one itself; see ``SubscriberEdge``.
  var isOperator: Bool { false }
  /// The labels of its mirror.
  var labels: [StaticString] { [] }
  /// Receives an operator's requests and cancellations after the end: `print` prints them, and `autoconnect()` counts.
  var late: (any Subscription)? { nil }
  /// Whether nothing follows, so that a subject need not keep it. False if that is not known.
  var hasEnded: Bool { false }
}

extension Subscription where Self: _Node {
  /// A mirror that shows `values` under the labels. Like all mirrors here, it shows nothing of the superclasses.
  func mirror(_ values: [Any]) -> Mirror {
    Mirror(self, children: labelled(labels, values), ancestorRepresentation: .suppressed)
  }
}

/// A subscriber whose type does not grow with the chain behind it. This makes long chains fast.
///
/// Generic code reached through an existential or an override is not specialised, and costs a hundred nanoseconds a
/// value. The function for values is therefore stored. It is specialised where the node is created, in the publisher's
/// `_attach(node:)`, which is compiled in the caller's module. Subscriptions and completions arrive once in a
/// stream. Their functions are overrides, which the caller's code need not specialise; ``BoxedSubscriber`` stores
/// specialised ones.
///
/// Public because a hidden requirement of ``Subscriber`` names it; not part of the API.
public class _ErasedSubscriber<Input, Failure: Error>: _Node, Subscriber {
  @usableFromInline typealias OnValue = (_ErasedSubscriber, Input) -> Subscribers.Demand

  @_alwaysEmitIntoClient final let onValue: OnValue

  /// Not serialised. Otherwise each subclass would contain it, as a function that no code can call.
  @usableFromInline @_semantics("optimize.no.crossmodule")
  init(onValue: consuming @escaping OnValue) { self.onValue = consume onValue }

  /// Overridden by each node.
  public func receive(subscription: any Subscription) {}
  @_alwaysEmitIntoClient @inline(__always)
  public final func receive(_ input: Input) -> Subscribers.Demand { onValue(self, input) }
  /// Overridden by each node.
  public func receive(completion: Subscribers.Completion<Failure>) {}
  @_alwaysEmitIntoClient @inline(__always) public static var _weight: Int { 0 }
  @_alwaysEmitIntoClient @inline(__always)
  public final func _erased() -> _ErasedSubscriber<Input, Failure> { self }

  /// Receives the gate before it, and cancels that if the stream is cancelled first, or lets its downstream do so.
  func hold(_ gate: Gate) {}

  /// True for a subscriber that requests unlimited values when it receives its subscription, and otherwise only cancels
  /// it.
  public var _takesAll: Bool { false }
  /// Whether a completion that arrives before a subscription ends it.
  var needsNoSubscription: Bool { _takesAll }
  public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
  override var isOperator: Bool { true }
}

/// A type of more merged stateless operators than this is erased, so at most three are merged. Five of them crash the
/// optimizer of Swift 6.3.1; because of the branch not taken in `attach`, it sees one more than are merged.
@_alwaysEmitIntoClient @inline(__always) var mergeLimit: Int { 2 }

extension Publisher {
  /// Attaches the subscriber of a stateless operator: merged with those behind it, or boxed.
  @_alwaysEmitIntoClient @inline(__always)
  func attach<S: Subscriber>(_ inner: S) where S.Input == Output, S.Failure == Failure {
    if S._weight > mergeLimit {
      receive(subscriber: inner._erased())
    } else {
      receive(subscriber: inner)
    }
  }
}
