/// Collects values for ``Publishers/CollectByTime``.
///
/// The demand is subtracted when an array is put into the inbox, so every array there may be delivered.
@usableFromInline
final class CollectByTimeSubscriber<Input, Context: Scheduler, Failure: Error>: ScheduledDelivery<
  Input, [Input], Failure
>
{
  @_alwaysEmitIntoClient let interval: Context.SchedulerTimeType.Stride
  @_alwaysEmitIntoClient let scheduler: Context
  @_alwaysEmitIntoClient let options: Context.SchedulerOptions?
  /// The number of values of an array; nil if only time counts.
  @_alwaysEmitIntoClient let count: Int?
  /// Ends an interval. Stored, so that it is specialised.
  @_alwaysEmitIntoClient let onTick: (CollectByTimeSubscriber) -> Void

  // Guarded by `lock`.

  /// The repeating action that ends each interval.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var ticks: (any Cancellable)?
  /// The values that have not been packed into an array yet.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var collected: [Input] = []
  /// Whether the downstream has requested anything.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var hasRequest = false
  /// Whether the upstream has finished.
  @_alwaysEmitIntoClient @exclusivity(unchecked) var isFinishing = false

  @_alwaysEmitIntoClient init(
    _ interval: Context.SchedulerTimeType.Stride, _ scheduler: Context, _ options: Context.SchedulerOptions?,
    _ count: Int?, _ downstream: _ErasedSubscriber<[Input], Failure>
  ) {
    self.interval = interval
    self.scheduler = scheduler
    self.options = options
    self.count = count
    onTick = { $0.tick() }
    super.init(downstream) {
      let me = _unsafeUncheckedDowncast($0, to: Self.self)
      if me.isLive() { me.collect($1) }
      return .none
    }
  }

  override func receive(completion: Subscribers.Completion<Failure>) {
    guard isLive(), finish() else { return }
    stopTicks()
    switch completion {
    case .finished: finishCollecting()
    case .failure:
      dropCollected()
      enqueue(completion)
      deliverSoon(1)
    }
  }

  /// Starts the intervals, a fixed grid that starts with the subscription.
  override func begin() {
    if interval <= 0 || !isLive() { return }
    let first = scheduler.now.advanced(by: interval)
    if scheduler._isRealTime {
      // `OperationQueue.cancelAllOperations()` would end the public form.
      let action = { self.onTick(self) }
      scheduler._schedule(once: first, every: interval, tolerance: nil, options: options, action) { keep(ticks: $0) }
    } else {
      keep(
        ticks: scheduler.schedule(
          after: first, interval: interval, tolerance: scheduler.minimumTolerance, options: options
        ) { self.onTick(self) })
    }
  }

  @_alwaysEmitIntoClient func keep(ticks: any Cancellable) {
    lock.withLock { self.ticks = ticks }
    if !isLive() { stopTicks() }
  }

  @usableFromInline func stopTicks() {
    lock.withLock { ticks.take() }?.cancel()
  }

  @_alwaysEmitIntoClient func collect(_ value: Input) {
    let isFull = lock.withLock {
      collected.append(value)
      return pack(isDue: false)
    }
    if isFull { deliverSoon(1) }
    if isDownstreamOver {
      stop()
      sweep()
    }
  }

  /// Moves the oldest values into the inbox, as one array, if it is full or due, and requested. The lock must be held.
  @_alwaysEmitIntoClient func pack(isDue: Bool) -> Bool {
    let size = min(count ?? .max, collected.count)
    guard size == count || isDue && size > 0, demand.takeOne() else { return false }
    if size == collected.count {
      inbox.append(collected)
      collected = []
    } else {
      inbox.append(Array(collected.prefix(size)))
      collected.removeFirst(size)
    }
    return true
  }

  /// Packs all requested arrays, and returns their number. The lock must be held.
  @_alwaysEmitIntoClient func packAll(areDue: Bool) -> Int {
    var packed = 0
    while pack(isDue: areDue) { packed += 1 }
    return packed
  }

  /// Schedules one delivery for each event.
  @_alwaysEmitIntoClient func deliverSoon(_ count: Int) {
    for _ in 0..<count { scheduleDelivery(on: scheduler, options: options) }
  }

  @_alwaysEmitIntoClient func tick() { if lock.withLock({ pack(isDue: true) }) { deliver() } }

  /// Schedules the delivery of the collected values, as far as they are requested, and then of the completion.
  @_alwaysEmitIntoClient func finishCollecting() {
    let deliveries = lock.withLock {
      isFinishing = true
      let packed = packAll(areDue: true)
      if !collected.isEmpty || ending.isSet { return packed }
      ending = Ending(Subscribers.Completion<Never>.finished)
      return packed + 1
    }
    deliverSoon(deliveries)
  }

  @_alwaysEmitIntoClient func dropCollected() {
    var dropped: [Input] = []
    lock.withLock { swap(&dropped, &collected) }
  }

  @inlinable override func request(_ more: Subscribers.Demand) {
    more.mustNotBeNone("collect(by time)")
    _ = demand.add(more)
    let (full, isFinishing, isFirst) = lock.withLock {
      defer { hasRequest = true }
      return (self.isFinishing ? 0 : packAll(areDue: false), self.isFinishing, !hasRequest)
    }
    if isFinishing { return finishCollecting() }
    deliverSoon(full)
    if let count {
      relay(more * count)
    } else if isFirst {
      relay(.unlimited)
    }
  }

  @usableFromInline override func stop() {
    stopTicks()
    dropCollected()
  }

  override var description: String { "CollectByTime" }
}
