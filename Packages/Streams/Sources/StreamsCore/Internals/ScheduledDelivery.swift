import Synchronization

/// A node that delivers later: pending events wait in order, and each scheduled delivery, on any thread,
/// delivers the oldest. One thread at a time delivers; others leave their delivery to it.
///
/// It owns its delivery: when it is closed or has sent the completion, it releases its downstream and all that
/// waits, even while scheduled work holds it.
@usableFromInline class ScheduledDelivery<Input, D: Subscriber>: _OperatorSubscriber<Input, D.Failure> {
  /// How many parcels, values or the end, are due. The thread that raises it from 0 delivers until it is 0 again.
  @usableFromInline final let due = Atomic<Int>(0)
  /// Whether nothing more may be delivered.
  @usableFromInline final let closed = Atomic<Bool>(false)
  @usableFromInline final let lock = SpinLock()
  /// The values that wait, oldest first; guarded by `lock`.
  @usableFromInline @exclusivity(unchecked) final var inbox = Ring<D.Input>()
  /// What the delivering thread has taken out of the inbox. It owns this, and `downstream`.
  @usableFromInline @exclusivity(unchecked) final var batch = Ring<D.Input>()
  /// A node rather than `D`: a debug build would look up the metadata of the optional, and copy it, for each value.
  @usableFromInline @exclusivity(unchecked) final var downstream: _ErasedSubscriber<D.Input, D.Failure>?
  /// The end, which comes after the values; guarded by `lock`.
  @usableFromInline @exclusivity(unchecked) final var ending: Subscribers.Completion<D.Failure>?

  @inlinable init(_ downstream: D, onValue: @escaping OnValue) {
    self.downstream = downstream._erased()
    super.init(onValue: onValue)
  }

  /// It releases its downstream itself.
  public override final var _keepsSubscriber: Bool? { false }

  @inlinable @inline(__always) final var isClosed: Bool { closed.load(ordering: .acquiring) }

  /// Queues a value for a scheduled delivery.
  @inlinable final func enqueue(_ value: D.Input) {
    lock.lock()
    inbox.append(value)
    lock.unlock()
    if isClosed { sweep() }
  }

  /// Queues the end for a scheduled delivery.
  @inlinable final func enqueue(_ completion: Subscribers.Completion<D.Failure>) {
    lock.withLock { ending = completion }
    if isClosed { sweep() }
  }

  /// Delivers the oldest parcels, `count` of them, and those that fall due meanwhile. A value is dropped if
  /// `isUnwanted` says so; `more` gets the demand that the downstream returns.
  @inlinable @inline(__always)
  final func deliver(_ count: Int = 1, unless isUnwanted: () -> Bool, more: (Subscribers.Demand) -> Void) {
    guard due.wrappingAdd(count, ordering: .acquiringAndReleasing).oldValue == 0 else { return }
    repeat {
      // Only the delivering thread releases the downstream, so it need not be retained here.
      guard !isClosed, let held = self.downstream else {
        clear()
        continue
      }
      let downstream = Unmanaged.passUnretained(held)
      if batch.isEmpty { refill() }
      if batch.isEmpty {
        deliverEnd(to: downstream.takeUnretainedValue())
        continue
      }
      let value = batch.removeFirst()
      if isUnwanted() { continue }
      let demand = downstream._withUnsafeGuaranteedRef { $0.receive(value) }
      if demand != .none { more(demand) }
    } while due.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue != 0
  }

  @inlinable final func refill() {
    lock.lock()
    Ring.exchange(&batch, &inbox)
    lock.unlock()
  }

  @inlinable final func deliverEnd(to downstream: _ErasedSubscriber<D.Input, D.Failure>) {
    guard let completion = lock.withLock({ ending }) else { return }
    closed.store(true, ordering: .releasing)
    clear()
    if line?.isCut == true { return }
    downstream.receive(completion: completion)
    line?.cut()
  }

  /// Ends it and cancels the upstream: what waits is dropped.
  @usableFromInline final func close() {
    if closed.exchange(true, ordering: .acquiringAndReleasing) { return }
    _ = finishAndCancel()
    sweep()
  }

  /// Releases everything after the end, or leaves that to the delivering thread.
  @usableFromInline final func sweep() {
    guard due.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue == 0 else { return }
    repeat { clear() } while due.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue != 0
  }

  /// Lets go of everything.
  @usableFromInline final func clear() {
    var values = Ring<D.Input>()
    var rest = Ring<D.Input>()
    var end: Subscribers.Completion<D.Failure>?
    lock.lock()
    Ring.exchange(&values, &inbox)
    swap(&end, &ending)
    lock.unlock()
    Ring.exchange(&rest, &batch)
    downstream = nil
  }
}
