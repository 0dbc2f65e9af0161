import Synchronization

/// A value that is accessed only under a lock. Never call out from `withLock`.
@usableFromInline package struct Locked<State>: ~Copyable {
  @usableFromInline let mutex: Mutex<Unchecked<State>>
  @usableFromInline let order = Atomic<UInt8>(0)

  @inlinable package init(_ state: consuming State) { mutex = Mutex(Unchecked(state)) }

  @inlinable @inline(__always) package borrowing func withLock<R>(_ body: (inout State) -> R) -> R {
    mutex.withLock { (state: inout sending Unchecked<State>) -> sending Unchecked<R> in
      _ = order.load(ordering: .acquiring)
      defer { order.store(0, ordering: .releasing) }
      return Unchecked(body(&state.value))
    }.value
  }
}

/// Exempts a value from the checks of `Mutex` for values that enter and leave it.
///
/// Sendable because it exists only inside `withLock`, on one thread at a time.
@frozen @usableFromInline struct Unchecked<Value>: @unchecked Sendable {
  @usableFromInline var value: Value
  @inlinable @inline(__always) init(_ value: consuming Value) { self.value = value }
}
