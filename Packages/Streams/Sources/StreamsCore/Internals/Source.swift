/// A subscription that delivers from `request`: with stored functions, for the same reason as `_Node`.
@usableFromInline
class Source: Subscription, CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible
{
  @usableFromInline final let onRequest: (Source, Subscribers.Demand) -> Void
  @usableFromInline final let onCancel: (Source) -> Void

  @inlinable init(
    onRequest: @escaping (Source, Subscribers.Demand) -> Void, onCancel: @escaping (Source) -> Void
  ) {
    self.onRequest = onRequest
    self.onCancel = onCancel
  }

  @usableFromInline final func request(_ demand: Subscribers.Demand) { onRequest(self, demand) }
  @usableFromInline final func cancel() { onCancel(self) }
  @usableFromInline var _line: any Subscription { self }
  @usableFromInline final var _isForeign: Bool { false }
  @usableFromInline var _keepsSubscriber: Bool? { false }

  @usableFromInline var description: String { "Source" }
  @usableFromInline var customMirror: Mirror {
    Mirror(self, children: EmptyCollection(), ancestorRepresentation: .suppressed)
  }
  @usableFromInline final var playgroundDescription: Any { description }
}
