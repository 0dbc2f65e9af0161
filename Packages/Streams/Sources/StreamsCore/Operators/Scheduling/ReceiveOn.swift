extension Publisher {
  /// Delivers values and the completion on `scheduler`, each with a separate action.
  ///
  /// The order is kept and these deliveries never overlap, even if the scheduler runs actions on several threads.
  /// The subscription is not delayed: values requested in `receive(subscription:)` may arrive on another thread before
  /// that method has returned. When the subscriber cancels, pending events are dropped.
  ///
  /// - Parameters:
  ///   - scheduler: the scheduler that delivers.
  ///   - options: options for each action.
  @_transparent @_alwaysEmitIntoClient public func receive<S: Scheduler>(
    on scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.ReceiveOn<Self, S> {
    Publishers.ReceiveOn(upstream: self, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// Delivers the upstream's values and completion on a scheduler.
  @frozen public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: OwnPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// The scheduler that delivers.
    @_alwaysEmitIntoClient public var scheduler: Context { held.value }
    @_alwaysEmitIntoClient let held: Held<Context>
    /// Options for each action.
    @_alwaysEmitIntoClient public let options: Context.SchedulerOptions?

    /// Creates the publisher that `receive(on:options:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(
      upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?
    ) {
      self.upstream = upstream
      held = Held(scheduler)
      self.options = options
    }

    @_alwaysEmitIntoClient @inline(never) public func _attach(node downstream: _ErasedSubscriber<Output, Failure>) {
      upstream._attach(node: ScheduledOperator(scheduler, options, downstream))
    }
  }
}
