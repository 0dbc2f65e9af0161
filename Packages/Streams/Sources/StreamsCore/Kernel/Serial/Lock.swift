import Synchronization

/// A lock for work of a few microseconds at most: moving a few values, or adding a timer to a run loop. Waiting threads
/// spin, and sleep between the checks after a hundred rounds. Nothing wakes them, so unlocking is a plain store: the lock
/// costs one locked instruction, where one of the system costs two.
///
/// Never call out while holding it: taking it again never returns. It does not contain the state that it guards, which
/// names it in its comments. The layout of a generic lock would depend on the state: code that is not specialised would
/// look up its metadata at each use.
@usableFromInline package struct Lock: ~Copyable, Sendable {
  @_alwaysEmitIntoClient let isTaken = Atomic<Bool>(false)

  @_alwaysEmitIntoClient package init() {}

  /// Locks until ``unlock()``.
  @_alwaysEmitIntoClient @inline(__always) package borrowing func lock() {
    if isTaken.exchange(true, ordering: .acquiring) { wait() }
  }

  @usableFromInline borrowing func wait() {
    var rounds = 0
    repeat { backOff(&rounds) } while isTaken.load(ordering: .relaxed) || isTaken.exchange(true, ordering: .acquiring)
  }

  /// Unlocks. The optimiser must not see into it: it retains a reference that was copied under the lock only when it is
  /// used, even behind an atomic store. By then, another thread may have released the object.
  @_optimize(none) @inline(never) @usableFromInline package borrowing func unlock() {
    isTaken.store(false, ordering: .releasing)
  }

  /// The result is released after unlocking, also if the caller drops it. Otherwise the optimiser could release it before,
  /// and its deinit may call back.
  @_alwaysEmitIntoClient @inline(__always) package borrowing func withLock<R>(_ body: () -> R) -> R {
    lock()
    let result = body()
    unlock()
    withExtendedLifetime(result) {}
    return result
  }
}
