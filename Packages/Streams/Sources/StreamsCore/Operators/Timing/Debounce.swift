extension Publisher {
  /// Sends a value after no newer one has arrived for `dueTime`.
  ///
  /// A value that arrives exactly when the period of the previous one ends does not replace it. When the upstream ends,
  /// a waiting value is dropped, and the scheduler delivers the completion as soon as possible. Requests unlimited
  /// values, and drops a due value if there is no demand.
  ///
  /// - Parameters:
  ///   - dueTime: the time without a newer value. With 0 or less, the last of the values that arrive before the
  ///     scheduler runs is sent.
  ///   - scheduler: measures the time and delivers the values.
  ///   - options: options for each action, except the one for the completion.
  @_transparent @_alwaysEmitIntoClient public func debounce<S: Scheduler>(
    for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.Debounce<Self, S> {
    Publishers.Debounce(upstream: self, dueTime: dueTime, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// Sends an upstream value after no newer one has arrived for a time.
  @frozen public struct Debounce<Upstream: Publisher, Context: Scheduler>: OwnPublisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    @_alwaysEmitIntoClient public let upstream: Upstream
    /// The time without a newer value.
    @_alwaysEmitIntoClient public let dueTime: Context.SchedulerTimeType.Stride
    /// The scheduler that measures the time and delivers the values.
    @_alwaysEmitIntoClient public var scheduler: Context { held.value }
    @_alwaysEmitIntoClient let held: Held<Context>
    /// Options for each action, except the one for the completion.
    @_alwaysEmitIntoClient public let options: Context.SchedulerOptions?

    /// Creates the publisher that `debounce(for:scheduler:options:)` returns.
    @_transparent @_alwaysEmitIntoClient public init(
      upstream: Upstream, dueTime: Context.SchedulerTimeType.Stride, scheduler: Context,
      options: Context.SchedulerOptions?
    ) {
      self.upstream = upstream
      self.dueTime = dueTime
      held = Held(scheduler)
      self.options = options
    }

    @_alwaysEmitIntoClient @inline(never) public func _attach(node downstream: _ErasedSubscriber<Output, Failure>) {
      upstream._attach(node: DebounceSubscriber(RestartableTimer(dueTime, scheduler, options), downstream))
    }
  }
}

@usableFromInline
final class DebounceSubscriber<Context: Scheduler, Output, Failure: Error>: ScheduledDelivery<Output, Output, Failure> {
  /// Runs at the end of a value's period, with the value.
  @_alwaysEmitIntoClient let timer: RestartableTimer<Context, Output>

  @_alwaysEmitIntoClient init(
    _ timer: RestartableTimer<Context, Output>, _ downstream: _ErasedSubscriber<Output, Failure>
  ) {
    self.timer = timer
    super.init(downstream, isSampling: true) {
      let me = _unsafeUncheckedDowncast($0, to: Self.self)
      if me.isLive() { me.wait($1) }
      return .none
    }
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    guard isLive(), finish() else { return }
    timer.stop()
    enqueue(completion)
    scheduleDelivery(on: timer.scheduler, options: nil)
  }

  @_alwaysEmitIntoClient func wait(_ value: Output) {
    // A value that arrives exactly when the period ends does not replace the previous one.
    if timer.restart(value, keep: { value in self.lock.withLock { self.inbox.append(value) } }, { self.deliver() }) {
      scheduleDelivery(on: timer.scheduler, options: timer.options)
      if isDownstreamOver { sweep() }
    }
    if upstreamIsOver() { timer.stop() }
  }

  override func stop() { timer.stop() }

  override var description: String { "Debounce" }
  override var labels: [StaticString] { ["downstream", "downstreamDemand", "currentValue"] }
  override var customMirror: Mirror {
    let subscriber = lock.withLock { downstream }
    let current = timer.lock.withLock { timer.payload }
    return mirror([shown(subscriber), demand.demand, current as Any])
  }
}
