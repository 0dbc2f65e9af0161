// The only file that depends on the platform: Apple's systems before macOS 15 have no `Mutex`.
#if canImport(Darwin)
  import Darwin

  /// A lock. Never call out inside `withLock`: locking again on the same thread traps.
  @usableFromInline struct Lock: ~Copyable {
    @_alwaysEmitIntoClient let word: UnsafeMutablePointer<os_unfair_lock>

    @_alwaysEmitIntoClient init() {
      word = .allocate(capacity: 1)
      word.initialize(to: os_unfair_lock())
    }

    @inlinable deinit { word.deallocate() }

    /// Locks until ``unlock()``.
    @_alwaysEmitIntoClient @inline(__always) borrowing func lock() { os_unfair_lock_lock(word) }
    @_alwaysEmitIntoClient @inline(__always) borrowing func unlock() { os_unfair_lock_unlock(word) }
  }

  /// A number that any thread may set and read. 0 at first.
  @usableFromInline struct Word: ~Copyable {
    @_alwaysEmitIntoClient let lock = Lock()
    @_alwaysEmitIntoClient let pointer: UnsafeMutablePointer<Int>

    @_alwaysEmitIntoClient init() {
      pointer = .allocate(capacity: 1)
      pointer.initialize(to: 0)
    }

    @inlinable deinit { pointer.deallocate() }

    @_alwaysEmitIntoClient var value: Int {
      get { lock.withLock { pointer.pointee } }
      nonmutating set { lock.withLock { pointer.pointee = newValue } }
    }
  }
#else
  import Synchronization

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #elseif canImport(WinSDK)
    import WinSDK
  #endif

  /// A lock for moving a few values. Never call out inside `withLock`: locking again on the same thread never returns.
  ///
  /// A thread that finds it locked yields and tries again. So unlocking is a plain store, and a lock costs one locked
  /// instruction, where `Mutex` has two.
  @usableFromInline struct Lock: ~Copyable {
    @_alwaysEmitIntoClient let isTaken = Atomic<Bool>(false)

    @_alwaysEmitIntoClient init() {}

    /// Locks until ``unlock()``.
    @_alwaysEmitIntoClient @inline(__always) borrowing func lock() {
      if isTaken.exchange(true, ordering: .acquiring) { wait() }
    }

    /// Unlocks. The optimiser must not see into it: it retains a reference that was copied under the lock only when it is
    /// used, even behind an atomic store. By then, another thread may have released the object.
    @_optimize(none) @inline(never) @usableFromInline borrowing func unlock() {
      isTaken.store(false, ordering: .releasing)
    }

    @usableFromInline borrowing func wait() {
      var rounds = 0
      repeat {
        rounds += 1
        letOthersRun(lowerPriorities: rounds > 100)
      } while isTaken.load(ordering: .relaxed) || isTaken.exchange(true, ordering: .acquiring)
    }
  }

  /// - Parameter lowerPriorities: Whether to sleep shortly, so that threads of lower priority run, too.
  private func letOthersRun(lowerPriorities: Bool) {
    #if canImport(WinSDK)
      Sleep(lowerPriorities ? 1 : 0)
    #elseif !canImport(WASILibc)
      if !lowerPriorities {
        sched_yield()
      } else {
        var time = timespec(tv_sec: 0, tv_nsec: 50_000)
        nanosleep(&time, nil)
      }
    #endif
  }

  /// A number that any thread may set and read. 0 at first.
  @usableFromInline struct Word: ~Copyable {
    @_alwaysEmitIntoClient let atomic = Atomic<Int>(0)
    @_alwaysEmitIntoClient init() {}

    @_alwaysEmitIntoClient @inline(__always) var value: Int {
      get { atomic.load(ordering: .acquiring) }
      nonmutating set { atomic.store(newValue, ordering: .releasing) }
    }
  }
#endif

extension Lock {
  /// The result is released after unlocking, also if the caller drops it. Otherwise the optimiser could release it before,
  /// and its deinit may call back.
  @_alwaysEmitIntoClient @inline(__always) borrowing func withLock<R>(_ body: () -> R) -> R {
    lock()
    let result = body()
    unlock()
    withExtendedLifetime(result) {}
    return result
  }
}

extension Word {
  /// The number as a boolean: whether it is not 0.
  @_alwaysEmitIntoClient @inline(__always) var isSet: Bool {
    get { value != 0 }
    nonmutating set { value = newValue ? 1 : 0 }
  }
}
