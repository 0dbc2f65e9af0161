/// A subscriber without its type.
///
/// Closures, because the compiler specialises them where the box is created. Methods of a generic class, called
/// through a protocol or a superclass, are not specialised.
@usableFromInline final class AnySink<Value, Failure: Error> {
  @_alwaysEmitIntoClient let onSubscription: (any Subscription) -> Void
  @_alwaysEmitIntoClient let onValue: (Value) -> Subscribers.Demand
  @_alwaysEmitIntoClient let onCompletion: (Subscribers.Completion<Failure>) -> Void

  @_alwaysEmitIntoClient init(_ subscriber: some Subscriber<Value, Failure>) {
    onSubscription = { subscriber.receive(subscription: $0) }
    onValue = { subscriber.receive($0) }
    onCompletion = { subscriber.receive(completion: $0) }
  }

  /// The same, but calls `afterValue` after each value.
  @_alwaysEmitIntoClient init(_ sink: AnySink, afterValue: @escaping () -> Void) {
    onSubscription = sink.onSubscription
    onValue = { [onValue = sink.onValue] in
      defer { afterValue() }
      return onValue($0)
    }
    onCompletion = sink.onCompletion
  }
}
