/// The base of `debounce` and `throttle`: requests unlimited values, and delivers some of them later.
///
/// The demand of the downstream is used at delivery. A value that is due without demand is dropped.
@usableFromInline
class SamplingDelivery<D: Subscriber>: ScheduledDelivery<D.Input, D>, Subscription {
  @usableFromInline final let demand = DemandWord()

  @inlinable override init(_ downstream: D, onValue: consuming @escaping OnValue) {
    super.init(downstream, onValue: consume onValue)
  }

  override final func receive(subscription: any Subscription) {
    guard accept(subscription) else { return }
    downstream?.receive(subscription: self)
    subscription.request(.unlimited)
  }

  @inlinable final func deliver(_ count: Int = 1) {
    deliver(count, unless: { !demand.takeOne() }, more: { _ = demand.add($0) })
  }

  /// Drops pending values. Overridden by each operator.
  @usableFromInline func dropWaiting() {}

  @usableFromInline final func request(_ demand: Subscribers.Demand) { _ = self.demand.add(demand) }

  @usableFromInline final func cancel() {
    close()
    dropWaiting()
  }

  @usableFromInline var labels: [StaticString] { [] }
}
