/// An operator that is the subscription of its downstream, or an ``AutoconnectSubscription``. Most operators hold the
/// downstream, and the user's closures, until they are deinitialised (not a ``ScheduledDelivery``). A custom subscriber
/// therefore never holds one itself; see ``SubscriberEdge``.
@usableFromInline protocol HostSubscription: AnyObject, Subscription, CustomStringConvertible, CustomReflectable {
  /// The labels of the mirror's children.
  var labels: [StaticString] { get }
  /// Prints requests and cancellations after the end, for `print`.
  var printer: Printer? { get }
}

extension Subscription {
  /// The operator that is this subscription. Casts to a class, because a cast to a protocol takes a microsecond.
  var asHost: (any HostSubscription)? { (_object as? _Node)?.asHost }
}

extension HostSubscription {
  @usableFromInline var labels: [StaticString] { [] }
  @usableFromInline var printer: Printer? { nil }

  /// A mirror that shows `values` under the labels.
  @usableFromInline func mirror(_ values: [Any]) -> Mirror {
    Mirror(self, children: labelled(labels, values), ancestorRepresentation: .suppressed)
  }
}
