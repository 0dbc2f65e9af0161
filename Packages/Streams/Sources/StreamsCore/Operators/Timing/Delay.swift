extension Publisher {
  /// Delivers each value and the completion, also a failure, `interval` after it arrives. The subscription is not
  /// delayed.
  ///
  /// Keeps the pending events, without a limit. When the subscriber cancels, they are dropped.
  ///
  /// - Parameters:
  ///   - interval: the delay. With 0 or less, events are delivered as soon as the scheduler runs.
  ///   - tolerance: how late a delivery may be; nil for the scheduler's minimum.
  ///   - scheduler: measures the time and delivers the events.
  ///   - options: options for each action.
  @_transparent @_alwaysEmitIntoClient public func delay<S: Scheduler>(
    for interval: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, scheduler: S,
    options: S.SchedulerOptions? = nil
  ) -> Publishers.Delay<Self, S> {
    Publishers.Delay(
      upstream: self, interval: interval, tolerance: tolerance ?? scheduler.minimumTolerance, scheduler: scheduler,
      options: options)
  }
}

extension Publishers {
  /// Delivers the upstream's values and completion after a delay.
  @frozen public struct Delay<Upstream: Publisher, Context: Scheduler>: OwnPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// The delay.
    @_alwaysEmitIntoClient public let interval: Context.SchedulerTimeType.Stride
    /// How late a delivery may be.
    @_alwaysEmitIntoClient public let tolerance: Context.SchedulerTimeType.Stride
    /// The scheduler that measures the time and delivers the values.
    @_alwaysEmitIntoClient public var scheduler: Context { held.value }
    @_alwaysEmitIntoClient let held: Held<Context>
    /// Options for each action.
    @_alwaysEmitIntoClient public let options: Context.SchedulerOptions?

    /// Creates the publisher that `delay(for:tolerance:scheduler:options:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(
      upstream: Upstream, interval: Context.SchedulerTimeType.Stride, tolerance: Context.SchedulerTimeType.Stride,
      scheduler: Context, options: Context.SchedulerOptions? = nil
    ) {
      self.upstream = upstream
      self.interval = interval
      self.tolerance = tolerance
      held = Held(scheduler)
      self.options = options
    }

    @_alwaysEmitIntoClient @inline(never) public func _attach(node downstream: _ErasedSubscriber<Output, Failure>) {
      upstream._attach(
        node: ScheduledOperator(scheduler, options, downstream, delay: interval, tolerance: tolerance))
    }
  }
}
