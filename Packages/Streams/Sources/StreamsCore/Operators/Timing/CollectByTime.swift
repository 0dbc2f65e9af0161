extension Publishers {
  /// When ``Publisher/collect(_:options:)`` sends what it has collected.
  public enum TimeGroupingStrategy<Context: Scheduler> {
    /// At each interval of the scheduler's time.
    case byTime(Context, Context.SchedulerTimeType.Stride)
    /// At each interval, and whenever there are so many values.
    case byTimeOrCount(Context, Context.SchedulerTimeType.Stride, Int)
  }
}

extension Publisher {
  /// Collects values and sends them in arrays: at each interval of a scheduler's time, and, if `strategy` says so,
  /// whenever there are enough. Arrays are never empty.
  ///
  /// The scheduler makes all deliveries. When the upstream finishes, what has been collected is sent first; when it
  /// fails, that is dropped. The intervals are a fixed grid from the subscription, which a full array does not restart.
  /// With an interval of 0 or less only the count and the end send anything. By time alone it requests unlimited
  /// values; by count, `count` values for each array that is wanted. What is due without demand stays collected.
  ///
  /// - Parameters:
  ///   - strategy: when to send. A count must be greater than 0.
  ///   - options: options for each action.
  @inlinable public func collect<S: Scheduler>(
    _ strategy: Publishers.TimeGroupingStrategy<S>, options: S.SchedulerOptions? = nil
  ) -> Publishers.CollectByTime<Self, S> {
    Publishers.CollectByTime(upstream: self, strategy: strategy, options: options)
  }
}

extension Publishers {
  /// Sends upstream's values in arrays, by time, or by time and count.
  public struct CollectByTime<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// When to send.
    public let strategy: Publishers.TimeGroupingStrategy<Context>
    /// Options for each action.
    public let options: Context.SchedulerOptions?

    /// The publisher returned by `collect(_:options:)`.
    @inlinable public init(
      upstream: Upstream, strategy: Publishers.TimeGroupingStrategy<Context>, options: Context.SchedulerOptions?
    ) {
      self.upstream = upstream
      self.strategy = strategy
      self.options = options
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Failure == Failure, S.Input == Output {
      switch strategy {
      case .byTime(let scheduler, let interval):
        upstream.attach(
          node: CollectByTimeSubscriber<Upstream.Output, _, _>(
            RestartableTimer(interval, scheduler, options), nil, subscriber))
      case .byTimeOrCount(let scheduler, let interval, let count):
        require(count > 0, "collect(.byTimeOrCount)", "the count must be greater than 0")
        upstream.attach(
          node: CollectByTimeSubscriber<Upstream.Output, _, _>(
            RestartableTimer(interval, scheduler, options), count, subscriber))
      }
    }
  }
}

extension Publishers.TimeGroupingStrategy: Sendable
where Context: Sendable, Context.SchedulerTimeType.Stride: Sendable {}

extension Publishers.CollectByTime: Sendable
where
  Upstream: Sendable, Context: Sendable, Context.SchedulerTimeType.Stride: Sendable, Context.SchedulerOptions: Sendable
{}
