/// An operator that is the subscription of its downstream, or an ``AutoconnectSubscription``. An operator holds the
/// downstream, and the user's closures, until it is deinitialised. A custom subscriber therefore never holds it itself;
/// see ``ForeignSubscriber``.
@usableFromInline protocol HostSubscription: AnyObject, Subscription, CustomStringConvertible, CustomReflectable {
  /// The labels of the mirror's children.
  var labels: [StaticString] { get }
  /// Prints requests and cancellations after the end, for `print`.
  var printer: Printer? { get }
}

extension Subscription {
  /// The operator that is this subscription. Casts to classes, because a cast to a protocol takes a microsecond.
  var asHost: (any HostSubscription)? {
    let object = _object
    if let node = object as? _Node { return node.asHost }
    if let erased = object as? ErasedSubscription { return erased.asHost }
    return object as? AutoconnectSubscription
  }
}

extension HostSubscription {
  @usableFromInline var _isForeign: Bool { false }
  @usableFromInline var labels: [StaticString] { [] }
  @usableFromInline var printer: Printer? { nil }

  /// A mirror that shows `values` under the labels.
  @usableFromInline func mirror(_ values: [Any]) -> Mirror {
    Mirror(self, children: labelled(labels, values), ancestorRepresentation: .suppressed)
  }
}
