/// The base of `debounce` and `throttle`: requests unlimited values, and delivers some of them later.
///
/// The demand of the downstream is used at delivery. A value that is due without demand is dropped.
@usableFromInline
class SamplingDelivery<Context: Scheduler, D: Subscriber>: ScheduledDelivery<D.Input, D>, HostSubscription {
  @usableFromInline typealias Time = Context.SchedulerTimeType

  @usableFromInline final let demand = DemandWord()
  @usableFromInline final let interval: Time.Stride
  @usableFromInline final let scheduler: Context

  @inlinable init(_ interval: Time.Stride, _ scheduler: Context, _ downstream: D, onValue: @escaping OnValue) {
    self.interval = interval
    self.scheduler = scheduler
    super.init(downstream, onValue: onValue)
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
