import Synchronization

/// A lock that is held only to move a few values. Waiting threads spin, so unlocking is a plain store. It costs one
/// locked instruction where a ``Lock`` costs two.
///
/// Never call out while holding it: taking it again never returns.
@usableFromInline struct SpinLock: ~Copyable {
  @usableFromInline let isTaken = Atomic<Bool>(false)

  @inlinable init() {}

  /// Locks until ``unlock()``.
  @inlinable @inline(__always) borrowing func lock() {
    if isTaken.exchange(true, ordering: .acquiring) { wait() }
  }

  @usableFromInline borrowing func wait() {
    var backoff = Backoff()
    repeat { backoff.pause() } while isTaken.load(ordering: .relaxed) || isTaken.exchange(true, ordering: .acquiring)
  }

  @inlinable @inline(__always) borrowing func unlock() { isTaken.store(false, ordering: .releasing) }

  @inlinable @inline(__always) borrowing func withLock<R>(_ body: () -> R) -> R {
    lock()
    defer { unlock() }
    return body()
  }
}

/// Waits for a short action of another thread: first yields to other threads, then sleeps between the checks.
///
/// The sleep is needed for threads of different priority. A thread that only yields does not let threads of lower
/// priority run, and may be waiting for one of them. With real-time priorities it would never return.
@usableFromInline struct Backoff {
  private var rounds = 0

  @usableFromInline init() {}

  @usableFromInline mutating func pause() {
    if rounds == 100 { return sleepThread() }
    rounds += 1
    yieldThread()
  }
}
