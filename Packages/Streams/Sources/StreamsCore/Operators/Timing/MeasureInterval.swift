extension Publisher {
  /// Sends the time between each value and the previous one. For the first value, sends the time since the
  /// subscription.
  ///
  /// - Parameters:
  ///   - scheduler: measures the time. Only its `now` is used.
  ///   - options: not used.
  @_transparent @_alwaysEmitIntoClient public func measureInterval<S: Scheduler>(
    using scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.MeasureInterval<Self, S> {
    Publishers.MeasureInterval(upstream: self, scheduler: scheduler)
  }
}

extension Publishers {
  /// Sends the time between the upstream's values.
  @frozen public struct MeasureInterval<Upstream: Publisher, Context: Scheduler>: OwnPublisher {
    public typealias Output = Context.SchedulerTimeType.Stride
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// The scheduler that measures the time.
    @_alwaysEmitIntoClient public var scheduler: Context { held.value }
    @_alwaysEmitIntoClient let held: Held<Context>

    /// Creates the publisher that `measureInterval(using:options:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(upstream: Upstream, scheduler: Context) {
      self.upstream = upstream
      held = Held(scheduler)
    }

    @_alwaysEmitIntoClient @inline(never) public func _attach(node downstream: _ErasedSubscriber<Output, Failure>) {
      upstream._attach(node: MeasureIntervalSubscriber<Upstream.Output, _, _>(scheduler, downstream))
    }
  }
}

@usableFromInline
final class MeasureIntervalSubscriber<Input, Context: Scheduler, Failure: Error>: OperatorSubscriber<Input, Failure> {
  @usableFromInline typealias Downstream = _ErasedSubscriber<Context.SchedulerTimeType.Stride, Failure>

  @_alwaysEmitIntoClient let downstream: Downstream
  @_alwaysEmitIntoClient let scheduler: Context
  /// The time of the last value, or of the subscription; belongs to the delivery.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var last: Context.SchedulerTimeType?

  @_alwaysEmitIntoClient init(_ scheduler: Context, _ downstream: Downstream) {
    self.scheduler = scheduler
    self.downstream = downstream
    super.init { node, _ in
      let me = _unsafeUncheckedDowncast(node, to: Self.self)
      guard me.isLive(), let last = me.last else { return .none }
      let now = me.scheduler.now
      me.last = now
      // The scheduler may have ended the stream when asked for the time.
      if me.upstreamIsOver() { return .none }
      return me.downstream.receive(last.distance(to: now))
    }
  }

  override func receive(subscription: any Subscription) {
    guard accept(subscription) else { return }
    last = scheduler.now
    downstream.receive(subscription: self)
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    if isLive(), finish() { downstream.receive(completion: completion) }
  }

  override var description: String { "MeasureInterval" }
}
