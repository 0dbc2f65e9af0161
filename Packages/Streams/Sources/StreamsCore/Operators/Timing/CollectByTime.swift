extension Publishers {
  /// The times at which ``Publisher/collect(_:options:)`` sends the collected values.
  public indirect enum TimeGroupingStrategy<Context: Scheduler> {
    /// Sends after each interval of the scheduler's time.
    case byTime(Context, Context.SchedulerTimeType.Stride)
    /// Sends after each interval, and whenever the given number of values has been collected.
    case byTimeOrCount(Context, Context.SchedulerTimeType.Stride, Int)
  }
}

extension Publisher {
  /// Collects values and sends them in arrays, by time or by time and count. Arrays are never empty.
  ///
  /// The scheduler makes all deliveries. When the upstream finishes, the collected values are sent first. When it
  /// fails, they are dropped. The intervals are a fixed grid that starts with the subscription; a full array does not
  /// restart it. With an interval of 0 or less, only the count and the end send arrays.
  ///
  /// By time alone, the operator requests unlimited values. With a count, it requests `count` values for each requested
  /// array. Without demand, due values stay collected.
  ///
  /// - Parameters:
  ///   - strategy: when to send. Subscribing traps if a count is not positive.
  ///   - options: options for each action.
  @_transparent @_alwaysEmitIntoClient public func collect<S: Scheduler>(
    _ strategy: Publishers.TimeGroupingStrategy<S>, options: S.SchedulerOptions? = nil
  ) -> Publishers.CollectByTime<Self, S> {
    Publishers.CollectByTime(upstream: self, strategy: strategy, options: options)
  }
}

extension Publishers {
  /// Sends the upstream's values in arrays, by time, or by time and count.
  public struct CollectByTime<Upstream: Publisher, Context: Scheduler>: OwnPublisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public var upstream: Upstream { held.value }
    @_alwaysEmitIntoClient let held: Held<Upstream>
    /// When to send.
    @_alwaysEmitIntoClient public let strategy: Publishers.TimeGroupingStrategy<Context>
    /// Options for each action.
    @_alwaysEmitIntoClient public let options: Context.SchedulerOptions?

    /// Creates the publisher that `collect(_:options:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(
      upstream: Upstream, strategy: Publishers.TimeGroupingStrategy<Context>, options: Context.SchedulerOptions?
    ) {
      held = Held(upstream)
      self.strategy = strategy
      self.options = options
    }

    @_alwaysEmitIntoClient @inline(never) public func _attach(node downstream: _ErasedSubscriber<Output, Failure>) {
      switch strategy {
      case .byTime(let scheduler, let interval):
        upstream._attach(
          node: CollectByTimeSubscriber(interval, scheduler, options, nil, downstream))
      case .byTimeOrCount(let scheduler, let interval, let count):
        require(count > 0, "collect(.byTimeOrCount)", "the count must be greater than 0")
        upstream._attach(
          node: CollectByTimeSubscriber(interval, scheduler, options, count, downstream))
      }
    }
  }
}
