/// Collects for ``Publishers/CollectByTime``.
///
/// Demand is taken out when an array is put into the inbox, so what lies there may be delivered.
@usableFromInline
final class CollectByTimeNode<Input, Context: Scheduler, D: Subscriber>: Courier<Input, D>, DownstreamKeeper
where D.Input == [Input] {
  @usableFromInline let alarm: Alarm<Context>
  /// How many values make an array; nil if only time does.
  @usableFromInline let count: Int?
  @usableFromInline let demand = DemandWord()

  // Guarded by `lock`.

  @usableFromInline @exclusivity(unchecked) var collected: [Input] = []
  /// How many arrays wait for a scheduled action to deliver them.
  @usableFromInline @exclusivity(unchecked) var scheduled = 0
  /// Whether the downstream has asked for anything.
  @usableFromInline @exclusivity(unchecked) var isAskedFor = false
  /// Whether the upstream has finished.
  @usableFromInline @exclusivity(unchecked) var isFinishing = false

  @inlinable init(_ alarm: Alarm<Context>, _ count: Int?, _ downstream: D) {
    self.alarm = alarm
    self.count = count
    super.init(
      downstream,
      onSubscription: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        guard me.accept($1) else { return }
        me.downstream?.take(me)
        me.restart()
      },
      onValue: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        if me.isLive { me.collect($1) }
        return .none
      },
      onCompletion: {
        let me = _unsafeUncheckedDowncast($0, to: Self.self)
        guard me.isLive, me.finish() else { return }
        me.alarm.stop()
        switch $1 {
        case .finished: me.finishCollecting()
        case .failure: me.fail($1)
        }
      })
  }

  @inlinable func restart() {
    if !isLive { return }
    alarm.start { self.tick() }
    if !isLive { alarm.stop() }
  }

  @inlinable func collect(_ value: Input) {
    let full = lock.withLock {
      collected.append(value)
      return packFull()
    }
    if full > 0 { deliverSoon(full) }
  }

  /// Puts arrays into the inbox as long as there are enough values and they are wanted; called under the lock.
  @inlinable func packFull() -> Int {
    guard let count else { return 0 }
    var full = 0
    while collected.count >= count, demand.takeOne() {
      pack(count)
      full += 1
    }
    scheduled += full
    return full
  }

  /// Puts an array of at most `size` values into the inbox; called under the lock.
  @inlinable func pack(_ size: Int) {
    if collected.count <= size {
      inbox.append(collected)
      collected = []
    } else {
      inbox.append(Array(collected.prefix(size)))
      collected.removeFirst(size)
    }
  }

  /// Full arrays are delivered by the scheduler, and a new interval begins.
  @inlinable func deliverSoon(_ count: Int) {
    restart()
    for _ in 0..<count { alarm.scheduler.schedule(options: alarm.options) { self.deliverScheduled() } }
  }

  @inlinable func deliverScheduled() {
    let isWaiting = lock.withLock {
      if scheduled == 0 { return false }
      scheduled -= 1
      return true
    }
    if isWaiting { deliver() }
  }

  @inlinable func tick() {
    let isDue = lock.withLock {
      guard !collected.isEmpty, demand.takeOne() else { return false }
      pack(count ?? .max)
      return true
    }
    if isDue { deliver() }
  }

  /// Sends, as far as it is wanted, what has been collected, and then the end. Also what the scheduler was to deliver:
  /// its actions will find nothing.
  @inlinable func finishCollecting() {
    let parcels = lock.withLock {
      isFinishing = true
      var parcels = scheduled
      scheduled = 0
      while !collected.isEmpty, demand.takeOne() {
        pack(count ?? .max)
        parcels += 1
      }
      if collected.isEmpty {
        ending = .finished
        parcels += 1
      }
      return parcels
    }
    if parcels > 0 { deliver(parcels) }
  }

  @inlinable func fail(_ completion: Subscribers.Completion<D.Failure>) {
    var dropped: [Input] = []
    let parcels = lock.withLock {
      swap(&dropped, &collected)
      ending = completion
      let parcels = scheduled + 1
      scheduled = 0
      return parcels
    }
    deliver(parcels)
  }

  @inlinable func deliver(_ count: Int = 1) { deliver(count, unless: { false }, more: { request($0) }) }

  @inlinable func request(_ demand: Subscribers.Demand) {
    demand.mustNotBeNone("collect(by time)")
    _ = self.demand.add(demand)
    let (full, isFinishing, isFirst) = lock.withLock {
      defer { isAskedFor = true }
      return (self.isFinishing ? 0 : packFull(), self.isFinishing, !isAskedFor)
    }
    if isFinishing { return finishCollecting() }
    if full > 0 { deliverSoon(full) }
    if let count {
      relay(demand * count)
    } else if isFirst {
      relay(.unlimited)
    }
  }

  @usableFromInline func cancel() {
    close()
    alarm.stop()
    var dropped: [Input] = []
    lock.withLock { swap(&dropped, &collected) }
  }

  override var description: String { "CollectByTime" }
}
