/// A subscription that delivers from `request`. Its functions are stored, for the same reason as those of
/// `_ErasedSubscriber`.
@usableFromInline
class ErasedSubscription: Subscription, CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible
{
  @usableFromInline final let onRequest: (ErasedSubscription, Subscribers.Demand) -> Void
  @usableFromInline final let onCancel: (ErasedSubscription) -> Void

  /// Not serialised. Otherwise each subclass would contain it, as a function that no code can call.
  @usableFromInline @_semantics("optimize.no.crossmodule")
  init(
    onRequest: @escaping (ErasedSubscription, Subscribers.Demand) -> Void,
    onCancel: @escaping (ErasedSubscription) -> Void
  ) {
    self.onRequest = onRequest
    self.onCancel = onCancel
  }

  @usableFromInline final func request(_ demand: Subscribers.Demand) { onRequest(self, demand) }
  @usableFromInline final func cancel() { onCancel(self) }
  @usableFromInline var _detachable: any Subscription { self }
  @usableFromInline final var _isForeign: Bool { false }
  @usableFromInline var _keepsSubscriber: Bool? { false }

  @usableFromInline var description: String { "ErasedSubscription" }
  @usableFromInline var customMirror: Mirror {
    Mirror(self, children: EmptyCollection(), ancestorRepresentation: .suppressed)
  }
  @usableFromInline final var playgroundDescription: Any { description }
}
