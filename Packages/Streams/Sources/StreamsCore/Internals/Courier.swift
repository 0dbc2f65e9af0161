import Synchronization

/// A node that delivers later: what it is to send waits in order, and whoever is sent to deliver, on whatever thread,
/// delivers the oldest. One thread at a time delivers; those who come meanwhile leave their errand to it.
///
/// It owns its delivery: when it is closed or has sent the completion it lets go of its downstream and of all that
/// waits, whoever still holds the courier (scheduled work does).
@usableFromInline class Courier<Input, D: Subscriber>: _Holder<Input, D.Failure> {
  @frozen @usableFromInline enum Parcel {
    case value(D.Input)
    case completion(Subscribers.Completion<D.Failure>)
  }

  /// How many parcels are due. Who raises it from 0 delivers until it is 0 again.
  @usableFromInline final let due = Atomic<Int>(0)
  /// Whether nothing more may be delivered.
  @usableFromInline final let closed = Atomic<Bool>(false)
  @usableFromInline final let lock = Lock()
  /// What waits, oldest first; guarded by `lock`.
  @usableFromInline @exclusivity(unchecked) final var inbox: ContiguousArray<Parcel> = []
  /// What the one who delivers has taken out of the inbox, oldest last; belongs to it, as does `downstream`.
  @usableFromInline @exclusivity(unchecked) final var batch: ContiguousArray<Parcel> = []
  @usableFromInline @exclusivity(unchecked) final var downstream: D?

  @inlinable init(
    _ downstream: D, onSubscription: @escaping OnSubscription, onValue: @escaping OnValue,
    onCompletion: @escaping OnCompletion
  ) {
    self.downstream = downstream
    super.init(onSubscription: onSubscription, onValue: onValue, onCompletion: onCompletion)
  }

  @inlinable @inline(__always) final var isClosed: Bool { closed.load(ordering: .acquiring) }

  /// Lets a parcel wait until somebody is sent to deliver it.
  @inlinable final func enqueue(_ parcel: Parcel) {
    lock.withLock { inbox.append(parcel) }
    if isClosed { sweep() }
  }

  /// Delivers the oldest parcels, `count` of them, and those that fall due meanwhile. A value is dropped if `isUnwanted`
  /// says so; `more` gets the demand that the downstream returns.
  @inlinable @inline(__always)
  final func deliver(_ count: Int = 1, unless isUnwanted: () -> Bool, more: (Subscribers.Demand) -> Void) {
    guard due.wrappingAdd(count, ordering: .acquiringAndReleasing).oldValue == 0 else { return }
    repeat {
      guard !isClosed, let downstream else {
        clear()
        continue
      }
      switch take() {
      case .value(let value):
        if isUnwanted() { continue }
        let demand = downstream.receive(value)
        if demand != .none { more(demand) }
      case .completion(let completion):
        closed.store(true, ordering: .releasing)
        clear()
        downstream.receive(completion: completion)
      case nil: break
      }
    } while due.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue != 0
  }

  @inlinable final func take() -> Parcel? {
    if let parcel = batch.popLast() { return parcel }
    lock.withLock { swap(&batch, &inbox) }
    if batch.count > 1 { batch.reverse() }
    return batch.popLast()
  }

  /// Ends it and cancels the upstream: what waits is dropped.
  @usableFromInline final func close() {
    if closed.exchange(true, ordering: .acquiringAndReleasing) { return }
    _ = finishAndCancel()
    sweep()
  }

  /// Clears up after the end, or has the one who delivers do so.
  @usableFromInline final func sweep() {
    guard due.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue == 0 else { return }
    repeat { clear() } while due.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue != 0
  }

  /// Lets go of everything.
  @usableFromInline final func clear() {
    var rest: ContiguousArray<Parcel> = []
    lock.withLock { swap(&rest, &inbox) }
    batch = []
    downstream = nil
  }
}
