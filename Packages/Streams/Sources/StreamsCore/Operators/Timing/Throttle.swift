extension Publisher {
  /// Sends at most one value in each `interval`: the first immediately, each later one `interval` after the previous
  /// one.
  ///
  /// The scheduler makes all deliveries. The completion is sent after the waiting value, or immediately if there is
  /// none. Requests unlimited values, and drops a due value if there is no demand.
  ///
  /// - Parameters:
  ///   - interval: the least time between two values. With 0 or less, a value is sent as soon as the scheduler runs.
  ///   - scheduler: measures the time and delivers the values.
  ///   - latest: whether to send the newest value so far, or else the first one that arrived after the last delivery.
  @_transparent @_alwaysEmitIntoClient public func throttle<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, scheduler: S, latest: Bool
  ) -> Publishers.Throttle<Self, S> {
    Publishers.Throttle(upstream: self, interval: interval, scheduler: scheduler, latest: latest)
  }
}

extension Publishers {
  /// Sends at most one of the upstream's values in an interval.
  @frozen public struct Throttle<Upstream: Publisher, Context: Scheduler>: OwnPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// The least time between two values.
    @_alwaysEmitIntoClient public let interval: Context.SchedulerTimeType.Stride
    /// The scheduler that measures the time and delivers the values.
    @_alwaysEmitIntoClient public var scheduler: Context { held.value }
    @_alwaysEmitIntoClient let held: Held<Context>
    /// Whether the newest value is sent, or else the first.
    @_alwaysEmitIntoClient public let latest: Bool

    /// Creates the publisher that `throttle(for:scheduler:latest:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(
      upstream: Upstream, interval: Context.SchedulerTimeType.Stride, scheduler: Context, latest: Bool
    ) {
      self.upstream = upstream
      self.interval = interval
      held = Held(scheduler)
      self.latest = latest
    }

    @_alwaysEmitIntoClient @inline(never) public func _attach(node downstream: _ErasedSubscriber<Output, Failure>) {
      upstream._attach(node: ThrottleSubscriber(interval, scheduler, latest: latest, downstream))
    }
  }
}

@usableFromInline
final class ThrottleSubscriber<Context: Scheduler, Output, Failure: Error>: ScheduledDelivery<Output, Output, Failure> {
  @usableFromInline typealias Time = Context.SchedulerTimeType

  // Guarded by `lock`.

  /// Whether a delivery of the waiting value has been scheduled.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var isScheduled = false
  /// The waiting value.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var waiting: Output?
  /// The time of the last delivery.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var last: Time?

  @_alwaysEmitIntoClient let interval: Time.Stride
  @_alwaysEmitIntoClient let scheduler: Context
  @_alwaysEmitIntoClient let latest: Bool

  @_alwaysEmitIntoClient init(
    _ interval: Time.Stride, _ scheduler: Context, latest: Bool, _ downstream: _ErasedSubscriber<Output, Failure>
  ) {
    self.interval = interval
    self.scheduler = scheduler
    self.latest = latest
    super.init(downstream, isSampling: true) {
      let me = _unsafeUncheckedDowncast($0, to: Self.self)
      if me.isLive() { me.handle($1) }
      return .none
    }
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    guard isLive(), finish() else { return }
    let end = Ending(completion)
    // It is sent with the waiting value, if there is one.
    let goesAlong = lock.withLock {
      ending = end
      return isScheduled
    }
    if !goesAlong { scheduleDelivery(on: scheduler, options: nil) }
    if isDownstreamOver { sweep() }
  }

  @_alwaysEmitIntoClient func handle(_ value: Output) {
    var value: Output? = value
    let (isNew, last) = lock.withLock {
      let isNew = !isScheduled
      if isNew || latest { swap(&value, &waiting) }
      isScheduled = true
      return (isNew, self.last)
    }
    if isNew {
      let now = scheduler.now
      // At most an interval from now, because the clock may have been set back.
      let next = last.map { min($0, now).advanced(by: interval) }
      schedule(on: scheduler, after: next.flatMap { $0 > now ? $0 : nil }, options: nil) { self.fire() }
    }
    if isDownstreamOver { stop() }
  }

  @_alwaysEmitIntoClient func fire() {
    var last: Time? = scheduler.now
    let count = lock.withLock {
      let count = (waiting == nil ? 0 : 1) + (ending.isSet ? 1 : 0)
      if let value = waiting { inbox.append(value) }
      waiting = nil
      isScheduled = false
      swap(&last, &self.last)
      return count
    }
    if count > 0 { deliver(count) }
  }

  @usableFromInline override func stop() {
    _ = lock.withLock { waiting.take() }
  }

  override var description: String { "Throttle" }
}
