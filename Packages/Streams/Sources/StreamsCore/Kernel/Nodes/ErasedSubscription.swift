/// The subscription of a source, or of an operator that subscribes by other nodes. Its function is stored, for the same reason as
/// that of `_ErasedSubscriber`.
@usableFromInline
class ErasedSubscription: _Node, Subscription {
  /// Requests the demand, or cancels if that is nil.
  final let onCall: (UnsafeMutableRawPointer, Subscribers.Demand?) -> Void

  /// Not serialised. Otherwise each subclass would contain it, as a function that no code can call.
  @usableFromInline @_semantics("optimize.no.crossmodule")
  init(onCall: consuming @escaping (UnsafeMutableRawPointer, Subscribers.Demand?) -> Void) {
    self.onCall = consume onCall
  }

  @usableFromInline final func request(_ demand: Subscribers.Demand) {
    onCall(Unmanaged.passUnretained(self).toOpaque(), demand)
  }
  @usableFromInline final func cancel() { onCall(Unmanaged.passUnretained(self).toOpaque(), nil) }
}
