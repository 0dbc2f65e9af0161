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
  ///   - options: options for each action.
  @_transparent public func debounce<S: Scheduler>(
    for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.Debounce<Self, S> {
    Publishers.Debounce(upstream: self, dueTime: dueTime, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// Sends an upstream value after no newer one has arrived for a time.
  @frozen public struct Debounce<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The time without a newer value.
    public let dueTime: Context.SchedulerTimeType.Stride
    /// The scheduler that measures the time and delivers the values.
    public let scheduler: Context
    /// Options for each action.
    public let options: Context.SchedulerOptions?

    /// Creates the publisher that `debounce(for:scheduler:options:)` returns.
    @_transparent public init(
      upstream: Upstream, dueTime: Context.SchedulerTimeType.Stride, scheduler: Context,
      options: Context.SchedulerOptions?
    ) {
      self.upstream = upstream
      self.dueTime = dueTime
      self.scheduler = scheduler
      self.options = options
    }

    @inlinable @inline(never)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      if S.isForeign { return _attach(node: subscriber._erased()) }
      upstream._attach(node: DebounceSubscriber(dueTime, scheduler, options, subscriber))
    }
  }
}

@usableFromInline
final class DebounceSubscriber<Context: Scheduler, D: Subscriber>: SamplingDelivery<Context, D> {
  // Guarded by `lock`. Apart, because a debug build looks up the type of a struct of them several times for each value.

  /// The value whose period has not ended.
  @usableFromInline @exclusivity(unchecked) var waiting: D.Input?
  /// When its period ends.
  @usableFromInline @exclusivity(unchecked) var end: Time?
  /// Its timer. Nil until the scheduler has returned the timer, and for a period of 0 or less.
  @usableFromInline @exclusivity(unchecked) var timer: (any Cancellable)?
  /// The number of values so far. It identifies the waiting value, because the timers of earlier ones may still fire.
  @usableFromInline @exclusivity(unchecked) var count = 0

  @usableFromInline let options: Context.SchedulerOptions?

  @inlinable init(
    _ dueTime: Time.Stride, _ scheduler: Context, _ options: Context.SchedulerOptions?, _ downstream: D
  ) {
    self.options = options
    super.init(dueTime, scheduler, downstream) {
      let me = _unsafeUncheckedDowncast($0, to: Self.self)
      if me.isLive() { me.wait($1) }
      return .none
    }
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    guard isLive(), finish() else { return }
    dropWaiting()
    enqueue(completion)
    schedule(on: scheduler, options: nil) { self.deliver() }
  }

  @inlinable func wait(_ value: D.Input) {
    let now = scheduler.now
    let end = now.advanced(by: interval)
    let hasPeriod = interval > 0
    var former: D.Input? = value
    var timer: (any Cancellable)?
    let (number, isDue) = lock.withLock {
      count &+= 1
      swap(&former, &waiting)
      swap(&timer, &self.timer)
      // A value that arrives exactly when the period ends does not replace the previous one.
      let isDue = hasPeriod && self.end == now
      if isDue, let former { inbox.append(former) }
      self.end = end
      return (count, isDue && former != nil)
    }
    timer?.cancel()
    if isDue { schedule(on: scheduler, options: options) { self.deliver() } }
    if hasPeriod {
      keep(
        scheduler.schedule(
          after: end, interval: interval, tolerance: scheduler.minimumTolerance, options: options
        ) { self.fire(number) }, for: number)
    } else {
      schedule(on: scheduler, after: end, options: options) { self.fire(number) }
    }
  }

  /// Keeps a value's timer, unless the timer has fired or a newer value has arrived.
  @inlinable func keep(_ timer: any Cancellable, for number: Int) {
    let isNeeded = lock.withLock {
      guard count == number, waiting != nil else { return false }
      self.timer = timer
      return true
    }
    if !isNeeded { timer.cancel() }
  }

  /// Called when the timer of value `number` fires.
  @inlinable func fire(_ number: Int) {
    var timer: (any Cancellable)?
    let isDue = lock.withLock {
      guard count == number, let value = waiting else { return false }
      waiting = nil
      swap(&timer, &self.timer)
      inbox.append(value)
      return true
    }
    timer?.cancel()
    if isDue { deliver() }
  }

  @usableFromInline override func dropWaiting() {
    var former: D.Input?
    var timer: (any Cancellable)?
    lock.withLock {
      swap(&former, &waiting)
      swap(&timer, &self.timer)
    }
    timer?.cancel()
  }

  override var description: String { "Debounce" }
  @usableFromInline override var labels: [StaticString] { ["downstream", "downstreamDemand", "currentValue"] }
  override var customMirror: Mirror {
    let current = lock.withLock { waiting }
    return mirror([shown(downstream), demand.demand, current as Any])
  }
}
