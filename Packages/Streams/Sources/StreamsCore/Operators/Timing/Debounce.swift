extension Publisher {
  /// Sends a value once no newer one has come for `dueTime`.
  ///
  /// A value that comes at the very instant at which the period ends does not stop the one before it. Whatever waits
  /// when the upstream ends is dropped; the completion is delivered on the scheduler at once. Asks for everything, and
  /// drops a value that is due while the subscriber wants none.
  ///
  /// - Parameters:
  ///   - dueTime: how long it must be quiet. With 0 or less, of the values that come before the scheduler gets to run
  ///     the last is sent.
  ///   - scheduler: whose time it is, and where to deliver.
  ///   - options: what the scheduler is asked for with each action.
  @inlinable public func debounce<S: Scheduler>(
    for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
  ) -> Publishers.Debounce<Self, S> {
    Publishers.Debounce(upstream: self, dueTime: dueTime, scheduler: scheduler, options: options)
  }
}

extension Publishers {
  /// Sends those of upstream's values after which it is quiet for a time.
  @frozen public struct Debounce<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// Where the values come from.
    public let upstream: Upstream
    /// How long it must be quiet.
    public let dueTime: Context.SchedulerTimeType.Stride
    /// Whose time it is, and where values are delivered.
    public let scheduler: Context
    /// What the scheduler is asked for with each action.
    public let options: Context.SchedulerOptions?

    /// The publisher that `debounce(for:scheduler:options:)` makes.
    @inlinable public init(
      upstream: Upstream, dueTime: Context.SchedulerTimeType.Stride, scheduler: Context,
      options: Context.SchedulerOptions?
    ) {
      self.upstream = upstream
      self.dueTime = dueTime
      self.scheduler = scheduler
      self.options = options
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.attach(node: DebounceNode(dueTime, scheduler, options, subscriber))
    }
  }
}

extension Publishers.Debounce: Sendable
where
  Upstream: Sendable, Context: Sendable, Context.SchedulerTimeType.Stride: Sendable, Context.SchedulerOptions: Sendable
{}

@usableFromInline final class DebounceNode<Context: Scheduler, D: Subscriber>: Courier<D.Input, D>, DownstreamKeeper {
  @usableFromInline typealias Time = Context.SchedulerTimeType

  @usableFromInline let demand = DemandWord()

  // Guarded by `lock`.

  /// The number of the latest value.
  @usableFromInline @exclusivity(unchecked) var number = 0
  /// Counts down for the value that waits.
  @usableFromInline @exclusivity(unchecked) var timer: (any Cancellable)?
  /// Those whose period ended just when the next value came: they are in the inbox already, and their timers are about
  /// to fire.
  @usableFromInline @exclusivity(unchecked) var ripe: [(number: Int, timer: (any Cancellable)?)] = []
  /// The value that waits for its period to end.
  @usableFromInline @exclusivity(unchecked) var waiting: D.Input?
  /// When that is.
  @usableFromInline @exclusivity(unchecked) var end: Time?

  // Constant.

  @usableFromInline let dueTime: Time.Stride
  @usableFromInline let scheduler: Context
  @usableFromInline let options: Context.SchedulerOptions?

  @inlinable init(
    _ dueTime: Time.Stride, _ scheduler: Context, _ options: Context.SchedulerOptions?, _ downstream: D
  ) {
    self.dueTime = dueTime
    self.scheduler = scheduler
    self.options = options
    super.init(
      downstream,
      onSubscription: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        guard me.accept($1) else { return }
        me.downstream?.take(me)
        $1.request(.unlimited)
      },
      onValue: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        if me.isLive { me.wait($1) }
        return .none
      },
      onCompletion: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        guard me.isLive, me.finish() else { return }
        me.stopWaiting()
        me.enqueue($1)
        me.scheduler.schedule(options: me.options) { me.deliver() }
      })
  }

  @inlinable func wait(_ value: D.Input) {
    let now = scheduler.now
    let end = now.advanced(by: dueTime)
    var before: D.Input? = value
    var timer: (any Cancellable)?
    let number = lock.withLock {
      swap(&before, &waiting)
      swap(&timer, &self.timer)
      if self.end == now, dueTime > 0, let value = before {
        inbox.append(value)
        ripe.append((self.number, timer))
        timer = nil
      }
      self.end = end
      self.number &+= 1
      return self.number
    }
    timer?.cancel()
    if dueTime > 0 {
      keep(
        scheduler.schedule(
          after: end, interval: dueTime, tolerance: scheduler.minimumTolerance, options: options
        ) { self.fire(number) }, for: number)
    } else {
      scheduler.schedule(after: end, tolerance: scheduler.minimumTolerance, options: options) { self.fire(number) }
    }
  }

  /// Keeps a value's timer, unless the value has gone already: then the timer has done its work.
  @inlinable func keep(_ timer: any Cancellable, for number: Int) {
    let isNeeded = lock.withLock {
      if number == self.number, end != nil {
        self.timer = timer
      } else if let index = ripe.firstIndex(where: { $0.number == number }) {
        ripe[index].timer = timer
      } else {
        return false
      }
      return true
    }
    if !isNeeded { timer.cancel() }
  }

  /// The timer of value `number` has fired.
  @inlinable func fire(_ number: Int) {
    var timer: (any Cancellable)?
    let isDue = lock.withLock {
      if number == self.number, end != nil {
        if let value = waiting { inbox.append(value) }
        waiting = nil
        end = nil
        swap(&timer, &self.timer)
      } else if let index = ripe.firstIndex(where: { $0.number == number }) {
        timer = ripe.remove(at: index).timer
      } else {
        return false
      }
      return true
    }
    timer?.cancel()
    if isDue { deliver() }
  }

  @inlinable func deliver() {
    deliver(unless: { !demand.takeOne() }, more: { _ = demand.add($0) })
  }

  /// Drops the value that waits.
  @usableFromInline func stopWaiting() {
    var before: D.Input?
    var timer: (any Cancellable)?
    lock.withLock {
      swap(&before, &waiting)
      swap(&timer, &self.timer)
      end = nil
    }
    timer?.cancel()
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    demand.mustNotBeNone("debounce")
    _ = self.demand.add(demand)
  }

  @usableFromInline func cancel() {
    close()
    stopWaiting()
    let ripe = lock.withLock {
      let ripe = self.ripe
      self.ripe = []
      return ripe
    }
    for (_, timer) in ripe { timer?.cancel() }
  }

  override var description: String { "Debounce" }
  @usableFromInline var labels: [StaticString] { ["downstream", "downstreamDemand", "currentValue"] }
  override var customMirror: Mirror {
    let current = lock.withLock { waiting }
    return mirror([shown(downstream), demand.demand, current as Any])
  }
}
