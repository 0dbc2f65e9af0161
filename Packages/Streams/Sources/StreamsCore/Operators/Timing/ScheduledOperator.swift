/// The operator of `receive(on:)` and `delay`: delivers each value and the completion with one action each.
@usableFromInline
final class ScheduledOperator<Context: Scheduler, Output, Failure: Error>: ScheduledDelivery<Output, Output, Failure> {
  /// How long after its arrival an event is delivered; nil for as soon as possible.
  @_alwaysEmitIntoClient let delay: Context.SchedulerTimeType.Stride?
  @_alwaysEmitIntoClient let tolerance: Context.SchedulerTimeType.Stride?
  @_alwaysEmitIntoClient let scheduler: Context
  @_alwaysEmitIntoClient let options: Context.SchedulerOptions?

  @_alwaysEmitIntoClient init(
    _ scheduler: Context, _ options: Context.SchedulerOptions?, _ downstream: _ErasedSubscriber<Output, Failure>,
    delay: Context.SchedulerTimeType.Stride? = nil, tolerance: Context.SchedulerTimeType.Stride? = nil
  ) {
    self.delay = delay
    self.tolerance = tolerance
    self.scheduler = scheduler
    self.options = options
    super.init(downstream) { node, value in
      Unmanaged<ScheduledOperator>.fromOpaque(Unmanaged.passUnretained(node).toOpaque())._withUnsafeGuaranteedRef {
        me in
        if me.isLive() {
          me.enqueue(value)
          me.schedule()
        }
        return .none
      }
    }
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    guard isLive(), finish() else { return }
    enqueue(completion)
    schedule()
  }

  @_alwaysEmitIntoClient @inline(__always) func schedule() {
    let date = delay.map { scheduler.now.advanced(by: $0) }
    scheduleDelivery(on: scheduler, after: date, tolerance: tolerance, options: options)
  }

  override var description: String { delay == nil ? "ReceiveOn" : "Delay" }
}
