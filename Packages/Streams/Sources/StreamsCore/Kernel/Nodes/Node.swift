/// The base of the nodes and subscriptions of Streams, without their types. A cast to it is fast, where a cast to a protocol
/// takes a microsecond. Public because `_ErasedSubscriber` is.
public class _Node: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {
  @usableFromInline @_semantics("optimize.no.crossmodule") init() {}

  public var description: String { "Node" }
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection(), ancestorRepresentation: .suppressed) }
  public var playgroundDescription: Any { description }

  // As a subscription:

  /// Whether the publisher that has sent it releases its subscriber at the end.
  var isOwn: Bool { true }
  /// Whether it is an operator, which holds its downstream and the user's closures until it is deinitialised (not a
  /// ``ScheduledDelivery``). A custom subscriber never holds one itself; see ``SubscriberEdge``.
  var isHost: Bool { false }
  /// The labels of a host's mirror.
  var labels: [StaticString] { [] }
  /// What requests and cancellations of a host go to after the end: `print` prints them, and `autoconnect()` counts.
  var late: (any Subscription)? { nil }
  /// Whether this is a subject's subscription to an upstream that has ended.
  var hasEnded: Bool { false }
}

extension Subscription where Self: _Node {
  /// A mirror that shows `values` under the labels.
  func mirror(_ values: [Any]) -> Mirror {
    Mirror(self, children: labelled(labels, values), ancestorRepresentation: .suppressed)
  }
}
