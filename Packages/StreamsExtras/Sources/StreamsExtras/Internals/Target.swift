/// A type-erased subscriber.
///
/// Its functions call stored closures. The compiler specialises those where the target is created, which it would not do
/// for overrides in a generic class.
@usableFromInline class Target<Value, Failure: Error> {
  @usableFromInline final let onValue: (Target, Value) -> Subscribers.Demand

  @inlinable init(onValue: @escaping (Target, Value) -> Subscribers.Demand) { self.onValue = onValue }

  @inlinable @inline(__always) final func receive(_ value: Value) -> Subscribers.Demand { onValue(self, value) }
  @usableFromInline func receive(subscription: any Subscription) {}
  @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {}
}

@usableFromInline final class TargetOf<S: Subscriber>: Target<S.Input, S.Failure> {
  @usableFromInline let subscriber: S
  // Receive the target itself: a closure that must keep the type of the subscriber takes an allocation in debug builds.
  @usableFromInline let onSubscription: (TargetOf, any Subscription) -> Void
  @usableFromInline let onEnd: (TargetOf, Subscribers.Completion<S.Failure>) -> Void

  @inlinable init(_ subscriber: S) {
    self.subscriber = subscriber
    onSubscription = { $0.subscriber.receive(subscription: $1) }
    onEnd = { $0.subscriber.receive(completion: $1) }
    super.init(onValue: { _unsafeUncheckedDowncast($0, to: TargetOf.self).subscriber.receive($1) })
  }

  @usableFromInline override func receive(subscription: any Subscription) { onSubscription(self, subscription) }
  @usableFromInline override func receive(completion: Subscribers.Completion<S.Failure>) { onEnd(self, completion) }
}
