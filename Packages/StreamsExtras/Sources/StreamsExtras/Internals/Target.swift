/// A type-erased subscriber.
///
/// Its functions are stored closures. The compiler specialises them where the target is created, which it would not do
/// for overrides in a generic class.
@usableFromInline class Target<Value, Failure: Error> {
  @usableFromInline final let onSubscription: (Target, any Subscription) -> Void
  @usableFromInline final let onValue: (Target, Value) -> Subscribers.Demand
  @usableFromInline final let onCompletion: (Target, Subscribers.Completion<Failure>) -> Void

  @inlinable init(
    onSubscription: @escaping (Target, any Subscription) -> Void,
    onValue: @escaping (Target, Value) -> Subscribers.Demand,
    onCompletion: @escaping (Target, Subscribers.Completion<Failure>) -> Void
  ) {
    self.onSubscription = onSubscription
    self.onValue = onValue
    self.onCompletion = onCompletion
  }

  @inlinable @inline(__always) final func receive(_ value: Value) -> Subscribers.Demand { onValue(self, value) }
}

@usableFromInline final class TargetOf<S: Subscriber>: Target<S.Input, S.Failure> {
  @usableFromInline let subscriber: S

  @inlinable init(_ subscriber: S) {
    self.subscriber = subscriber
    super.init(
      onSubscription: { _unsafeUncheckedDowncast($0, to: TargetOf.self).subscriber.receive(subscription: $1) },
      onValue: { _unsafeUncheckedDowncast($0, to: TargetOf.self).subscriber.receive($1) },
      onCompletion: { _unsafeUncheckedDowncast($0, to: TargetOf.self).subscriber.receive(completion: $1) })
  }
}
