/// An operator that is the subscription of its downstream. It holds the downstream, and the user's closures, until it is
/// deinitialised. A custom subscriber therefore never holds it itself; see ``ForeignSubscriber``.
@usableFromInline protocol HostSubscription: AnyObject, Subscription, CustomStringConvertible, CustomReflectable {
  /// The labels of the mirror's children.
  var labels: [StaticString] { get }
  /// Prints requests and cancellations after the end, for `print`.
  var printer: Printer? { get }
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
